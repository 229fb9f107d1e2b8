package io.vtmonitor.unpin.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * An object that a class hands on as a plain {@code Object}, to a constructor or to code of the JDK that locks what it
 * gets.
 *
 * @param to internal name of the class whose method gets it
 * @param type internal name of its class, or of one above it
 * @param itself whether it may be the very object whose method hands it on
 * @param place where
 */
public record HandedOn(String to, String type, boolean itself, String place) {
    private static final String EVENT = "java/awt/event/InvocationEvent";
    private static final String CONTEXT = "java/beans/beancontext/BeanContextSupport";

    /** What these, and classes below them, are handed as an {@code Object} they lock by its monitor. */
    private static final Set<String> LOCKERS =
            Set.of("java/io/Reader", "java/io/Writer", "java/lang/ClassLoader", EVENT, CONTEXT);

    /** Whether code of that class of the JDK locks what it is handed. */
    public static boolean isLocker(String name) {
        return LOCKERS.contains(name);
    }

    /** Whether the JDK's own code gets it: a class below may do with it what it wants. */
    public boolean isLocked() {
        return isLocker(to);
    }

    /** Whether an instruction hands an {@code Object} to code of the JDK that locks what it is handed. */
    static boolean isToLocker(String owner, String descriptor) {
        return isLocker(owner) && descriptor.contains(Escapes.OBJECT);
    }

    /** What a class without a locking place hands on. */
    public static List<HandedOn> of(ClassReader reader) {
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        return of(node);
    }

    static List<HandedOn> of(ClassNode node) {
        List<HandedOn> all = new ArrayList<>();
        for (MethodNode method : JdkPackages.has(node.name) ? List.<MethodNode>of() : node.methods) {
            if (hands(method)) {
                look(node, method, all);
            }
        }
        return List.copyOf(all);
    }

    private static boolean hands(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (hands(insn)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hands(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call
                && (isToLocker(call.owner, call.desc)
                        || (call.name.equals("<init>")
                                && !JdkPackages.has(call.owner)
                                && call.desc.contains(Escapes.OBJECT)));
    }

    private static void look(ClassNode node, MethodNode method, List<HandedOn> all) {
        Frame<SymbolicValue>[] states;
        try {
            states = new SymbolicFlow(node.name, method).analyze(node.name, method);
        } catch (AnalyzerException | RuntimeException ignored) {
            return; // the class is left alone for it where it locks
        }
        for (int i = 0; i < states.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            if (states[i] != null && hands(insn)) {
                look(node.name, method, (MethodInsnNode) insn, states[i], all);
            }
        }
    }

    private static void look(
            String in, MethodNode method, MethodInsnNode call, Frame<SymbolicValue> state, List<HandedOn> all) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        for (int i = 0; i < arguments.length; i++) {
            SymbolicValue value = state.getStack(state.getStackSize() - arguments.length + i);
            boolean itself = value.mayBeThis();
            @Nullable String type = itself ? in : value.type();
            if (arguments[i].getDescriptor().equals(Escapes.OBJECT)
                    && mayBeLocked(call, i)
                    && type != null
                    && mayBeMatched(type)) {
                all.add(new HandedOn(call.owner, type, itself, method.name));
            }
        }
    }

    /** The first argument of an event is its source, and only what is added or removed is locked by a context. */
    private static boolean mayBeLocked(MethodInsnNode call, int argument) {
        return switch (call.owner) {
            case EVENT -> argument > 0;
            case CONTEXT -> call.name.equals("add") || call.name.equals("remove");
            default -> true;
        };
    }

    private static boolean mayBeMatched(String type) {
        return !type.startsWith("[") && !JdkPackages.has(type);
    }
}
