package io.vtmonitor.bytecode;

import io.vtmonitor.bytecode.calls.ClassMethods;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.ClassBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Which frames of a stack have called {@code lock} of a {@code java.util.concurrent} lock and not yet {@code unlock}:
 * by data flow within each method, on all ways that lead to where the frame stands. A frame may have taken another lock
 * than the one that is asked about, so what it says is likely, no more. For one thread alone.
 */
public final class ExplicitLocks {
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final long LARGEST_FLOW = 1_000_000;

    /** Frames that have been looked at. */
    private static final int MOST_KNOWN = 2_000;

    private final ClassBytes classes;
    private final Map<Place, Boolean> known = new HashMap<>();

    /** A line of a method, and the method that it calls. */
    private record Place(StackTraceElement frame, String callee) {}

    public ExplicitLocks(ClassBytes classes) {
        this.classes = classes;
    }

    /**
     * All such frames. Never throws.
     *
     * @param trace topmost frame first
     * @return their depths, 0 is the topmost
     */
    public List<Integer> holders(List<StackTraceElement> trace) {
        List<Integer> found = new ArrayList<>();
        for (int depth = 1; depth < trace.size(); depth++) {
            StackTraceElement frame = trace.get(depth);
            StackTraceElement above = trace.get(depth - 1);
            if (!JdkNames.isJdk(frame.getClassName()) && !awaits(above) && holdsOnce(frame, above)) {
                found.add(depth);
            }
        }
        return found;
    }

    /** Who awaits a condition has given the lock of that back. */
    private static boolean awaits(StackTraceElement called) {
        return called.getClassName().endsWith("Synchronizer$ConditionObject")
                && called.getMethodName().startsWith("await");
    }

    private boolean holdsOnce(StackTraceElement frame, StackTraceElement above) {
        Place place = new Place(frame, above.getMethodName());
        Boolean before = known.get(place);
        if (before != null) {
            return before;
        }
        boolean holds = holds(frame, above);
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        known.put(place, holds);
        return holds;
    }

    private boolean holds(StackTraceElement frame, StackTraceElement above) {
        String owner = frame.getClassName().replace('.', '/');
        for (MethodNode method : ClassMethods.of(classes, frame.getClassName())) {
            try {
                if (method.name.equals(frame.getMethodName())
                        && holds(owner, method, frame.getLineNumber(), above.getMethodName())) {
                    return true;
                }
            } catch (RuntimeException | AnalyzerException ignored) {
                // A method that ASM cannot follow proves nothing: the next one is looked at.
            }
        }
        return false;
    }

    /** Whether all calls of that method on that line are made with a lock held, and there is one. */
    private static boolean holds(String owner, MethodNode method, int line, String callee) throws AnalyzerException {
        if (!takesAny(method)
                || (long) method.instructions.size() * (method.maxLocals + method.maxStack) > LARGEST_FLOW) {
            return false;
        }
        Frame<SymbolicLock>[] states = new Flow(method).analyze(owner, method);
        boolean held = false;
        int at = 0;
        for (int i = 0; i < states.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            at = insn instanceof LineNumberNode number ? number.line : at;
            if (at == line
                    && insn instanceof MethodInsnNode call
                    && call.name.equals(callee)
                    && states[i] instanceof State state) {
                if (state.held.isEmpty()) {
                    return false;
                }
                held = true;
            }
        }
        return held;
    }

    private static boolean takesAny(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (takes(insn)) {
                return true;
            }
        }
        return false;
    }

    private static boolean takes(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call
                && call.owner.startsWith(LOCKS)
                && (call.name.equals("lock") || call.name.equals("lockInterruptibly") || call.name.equals("tryLock"));
    }

    private static boolean gives(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call && call.owner.startsWith(LOCKS) && call.name.equals("unlock");
    }

    private static final class Flow extends Analyzer<SymbolicLock> {
        Flow(MethodNode method) {
            super(new LockInterpreter(method, Map.of()));
        }

        @Override
        protected Frame<SymbolicLock> newFrame(int locals, int maxStack) {
            return new State(locals, maxStack);
        }

        @Override
        protected Frame<SymbolicLock> newFrame(Frame<? extends SymbolicLock> frame) {
            return new State(frame);
        }
    }

    /** The locks that are held on all ways; where two ways meet, those that both hold. So the flow comes to an end. */
    private static final class State extends Frame<SymbolicLock> {
        private Set<SymbolicLock> held = Set.of();

        State(int locals, int maxStack) {
            super(locals, maxStack);
        }

        State(Frame<? extends SymbolicLock> other) {
            super(other);
            held = other instanceof State state ? state.held : Set.of();
        }

        @Override
        public Frame<SymbolicLock> init(Frame<? extends SymbolicLock> frame) {
            super.init(frame);
            held = frame instanceof State state ? state.held : Set.of();
            return this;
        }

        @Override
        public void execute(AbstractInsnNode insn, Interpreter<SymbolicLock> interpreter) throws AnalyzerException {
            if (takes(insn) || gives(insn)) {
                MethodInsnNode call = (MethodInsnNode) insn;
                SymbolicLock lock = getStack(getStackSize() - 1 - Type.getArgumentCount(call.desc));
                Set<SymbolicLock> changed = new HashSet<>(held);
                if (takes(insn)) {
                    changed.add(lock);
                } else if (!changed.remove(lock)) {
                    giveSimilar(changed, lock.text());
                }
                held = Set.copyOf(changed);
            }
            super.execute(insn, interpreter);
        }

        /** The results of two calls, as of {@code writeLock()}, or a name that is lost, may be one lock. */
        private static void giveSimilar(Set<SymbolicLock> held, @Nullable String text) {
            boolean named = text != null && held.removeIf(lock -> text.equals(lock.text()));
            if (!named && !held.isEmpty()) {
                held.clear();
            }
        }

        @Override
        public boolean merge(Frame<? extends SymbolicLock> frame, Interpreter<SymbolicLock> interpreter)
                throws AnalyzerException {
            boolean changed = super.merge(frame, interpreter);
            Set<SymbolicLock> both = new HashSet<>(held);
            both.retainAll(frame instanceof State state ? state.held : Set.of());
            boolean fewer = both.size() < held.size();
            held = Set.copyOf(both);
            return changed || fewer;
        }
    }
}
