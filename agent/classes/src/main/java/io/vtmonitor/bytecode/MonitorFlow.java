package io.vtmonitor.bytecode;

import io.vtmonitor.bytecode.flow.ThrowingAnalyzer;
import java.util.Map;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Frame;

/** The data flow of one method: the origin of its values, and the monitors that it owns. */
final class MonitorFlow extends ThrowingAnalyzer<SymbolicLock> {
    private final int monitorEnters;

    MonitorFlow(MethodNode method, int monitorEnters, Map<Integer, SymbolicLock> captured) {
        super(method, new LockInterpreter(method, captured));
        this.monitorEnters = monitorEnters;
    }

    @Override
    protected Frame<SymbolicLock> newFrame(int locals, int maxStack) {
        return new MonitorFrame(this, locals, maxStack, monitorEnters);
    }

    @Override
    protected Frame<SymbolicLock> newFrame(Frame<? extends SymbolicLock> frame) {
        return new MonitorFrame((MonitorFrame) frame);
    }
}
