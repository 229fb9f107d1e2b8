package io.vtmonitor.holders;

import io.vtmonitor.bytecode.FrameMonitors;
import io.vtmonitor.bytecode.FrameValues;
import io.vtmonitor.bytecode.InstructionFacts;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.JdkFrames;
import io.vtmonitor.bytecode.SymbolicLock;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The monitors each frame of a stack owns. Two of them are not owned although the frame seems to own them: the one a
 * thread is just trying to enter, and the one it has released by {@code Object.wait}. Which that was is certain where
 * the bytecode names the object, in callers as far as it shows that they passed it on. Other callers of a wait are only
 * likely holders unless {@link DistinctObjectProof} proves that they own another.
 */
final class MonitorHolders {
    private final InstructionIndex places;
    private final DistinctObjectProof others;
    private final MethodMonitor methodMonitor;

    MonitorHolders(InstructionIndex places) {
        this.places = places;
        this.others = new DistinctObjectProof(places);
        this.methodMonitor = new MethodMonitor(places);
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
        if (JdkFrames.waitsAbove(frames, top)) {
            giveBack(all, top, blocking.monitorClass());
        } else if (blocking.event() == BlockingEvent.MONITOR_ENTER && top < frames.size()) {
            dropWhatIsEntered(all, top, blocking.monitorClass());
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

    /** The frame that a contended enter or a wait blocks, and which object, if that is known. */
    Holder blocker(FrameMonitors top, Blocking blocking) {
        String monitorClass = blocking.monitorClass();
        boolean waits = blocking.event() == BlockingEvent.MONITOR_WAIT;
        SymbolicLock lock;
        boolean sure = true;
        if (waits) {
            lock = waitedOn(top, monitorClass);
            sure = lock == null || top.place() != null;
        } else if (methodMonitor.mayEnter(top.frame(), monitorClass)) {
            lock = FrameMonitors.methodLock(top.frame());
            sure = monitorClass == null || methodMonitor.fits(top.frame(), monitorClass);
        } else {
            lock = top.place() == null ? null : top.place().entering();
        }
        return new Holder(
                top.frame(),
                waits ? Hold.OBJECT_WAIT : Hold.MONITOR_ENTER,
                0,
                lock == null ? null : lock.text(),
                sure ? Confidence.EXACT : Confidence.LIKELY,
                places.library(top.frame()),
                lock == null ? null : lock.object());
    }

    /** Without an instruction it is likely the method's own, unless the event names another class. */
    private @Nullable SymbolicLock waitedOn(FrameMonitors waiter, @Nullable String monitorClass) {
        if (waiter.place() != null) {
            return waiter.place().operand();
        }
        Frame frame = waiter.frame();
        boolean own = frame.isSynchronized() && !methodMonitor.isAnother(frame, monitorClass);
        return own ? FrameMonitors.methodLock(frame) : null;
    }

    private void dropWhatIsEntered(List<@Nullable FrameMonitors> all, int top, @Nullable String monitorClass) {
        FrameMonitors entering = Objects.requireNonNull(all.get(top));
        InstructionFacts place = entering.place();
        if (methodMonitor.mayEnter(entering.frame(), monitorClass)) {
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
        SymbolicLock waitedOn = waitedOn(waiter, monitorClass);
        List<SymbolicLock> rest = new ArrayList<>(waiter.locks());
        boolean here = waitedOn != null && removeSame(rest, waitedOn);
        int elsewhere = all.stream()
                .skip(top + 1L)
                .mapToInt(owned -> owned == null ? 0 : owned.locks().size())
                .sum();
        if (!here && rest.size() + elsewhere == 1 && mayBeTheOnlyOne(all, waiter, monitorClass)) {
            rest.clear();
            all.replaceAll(owned -> owned == null ? null : owned.with(List.of(), owned.confidence()));
        }
        giveBackBelow(all, top, waitedOn);
        boolean sure = rest.isEmpty();
        if (!sure) {
            sure = (here && waitedOn != null)
                    ? others.ownsNoneHere(waiter, rest, waitedOn, monitorClass)
                    : others.ownsNone(waiter.with(rest, waiter.confidence()), waiter, null, monitorClass);
        }
        all.set(top, waiter.with(rest, sure ? waiter.confidence() : Confidence.LIKELY));
        for (int i = top + 1; i < all.size(); i++) {
            FrameMonitors owner = all.get(i);
            if (owner != null && !others.ownsNone(owner, waiter, waitedOn, monitorClass)) {
                all.set(i, owner.with(owner.locks(), Confidence.LIKELY));
            }
        }
    }

    /** Callers that have entered the same object own it no longer, either. It is followed from call to call. */
    private void giveBackBelow(List<@Nullable FrameMonitors> all, int top, @Nullable SymbolicLock waitedOn) {
        SymbolicLock object = waitedOn == null || !others.isFixed(waitedOn) ? null : waitedOn;
        for (int i = top + 1; i < all.size() && object != null; i++) {
            FrameMonitors called = all.get(i - 1);
            FrameMonitors caller = all.get(i);
            object = called == null || caller == null ? null : passed(caller, called.frame(), object);
            SymbolicLock same = object;
            if (same != null && caller != null && caller.locks().stream().anyMatch(same::isSame)) {
                List<SymbolicLock> rest = new ArrayList<>(caller.locks());
                rest.removeIf(same::isSame);
                all.set(i, caller.with(rest, caller.confidence()));
            }
        }
    }

    /** What an object of a method is for its caller; null if that is not known for sure. */
    private @Nullable SymbolicLock passed(FrameMonitors caller, Frame called, SymbolicLock object) {
        SymbolicLock from = object.root() == null ? object : object.root();
        if (!from.isWhole()) {
            return object.isFixed() ? object : null; // a class, or what a static field has
        }
        InstructionFacts place = caller.place();
        FrameValues values = places.values(caller.frame());
        int index = called.isStatic() ? from.parameter() - 1 : from.parameter();
        if (from.isNew()
                || place == null
                || !place.regular()
                || !place.calls(called.methodName())
                || values == null
                || index >= values.passed().size()) {
            return null;
        }
        SymbolicLock passed = values.passed().get(index);
        if (object.root() != null) {
            return from.equals(passed) ? object : null;
        }
        return passed != null && passed.isFixed() && others.isFixed(passed) ? passed : null;
    }

    /**
     * Whether the only monitor that is known can be the one that was waited on. It need not be where frames are unread:
     * then the event must name its class.
     */
    private boolean mayBeTheOnlyOne(
            List<@Nullable FrameMonitors> all, FrameMonitors waiter, @Nullable String monitorClass) {
        boolean unread = !MissingClassFiles.frames(all).isEmpty();
        for (FrameMonitors owner : all) {
            if (owner == null || owner.locks().isEmpty()) {
                continue;
            }
            boolean another = others.ownsNone(owner, waiter, null, monitorClass);
            boolean byFlag = owner.place() == null;
            boolean fits = monitorClass == null || !byFlag || methodMonitor.fits(owner.frame(), monitorClass);
            if (another || (unread && !fits)) {
                return false;
            }
        }
        return true;
    }
}
