package io.vtmonitor.bytecode;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * ASM's data flow, corrected in three points about exceptions. First, ASM lets every instruction throw; here,
 * instructions that can't throw do not, and releasing an owned monitor can't. Otherwise, what kotlinc generates for a
 * return out of two blocks would seem to leak the inner monitor. Second, ASM lets an exception reach every handler that
 * covers the instruction; here, an earlier handler for any exception hides the later ones. Otherwise, a try around a
 * synchronized block would seem to catch while its monitor is owned. Third, ASM passes a handler the state after the
 * instruction as well as the one before; here, the monitors are those before.
 */
final class MonitorFlow extends Analyzer<SymbolicLock> {
    private final MethodNode method;
    private final int monitorEnters;
    private @Nullable MonitorFrame thrower;

    MonitorFlow(MethodNode method, int monitorEnters, Map<Integer, SymbolicLock> captured) {
        super(new LockInterpreter(method, captured));
        this.method = method;
        this.monitorEnters = monitorEnters;
    }

    /** The state before the instruction whose exceptions are being followed. */
    MonitorFrame thrower() {
        return Objects.requireNonNull(thrower);
    }

    @Override
    protected Frame<SymbolicLock> newFrame(int locals, int maxStack) {
        return new MonitorFrame(this, locals, maxStack, monitorEnters);
    }

    @Override
    protected Frame<SymbolicLock> newFrame(Frame<? extends SymbolicLock> frame) {
        return new MonitorFrame((MonitorFrame) frame);
    }

    /**
     * Constants, locals, stack, numbers and jumps don't throw, nor do labels and line numbers, whose opcode is
     * negative.
     */
    static boolean mayThrow(int opcode) {
        boolean divides =
                opcode == Opcodes.IDIV || opcode == Opcodes.LDIV || opcode == Opcodes.IREM || opcode == Opcodes.LREM;
        boolean array = (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
                || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE);
        boolean object = opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.MONITORENTER;
        return divides || array || object || opcode == Opcodes.LDC || opcode == Opcodes.MULTIANEWARRAY;
    }

    @Override
    protected boolean newControlFlowExceptionEdge(int insnIndex, TryCatchBlockNode handler) {
        if (!mayThrow(method.instructions.get(insnIndex).getOpcode())) {
            return false;
        }
        thrower = (MonitorFrame) getFrames()[insnIndex];
        for (TryCatchBlockNode earlier : getHandlers(insnIndex)) {
            if (earlier.equals(handler)) {
                return true;
            }
            if (earlier.type == null || earlier.type.equals("java/lang/Throwable")) {
                return false;
            }
        }
        return true;
    }
}
