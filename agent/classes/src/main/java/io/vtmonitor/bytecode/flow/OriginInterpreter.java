package io.vtmonitor.bytecode.flow;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/**
 * Says of values where they come from. By itself it knows no origin, only which results take two places (JVMS 2.6.1); a
 * subclass says what else it knows.
 *
 * @param <V> what is said of a value
 */
public abstract class OriginInterpreter<V extends Value> extends Interpreter<V> {
    private final MethodNode method;
    private final V unknown;
    private final V wide;

    /**
     * @param method whose instructions are followed
     * @param unknown a value of one place about which nothing is known
     * @param wide a {@code long} or {@code double}
     */
    protected OriginInterpreter(MethodNode method, V unknown, V wide) {
        super(Opcodes.ASM9);
        this.method = method;
        this.unknown = unknown;
        this.wide = wide;
    }

    /** The place of an instruction in the method. */
    protected final int index(AbstractInsnNode insn) {
        return method.instructions.indexOf(insn);
    }

    @Override
    public V newOperation(AbstractInsnNode insn) {
        return switch (insn.getOpcode()) {
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> wide;
            default -> unknown;
        };
    }

    @Override
    public V copyOperation(AbstractInsnNode insn, V value) {
        return value;
    }

    @Override
    public @Nullable V unaryOperation(AbstractInsnNode insn, V value) {
        return switch (insn.getOpcode()) {
            case Opcodes.LNEG,
                    Opcodes.DNEG,
                    Opcodes.I2L,
                    Opcodes.I2D,
                    Opcodes.L2D,
                    Opcodes.F2L,
                    Opcodes.F2D,
                    Opcodes.D2L -> wide;
            default -> unknown;
        };
    }

    @Override
    public V binaryOperation(AbstractInsnNode insn, V value1, V value2) {
        return switch (insn.getOpcode()) {
            case Opcodes.LALOAD,
                    Opcodes.DALOAD,
                    Opcodes.LADD,
                    Opcodes.DADD,
                    Opcodes.LSUB,
                    Opcodes.DSUB,
                    Opcodes.LMUL,
                    Opcodes.DMUL,
                    Opcodes.LDIV,
                    Opcodes.DDIV,
                    Opcodes.LREM,
                    Opcodes.DREM,
                    Opcodes.LSHL,
                    Opcodes.LSHR,
                    Opcodes.LUSHR,
                    Opcodes.LAND,
                    Opcodes.LOR,
                    Opcodes.LXOR -> wide;
            default -> unknown;
        };
    }

    @Override
    public V ternaryOperation(AbstractInsnNode insn, V value1, V value2, V value3) {
        return unknown;
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, V value, V expected) {
        // nothing flows on
    }
}
