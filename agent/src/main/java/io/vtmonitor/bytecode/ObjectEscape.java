package io.vtmonitor.bytecode;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Whether an object that a method makes is handed on: stored, returned, thrown, or passed as an argument. */
final class ObjectEscape {
    private ObjectEscape() {}

    /** @param states before each instruction of the method */
    static boolean of(SymbolicLock object, MethodNode method, @Nullable MonitorFrame[] states) {
        for (int i = 0; i < states.length; i++) {
            MonitorFrame state = states[i];
            if (state != null && hands(object, method.instructions.get(i), state)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hands(SymbolicLock object, AbstractInsnNode insn, MonitorFrame state) {
        int handed = handed(insn);
        for (int i = 1; i <= handed; i++) {
            if (object.equals(state.getStack(state.getStackSize() - i))) {
                return true;
            }
        }
        return false;
    }

    /** How many values on top of the stack the instruction hands on; the object that a call is made on is not one. */
    private static int handed(AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode call) {
            return Type.getArgumentCount(call.desc);
        }
        if (insn instanceof InvokeDynamicInsnNode call) {
            return Type.getArgumentCount(call.desc);
        }
        return switch (insn.getOpcode()) {
            case Opcodes.PUTFIELD, Opcodes.PUTSTATIC, Opcodes.AASTORE, Opcodes.ARETURN, Opcodes.ATHROW -> 1;
            default -> 0;
        };
    }
}
