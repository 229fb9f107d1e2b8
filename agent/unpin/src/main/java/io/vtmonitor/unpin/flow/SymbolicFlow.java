package io.vtmonitor.unpin.flow;

import io.vtmonitor.bytecode.flow.ThrowingAnalyzer;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Frame;

/** The data flow of one method: the origin of its values, and the monitors that its instructions took. */
public final class SymbolicFlow extends ThrowingAnalyzer<SymbolicValue> {
    SymbolicFlow(String owner, MethodNode method) {
        super(method, new SymbolicInterpreter(owner, method));
    }

    @Override
    protected Frame<SymbolicValue> newFrame(int locals, int maxStack) {
        return new MonitorState(this, locals, maxStack);
    }

    @Override
    protected Frame<SymbolicValue> newFrame(Frame<? extends SymbolicValue> frame) {
        return new MonitorState((MonitorState) frame);
    }
}
