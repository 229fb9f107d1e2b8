package io.vtmonitor.unpin.flow;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Which values other code can get hold of: they are returned, thrown, handed on, or stored. To lock an object, to
 * compare it, to cast it and to call a method of it that the JDK implements lets nobody else have it.
 */
public final class Escapes {
    /** What that method gives is locked by the JDK's code, by the monitor. */
    private static final String LOADING_LOCK = "getClassLoadingLock(Ljava/lang/String;)Ljava/lang/Object;";

    private static final String TO = " as an object to ";
    static final String OBJECT = "Ljava/lang/Object;";

    private final Set<String> marks = new HashSet<>();
    private final boolean givesLoadingLock;

    private Escapes(MethodNode method) {
        givesLoadingLock = isLoadingLock(method.name + method.desc);
    }

    /**
     * Those of {@link SymbolicValue#marks} that leave a method; a store into a field is shown only by {@link #stored}.
     */
    static Escapes of(MethodNode method, Frame<SymbolicValue>[] states) {
        Escapes escapes = new Escapes(method);
        for (int i = 0; i < states.length; i++) {
            if (states[i] != null) {
                escapes.look(method.instructions.get(i), states[i]);
            }
        }
        return escapes;
    }

    boolean has(String mark) {
        return marks.contains(mark);
    }

    private void look(AbstractInsnNode insn, Frame<SymbolicValue> state) {
        switch (insn.getOpcode()) {
            case Opcodes.ARETURN -> {
                leaves(top(state, 0), null);
                if (givesLoadingLock) {
                    handTo(top(state, 0), "java/lang/ClassLoader");
                }
            }
            case Opcodes.ATHROW, Opcodes.AASTORE -> leaves(top(state, 0), null);
            case Opcodes.PUTFIELD, Opcodes.PUTSTATIC -> {
                FieldInsnNode field = (FieldInsnNode) insn;
                leaves(top(state, 0), SymbolicValue.fieldMark(field.owner, field.name));
            }
            case Opcodes.INVOKEDYNAMIC -> leave(state, ((InvokeDynamicInsnNode) insn).desc);
            case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL, Opcodes.INVOKESTATIC, Opcodes.INVOKEINTERFACE ->
                call((MethodInsnNode) insn, state);
            default -> {
                // nothing of it goes elsewhere
            }
        }
    }

    private void call(MethodInsnNode call, Frame<SymbolicValue> state) {
        if (MonitorCalls.is(call.getOpcode(), call.owner, call.name, call.desc)) {
            return;
        }
        leave(state, call.desc);
        Type[] arguments = Type.getArgumentTypes(call.desc);
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].getDescriptor().equals(OBJECT)) {
                handTo(top(state, arguments.length - 1 - i), call.owner);
            }
        }
        if (call.getOpcode() != Opcodes.INVOKESTATIC && !JdkPackages.has(call.owner)) {
            leaves(top(state, arguments.length), null);
        }
    }

    private void handTo(SymbolicValue value, String owner) {
        for (String mark : value.marks()) {
            marks.add(mark + TO + owner);
        }
    }

    /** Whether a method, by name and descriptor, is the one of a class loader that gives what its loading locks. */
    public static boolean isLoadingLock(String method) {
        return method.equals(LOADING_LOCK);
    }

    /** The classes whose methods get a value as a plain {@code Object}, and so may lock it whatever it is. */
    Set<String> handedTo(String mark) {
        Set<String> owners = new HashSet<>();
        for (String one : marks) {
            if (one.startsWith(mark + TO)) {
                owners.add(one.substring(mark.length() + TO.length()));
            }
        }
        return owners;
    }

    private void leave(Frame<SymbolicValue> state, String descriptor) {
        int arguments = Type.getArgumentTypes(descriptor).length;
        for (int i = 0; i < arguments; i++) {
            leaves(top(state, i), null);
        }
    }

    private static SymbolicValue top(Frame<SymbolicValue> state, int below) {
        return state.getStack(state.getStackSize() - 1 - below);
    }

    /** @param into the field it is stored in, which does not count as a way out for itself */
    private void leaves(SymbolicValue value, @Nullable String into) {
        for (String mark : value.marks()) {
            if (into == null) {
                marks.add(mark);
            } else if (!mark.equals(into)) {
                marks.add(mark + " into " + into);
                marks.add(stored(mark));
            }
        }
    }

    /** What stands in the set for a value that was stored in some field. */
    static String stored(String mark) {
        return "stored " + mark;
    }

    /** Whether a value leaves the method, even if only by a field. */
    boolean hasAny(String mark) {
        return marks.contains(mark) || marks.contains(stored(mark));
    }

    /** Whether a value is stored in a field that is not this one. */
    boolean isStoredElsewhere(String mark, String field) {
        return marks.stream().anyMatch(one -> one.startsWith(mark + " into ") && !one.equals(mark + " into " + field));
    }
}
