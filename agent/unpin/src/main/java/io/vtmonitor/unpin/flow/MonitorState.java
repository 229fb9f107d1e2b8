package io.vtmonitor.unpin.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The state before an instruction: locals, stack and the monitors that the method's own {@code monitorenter}s took. As
 * soon as they don't nest (ways meet with different ones, one is given back that was not taken last) it is irregular
 * permanently.
 */
final class MonitorState extends Frame<SymbolicValue> {
    /**
     * A monitor that is owned.
     *
     * @param lock whose
     * @param enters indices of the instructions that may have taken it
     */
    record Held(SymbolicValue lock, Set<Integer> enters) {}

    private final SymbolicFlow flow;
    private List<Held> held = List.of();
    private boolean irregular;

    MonitorState(SymbolicFlow flow, int locals, int maxStack) {
        super(locals, maxStack);
        this.flow = flow;
    }

    MonitorState(MonitorState other) {
        super(other);
        flow = other.flow;
        held = other.held;
        irregular = other.irregular;
    }

    boolean irregular() {
        return irregular;
    }

    boolean ownsAny() {
        return !held.isEmpty();
    }

    /** The monitor taken last, if it is this object's. */
    @Nullable
    Held last(SymbolicValue lock) {
        Held last = held.isEmpty() ? null : held.get(held.size() - 1);
        return last != null && last.lock.equals(lock) ? last : null;
    }

    SymbolicValue top() {
        return getStack(getStackSize() - 1);
    }

    @Override
    public Frame<SymbolicValue> init(Frame<? extends SymbolicValue> frame) {
        super.init(frame);
        if (frame instanceof MonitorState other) {
            held = other.held;
            irregular = other.irregular;
        }
        return this;
    }

    @Override
    public void execute(AbstractInsnNode insn, Interpreter<SymbolicValue> interpreter) throws AnalyzerException {
        if (insn.getOpcode() == Opcodes.MONITORENTER) {
            List<Held> more = new ArrayList<>(held);
            more.add(new Held(top(), Set.of(flow.indexOf(insn))));
            irregular |= more.size() > 64;
            held = irregular ? List.of() : List.copyOf(more);
        } else if (insn.getOpcode() == Opcodes.MONITOREXIT) {
            irregular |= last(top()) == null;
            held = irregular ? List.of() : List.copyOf(held.subList(0, held.size() - 1));
        }
        super.execute(insn, interpreter);
    }

    /** ASM's first step in making a handler's state, and used for nothing else. */
    @Override
    public void clearStack() {
        super.clearStack();
        MonitorState thrower = (MonitorState) flow.thrower();
        held = thrower.held;
        irregular = thrower.irregular;
    }

    @Override
    public boolean merge(Frame<? extends SymbolicValue> frame, Interpreter<SymbolicValue> interpreter)
            throws AnalyzerException {
        boolean changed = super.merge(frame, interpreter);
        return (frame instanceof MonitorState other && mergeMonitors(other, interpreter)) || changed;
    }

    private boolean mergeMonitors(MonitorState other, Interpreter<SymbolicValue> interpreter) {
        if (irregular == other.irregular && held.equals(other.held)) {
            return false; // so it is at nearly every instruction
        }
        boolean unclear = irregular || other.irregular || held.size() != other.held.size();
        List<Held> merged = new ArrayList<>();
        for (int i = 0; i < held.size() && !unclear; i++) {
            Set<Integer> enters = new TreeSet<>(held.get(i).enters);
            enters.addAll(other.held.get(i).enters);
            merged.add(new Held(interpreter.merge(held.get(i).lock, other.held.get(i).lock), enters));
        }
        boolean changed = unclear != irregular || !merged.equals(held);
        irregular = unclear;
        held = merged;
        return changed;
    }
}
