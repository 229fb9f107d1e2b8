package io.vtmonitor.holders;

import io.vtmonitor.bytecode.FrameMonitors;
import io.vtmonitor.bytecode.FrameValues;
import io.vtmonitor.bytecode.InstructionFacts;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.JdkFrames;
import io.vtmonitor.bytecode.Supertypes;
import io.vtmonitor.bytecode.SymbolicLock;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Monitors that compiled code may do without. The second compiler removes those of an object that is made in what it
 * compiles together, and that it does not see leave it: a frame's own object, or one that a caller made and passed up,
 * as long as no frame between them is too far away to be compiled together. A frame with such a monitor is only a
 * likely holder, unless nothing else on the stack can have kept the carrier.
 */
final class LockElimination {
    /** Calls that the compiler follows from the method that it compiles: {@code MaxInlineLevel} of JDK 14, plus one. */
    static final int MOST_LEVELS = 16;

    /** Longer methods are compiled by themselves: {@code FreqInlineSize}. */
    static final int LARGEST = 325;

    /** Which of the values that a lambda expression captured is looked for. */
    private static final int NONE = -1;

    private static final int ANY = -2;

    /** The compiler takes it that these always leave it, by a registration or by other threads. */
    private static final List<String> ALWAYS_SHARED = List.of("java.lang.Thread", "java.lang.ref.Reference");

    /** Computing methods put it into the table by compare-and-set, before they call the function. */
    private static final String RESERVATION = "java/util/concurrent/ConcurrentHashMap$ReservationNode";

    private final InstructionIndex places;
    private final Supertypes supertypes;

    /** Where a locked object came from, the worst last. */
    enum Origin {
        SHARED,
        UNKNOWN,
        MADE
    }

    LockElimination(InstructionIndex places) {
        this.places = places;
        this.supertypes = new Supertypes(places);
    }

    /**
     * What the frames own, those as likely whose monitor may have been removed.
     *
     * @param others whether something else on the stack keeps the carrier, or may, or the carrier may not be kept at
     *     all
     */
    List<@Nullable FrameMonitors> judge(List<Frame> frames, List<@Nullable FrameMonitors> owned, boolean others) {
        int monitors = 0;
        for (FrameMonitors each : owned) {
            monitors += each == null ? 0 : each.locks().size();
        }
        if (monitors == 0 || (monitors == 1 && !others)) {
            return owned;
        }
        List<@Nullable FrameMonitors> judged = new ArrayList<>(owned);
        for (int i = 0; i < judged.size(); i++) {
            FrameMonitors each = judged.get(i);
            if (each != null && each.confidence() == Confidence.EXACT && mayBeRemoved(frames, i, each.locks())) {
                judged.set(i, each.with(each.locks(), Confidence.LIKELY));
            }
        }
        return judged;
    }

    private boolean mayBeRemoved(List<Frame> frames, int owner, List<SymbolicLock> locks) {
        for (SymbolicLock lock : locks) {
            if (new Search(frames, owner).origin(owner, lock) == Origin.MADE) {
                return true;
            }
        }
        return false;
    }

    private Origin made(SymbolicLock lock) {
        String type = lock.type();
        boolean shared = type != null
                && (type.equals(RESERVATION)
                        || ALWAYS_SHARED.stream()
                                .anyMatch(above -> supertypes.isSubtype(type.replace('/', '.'), above)));
        return shared ? Origin.SHARED : Origin.MADE;
    }

    /** Follows one object down the stack. */
    private final class Search {
        private final List<Frame> frames;
        private final int owner;
        private final Map<Value, Origin> known = new HashMap<>();
        private final ReturnedObjects returned = new ReturnedObjects(places, LockElimination.this::made);
        private int captured = NONE;

        private record Value(int position, SymbolicLock lock, int captured) {}

        Search(List<Frame> frames, int owner) {
            this.frames = frames;
            this.owner = owner;
        }

        /** What is read from an object that was made there may have been made with it. */
        Origin origin(int position, SymbolicLock lock) {
            if (lock.root() != null) {
                return origin(position, lock.root());
            }
            if (!lock.isWhole()) {
                return ofOther(position, lock);
            }
            Value value = new Value(position, lock, captured);
            Origin before = known.putIfAbsent(value, Origin.MADE); // two that are stored in each other prove nothing
            if (before != null) {
                return before;
            }
            Origin found =
                    isStored(position, lock) ? Origin.SHARED : lock.isNew() ? made(lock) : passed(position, lock);
            known.put(value, found);
            return found;
        }

