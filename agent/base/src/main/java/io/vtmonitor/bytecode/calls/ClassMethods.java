package io.vtmonitor.bytecode.calls;

import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/** The methods of a class. */
public final class ClassMethods {
    /** Instructions times values in a frame. */
    private static final long LARGEST_FLOW = 1_000_000;

    private ClassMethods() {}

    /** Of all class files of that name; what ASM cannot read is left out. */
    public static List<MethodNode> of(ClassBytes classes, String className) {
        List<MethodNode> methods = new ArrayList<>();
        for (ClassFile file : classes.find(className)) {
            try {
                ClassNode type = new ClassNode();
                new ClassReader(file.bytes()).accept(type, ClassReader.SKIP_FRAMES);
                methods.addAll(type.methods);
            } catch (RuntimeException ignored) {
                // A class file that ASM cannot read shows nothing: the next one is looked at.
            }
        }
        return methods;
    }

    /** The class and its member classes. */
    public static List<String> nest(ClassBytes classes, String className) {
        List<String> nest = new ArrayList<>(List.of(className));
        for (ClassFile file : classes.find(className)) {
            try {
                ClassNode type = new ClassNode();
                new ClassReader(file.bytes()).accept(type, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
                type.innerClasses.stream()
                        .filter(inner -> type.name.equals(inner.outerName) || isIn(type.name, inner.name))
                        .forEach(inner -> nest.add(inner.name.replace('/', '.')));
            } catch (RuntimeException ignored) {
                // A class file that ASM cannot read shows nothing: the next one is looked at.
            }
        }
        return nest;
    }

    /**
     * Tells the calls of a method with their receivers, null for those of static methods. Of a method that ASM cannot
     * follow it tells none, or not all.
     *
     * @param flow what values are told by
     * @param owner internal name of the method's class
     * @param line on this line; all where that is zero or negative
     */
    public static <V extends Value> void calls(
            Interpreter<V> flow,
            String owner,
            MethodNode method,
            int line,
            BiConsumer<MethodInsnNode, @Nullable V> told) {
        if ((long) method.instructions.size() * (method.maxLocals + method.maxStack) > LARGEST_FLOW) {
            return;
        }
        try {
            Frame<V>[] states = new Analyzer<>(flow).analyze(owner, method);
            int at = 0;
            for (int i = 0; i < states.length; i++) {
                AbstractInsnNode insn = method.instructions.get(i);
                at = insn instanceof LineNumberNode number ? number.line : at;
                Frame<V> state = states[i];
                if (insn instanceof MethodInsnNode call && state != null && (line <= 0 || line == at)) {
                    int receiver = state.getStackSize() - 1 - Type.getArgumentCount(call.desc);
                    told.accept(call, call.getOpcode() == Opcodes.INVOKESTATIC ? null : state.getStack(receiver));
                }
            }
        } catch (RuntimeException | AnalyzerException ignored) {
            // It proves nothing.
        }
    }

    /** An anonymous class is no member: its attribute names no outer class. */
    private static boolean isIn(String type, String inner) {
        return inner.startsWith(type + "$");
    }
}
