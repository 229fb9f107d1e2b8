package io.vtmonitor.culprit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * ASM's data flow, put right about exceptions in two points. ASM lets an exception reach every handler that covers the
 * instruction: here not those which an earlier handler for anything shadows, else a try around a synchronized block would
 * seem to catch while its monitor is owned. ASM hands a handler the state after the instruction as well as the one before:
 * here the monitors are those before, else javac's handler that releases a monitor, and covers itself, would seem to run
 * after releasing.
 */
final class MonitorFlow extends Analyzer<Lock> {
    private final int monitorEnters;
    private @Nullable MonitorFrame thrower;

    MonitorFlow(MethodNode method, int monitorEnters) {
        super(new LockInterpreter(method));
        this.monitorEnters = monitorEnters;
    }

    /** The state before the instruction whose exceptions are being followed. */
    MonitorFrame thrower() {
        return Objects.requireNonNull(thrower);
    }

    @Override
    protected Frame<Lock> newFrame(int locals, int maxStack) {
        return new MonitorFrame(this, locals, maxStack, monitorEnters);
    }

    @Override
    protected Frame<Lock> newFrame(Frame<? extends Lock> frame) {
        return new MonitorFrame((MonitorFrame) frame);
    }

    @Override
    protected boolean newControlFlowExceptionEdge(int insnIndex, TryCatchBlockNode handler) {
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
