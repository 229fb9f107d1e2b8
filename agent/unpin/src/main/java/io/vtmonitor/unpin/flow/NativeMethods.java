package io.vtmonitor.unpin.flow;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What the native methods of a class are handed. They may lock it by its monitor, which no bytecode shows.
 *
 * @param types internal names of the types whose objects they get; for one that is not static, its own class, too
 * @param mirror whether they get the class itself, as static ones do
 */
public record NativeMethods(Set<String> types, boolean mirror) {
    private static final NativeMethods NONE = new NativeMethods(Set.of(), false);

    /** Those that a class declares. */
    public static NativeMethods of(ClassReader reader) {
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return of(node);
    }

    /** None of a class of the JDK: what those lock is known. */
    static NativeMethods of(ClassNode node) {
        if (JdkPackages.has(node.name)) {
            return NONE;
        }
        Set<String> types = new TreeSet<>();
        boolean mirror = false;
        for (MethodNode method : node.methods) {
            if ((method.access & Opcodes.ACC_NATIVE) != 0) {
                boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
                mirror |= isStatic;
                if (!isStatic) {
                    types.add(node.name);
                }
                for (Type argument : Type.getArgumentTypes(method.desc)) {
                    if (mayBeMatched(argument)) {
                        types.add(argument.getInternalName());
                    }
                }
            }
        }
        return types.isEmpty() && !mirror ? NONE : new NativeMethods(types, mirror);
    }

    /** Not a string, a buffer, an array, and what else of the JDK's is locked by the monitor in any case. */
    private static boolean mayBeMatched(Type argument) {
        return argument.getSort() == Type.OBJECT
                && (argument.getDescriptor().equals(Escapes.OBJECT) || !JdkPackages.has(argument.getInternalName()));
    }

    /** Whether they get objects of any class. */
    public boolean takeAny() {
        return types.contains("java/lang/Object");
    }
}