        private Origin ofOther(int position, SymbolicLock lock) {
            FrameValues values = places.values(frames.get(position));
            if (lock.text() == null) {
                return values != null && values.makes() ? Origin.MADE : Origin.UNKNOWN;
            }
            if (lock.isLinked()) {
                List<@Nullable SymbolicLock> all =
                        values == null ? null : values.captured().get(lock);
                return captured == NONE || all == null ? Origin.MADE : ofLambda(position, all);
            }
            FrameValues.Call call = values == null ? null : values.results().get(lock);
            if (call != null) {
                return returned.origin(call, passed -> origin(position, passed));
            }
            return lock.isFixed() ? Origin.SHARED : Origin.UNKNOWN;
        }

        /** What the object of a lambda expression has of the value that is looked for: nothing of a call's argument. */
        private Origin ofLambda(int position, List<@Nullable SymbolicLock> all) {
            if (captured == ANY) {
                return worst(position, all);
            }
            int index = captured;
            captured = NONE;
            Origin origin = index < all.size() ? worst(position, all.subList(index, index + 1)) : Origin.SHARED;
            captured = index;
            return origin;
        }

        /** Stored where other code finds it, before the call: then it has left for certain. */
        private boolean isStored(int position, SymbolicLock lock) {
            FrameValues values = places.values(frames.get(position));
            if (values == null) {
                return false;
            }
            for (FrameValues.Store store : values.stores()) {
                SymbolicLock into = store.into();
                if (store.value().equals(lock) && (into == null || origin(position, into) == Origin.SHARED)) {
                    return true;
                }
            }
            return false;
        }

        /** What the calling frame passed as that value; where frames are hidden, any of what it passed. */
        private Origin passed(int position, SymbolicLock lock) {
            Frame called = frames.get(position);
            int caller = position + 1;
            while (caller < frames.size() && passesOn(frames.get(caller))) {
                caller++;
            }
            if (caller == frames.size() || !mayBeCompiledWith(caller)) {
                return Origin.SHARED;
            }
            Frame frame = frames.get(caller);
            List<InstructionFacts> fitting = places.fitting(frame, called);
            boolean named = fitting.stream().anyMatch(place -> place.calls(called.methodName()));
            if (JdkFrames.isCalledByVm(called) && !fitting.isEmpty() && !named) {
                return Origin.SHARED;
            }
            FrameValues values = places.values(frame);
            FrameValues above = places.values(called);
            if (above != null && above.lastIndex() > LARGEST) {
                return Origin.SHARED;
            }
            if (values == null || fitting.isEmpty()) {
                return Origin.UNKNOWN;
            }
            int index = called.isStatic() ? lock.parameter() - 1 : lock.parameter();
            List<@Nullable SymbolicLock> passed = values.passed();
            if (named && caller == position + 1 && index < passed.size()) {
                return worst(caller, passed.subList(index, index + 1));
            }
            boolean ofLambda = called.methodName().startsWith("lambda$");
            boolean always = ofLambda && index == 0 && !called.isStatic() && !passed.isEmpty();
            int before = captured;
            captured = ofLambda && before == NONE ? index : ANY;
            Origin origin = worst(caller, always ? passed.subList(0, 1) : passed);
            captured = before;
            return origin;
        }

        private Origin worst(int position, List<@Nullable SymbolicLock> values) {
            Origin worst = Origin.SHARED;
            for (SymbolicLock value : values) {
                Origin next = value == null ? Origin.SHARED : origin(position, value);
                worst = next.compareTo(worst) > 0 ? next : worst;
            }
            return worst;
        }

        private static boolean passesOn(Frame frame) {
            return JdkFrames.isGenerated(frame) || (JdkFrames.isClassPlumbing(frame) && !frame.isNative());
        }

        /** Native code and what mounts virtual threads call compiled code, and are not compiled with it. */
        private boolean mayBeCompiledWith(int caller) {
            Frame frame = frames.get(caller);
            int levels = 0;
            for (int i = owner + 1; i <= caller; i++) {
                levels += passesOn(frames.get(i)) ? 0 : 1;
            }
            return !frame.isNative() && !JdkFrames.isParkOrScheduler(frame) && levels <= MOST_LEVELS;
        }
    }
}
