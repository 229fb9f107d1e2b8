package io.vtmonitor.holders;

import io.vtmonitor.bytecode.FrameMonitors;
import io.vtmonitor.bytecode.InstructionFacts;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.JdkFrames;
import io.vtmonitor.bytecode.SymbolicLock;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The monitors each frame of a stack owns. Two of them are not owned although the frame looks so: the one a thread is
 * just trying to enter, and the one it has given back by {@code Object.wait}. Which that was is certain where the
 * bytecode names the object; re-entered by a caller it cannot be told, so callers of a wait are only likely holders
 * unless {@link DistinctObjectProof} proves that they own another.
 */
final class MonitorHolders {
    private final InstructionIndex places;
    private final DistinctObjectProof others;

    MonitorHolders(InstructionIndex places) {
        this.places = places;
        this.others = new DistinctObjectProof(places);
    }

    /**
     * For each frame what it owns, null for the park machinery and the scheduler.
     *
     * @param forClass whether the JVM itself waits for a class: then no monitor is being entered or was given back
     */
    List<@Nullable FrameMonitors> owned(Blocking blocking, boolean forClass) {
        List<Frame> frames = blocking.stack().frames();
        List<@Nullable FrameMonitors> all = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            Frame above = i == 0 ? null : frames.get(i - 1);
            all.add(JdkFrames.isParkOrScheduler(frame) ? null : FrameMonitors.by(frame, above, places));
        }
        if (forClass) {
            return all;
        }
        int top = top(frames);
        if (top > 0 && JdkFrames.isWait(frames.get(top - 1))) {
            giveBack(all, top, blocking.monitorClass());
        } else if (blocking.event() == BlockingEvent.MONITOR_ENTER && top < frames.size()) {
            dropWhatIsEntered(all, top);
        }
        return all;
    }

    /** Position of the topmost frame that is not park machinery; the number of frames where there is none. */
    static int top(List<Frame> frames) {
        int top = 0;
        while (top < frames.size() && JdkFrames.isParkOrScheduler(frames.get(top))) {
            top++;
        }
        return top;
    }

    /** What a contended enter, or a wait, is about: null where the bytecode does not tell. */
    static @Nullable String blockedOn(FrameMonitors top, BlockingEvent event) {
        SymbolicLock lock;
        if (event == BlockingEvent.MONITOR_WAIT) {
            lock = waitedOn(top);
        } else if (entersByFlag(top)) {
            lock = FrameMonitors.methodLock(top.frame());
        } else {
            lock = top.place() == null ? null : top.place().entering();
        }
        return lock == null ? null : lock.text();
    }

    private static @Nullable SymbolicLock waitedOn(FrameMonitors waiter) {
        if (waiter.place() != null) {
            return waiter.place().operand();
        }
        return waiter.frame().isSynchronized() ? FrameMonitors.methodLock(waiter.frame()) : null;
    }

    private static boolean entersByFlag(FrameMonitors top) {
        return top.frame().isSynchronized() && top.frame().bytecodeIndex() <= 0;
    }

    private static void dropWhatIsEntered(List<@Nullable FrameMonitors> all, int top) {
        FrameMonitors entering = Objects.requireNonNull(all.get(top));
        InstructionFacts place = entering.place();
        if (entersByFlag(entering)) {
            all.set(top, entering.with(List.of(), entering.confidence()));
        } else if (place != null && place.entering() == null) {
            all.set(top, entering.with(entering.locks(), Confidence.LIKELY)); // not the class file that ran
        } else if (place != null && place.kind() != InstructionFacts.Kind.MONITOR_ENTER) {
            List<SymbolicLock> others = new ArrayList<>(entering.locks());
            int taken = others.lastIndexOf(place.entering());
            if (taken >= 0) {
                others.remove(taken);
            }
            all.set(top, entering.with(others, entering.confidence()));
        }
    }

    /** Of a field that may have been assigned, only the last lock is surely the one that was waited on. */
    private boolean removeSame(List<SymbolicLock> locks, SymbolicLock waitedOn) {
        if (others.isFixed(waitedOn)) {
            return locks.removeIf(waitedOn::isSame);
        }
        for (int i = locks.size() - 1; i >= 0; i--) {
            if (waitedOn.isSame(locks.get(i))) {
                locks.remove(i);
                return true;
            }
        }
        return false;
    }

    private void giveBack(List<@Nullable FrameMonitors> all, int top, @Nullable String monitorClass) {
        FrameMonitors waiter = Objects.requireNonNull(all.get(top));
        SymbolicLock waitedOn = waitedOn(waiter);
        List<SymbolicLock> rest = new ArrayList<>(waiter.locks());
        boolean here = waitedOn != null && removeSame(rest, waitedOn);
        int elsewhere = all.stream()
                .skip(top + 1L)
                .mapToInt(owned -> owned == null ? 0 : owned.locks().size())
                .sum();
        if (!here && rest.size() + elsewhere == 1) {
            rest.clear();
            all.replaceAll(owned -> owned == null ? null : owned.with(List.of(), owned.confidence()));
        }
        boolean sure = rest.isEmpty()
                || (here && waitedOn != null && others.ownsNoneHere(waiter, rest, waitedOn, monitorClass));
        all.set(top, waiter.with(rest, sure ? waiter.confidence() : Confidence.LIKELY));
        for (int i = top + 1; i < all.size(); i++) {
            FrameMonitors owner = all.get(i);
            if (owner != null && !others.ownsNone(owner, waiter, waitedOn, monitorClass)) {
                all.set(i, owner.with(owner.locks(), Confidence.LIKELY));
            }
        }
    }
}
