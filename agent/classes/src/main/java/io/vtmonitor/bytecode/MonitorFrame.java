package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The state before one instruction: ASM's locals and stack, and the monitors owned, outermost first. Where two ways
 * meet with different numbers of monitors, or one is given back that was not taken, the state is marked irregular and
 * the larger number is kept, never more than the method has {@code monitorenter}s: so the flow comes to an end on any
 * input.
 */
public final class MonitorFrame extends Frame<SymbolicLock> {
    private final MonitorFlow flow;
    private final int most;
    private List<SymbolicLock> held;
    private boolean irregular;

    MonitorFrame(MonitorFlow flow, int locals, int maxStack, int monitorEnters) {
        super(locals, maxStack);
        this.flow = flow;
        most = monitorEnters;
        held = List.of();
    }

    MonitorFrame(MonitorFrame other) {
        super(other);
        flow = other.flow;
        most = other.most;
        held = other.held;
        irregular = other.irregular;
    }

    public List<SymbolicLock> held() {
        return held;
    }

    public boolean irregular() {
        return irregular;
    }

    @Override
    public Frame<SymbolicLock> init(Frame<? extends SymbolicLock> frame) {
        super.init(frame);
        if (frame instanceof MonitorFrame other) {
            held = other.held;
            irregular = other.irregular;
        }
        return this;
    }

    @Override
    public void execute(AbstractInsnNode insn, Interpreter<SymbolicLock> interpreter) throws AnalyzerException {
        int opcode = insn.getOpcode();
        if (opcode == Opcodes.MONITORENTER) {
            enter(getStack(getStackSize() - 1));
        } else if (opcode == Opcodes.MONITOREXIT) {
            exit(getStack(getStackSize() - 1));
        }
        if (CriticalSection.begins(insn, this)) {
            enter(SymbolicLock.CRITICAL_SECTION);
        } else if (CriticalSection.ends(insn, this) && held.contains(SymbolicLock.CRITICAL_SECTION)) {
            exit(SymbolicLock.CRITICAL_SECTION);
        }
        super.execute(insn, interpreter);
    }

    /** ASM's first step in making a handler's state, and used for nothing else. */
    @Override
    public void clearStack() {
        super.clearStack();
        MonitorFrame thrower = (MonitorFrame) flow.thrower();
        held = thrower.held;
        irregular = thrower.irregular;
    }

    private void enter(SymbolicLock lock) {
        if (held.size() >= most) {
            irregular = true;
            return;
        }
        List<SymbolicLock> more = new ArrayList<>(held);
        more.add(lock);
        held = List.copyOf(more);
    }

    private void exit(SymbolicLock lock) {
        if (held.isEmpty()) {
            irregular = true;
            return;
        }
        List<SymbolicLock> fewer = new ArrayList<>(held);
        int known = fewer.lastIndexOf(lock);
        fewer.remove(known >= 0 ? known : fewer.size() - 1);
        held = List.copyOf(fewer);
    }

    @Override
    public boolean merge(Frame<? extends SymbolicLock> frame, Interpreter<SymbolicLock> interpreter)
            throws AnalyzerException {
        boolean changed = super.merge(frame, interpreter);
        return (frame instanceof MonitorFrame other && mergeMonitors(other, interpreter)) || changed;
    }

    private boolean mergeMonitors(MonitorFrame other, Interpreter<SymbolicLock> interpreter) {
        if (held.isEmpty() && other.held.isEmpty()) { // as in nearly all code
            boolean changed = other.irregular && !irregular;
            irregular |= other.irregular;
            return changed;
        }
        List<SymbolicLock> longer = held.size() >= other.held.size() ? held : other.held;
        List<SymbolicLock> shorter = longer.equals(held) ? other.held : held;
        List<SymbolicLock> merged = new ArrayList<>(longer);
        for (int i = 0; i < shorter.size(); i++) {
            merged.set(i, interpreter.merge(longer.get(i), shorter.get(i)));
        }
        boolean unclear = irregular || other.irregular || longer.size() != shorter.size();
        boolean changed = unclear != irregular || !merged.equals(held);
        irregular = unclear;
        held = List.copyOf(merged);
        return changed;
    }
}
