package io.vtmonitor.holders;

import io.vtmonitor.bytecode.FrameValues;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.SymbolicLock;
import io.vtmonitor.holders.LockElimination.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Where an object came from that a call returned: the second compiler compiles a short method together with its caller,
 * and so sees whether the object that it made has left. For one search, which it may end early.
 */
final class ReturnedObjects {
    /** Methods that return what another one returns, on several ways, have as many ways as the product of all. */
    private static final int MOST_STEPS = 10_000;

    private final InstructionIndex places;
    private final Function<SymbolicLock, Origin> made;
    private final Map<Further, Origin> known = new HashMap<>();
    private int steps;

    /** A call in a method that was called. */
    private record Further(FrameValues.Call call, int level) {}

    /** @param made whether an object that was just made is always shared, because of its class */
    ReturnedObjects(InstructionIndex places, Function<SymbolicLock, Origin> made) {
        this.places = places;
        this.made = made;
    }

    /** @param passed where what was passed to the call came from */
    Origin origin(FrameValues.Call call, Function<SymbolicLock, Origin> passed) {
        return origin(call, passed, 1);
    }

    /** What a call returns that is given no object depends on nothing else. */
    private Origin further(FrameValues.Call call, Function<SymbolicLock, Origin> passed, int level) {
        if (call.passed().stream().anyMatch(Objects::nonNull)) {
            return origin(call, passed, level);
        }
        Further key = new Further(call, level);
        Origin before = known.get(key);
        if (before == null) {
            before = origin(call, passed, level);
            known.put(key, before);
        }
        return before;
    }

    private Origin origin(FrameValues.Call call, Function<SymbolicLock, Origin> passed, int level) {
        Origin worst = Origin.SHARED;
        List<FrameValues> all = places.returned(call);
        if (all.isEmpty()) {
            return Origin.UNKNOWN;
        }
        for (FrameValues values : all) {
            SymbolicLock value = values.passed().get(0);
            boolean apart = level > LockElimination.MOST_LEVELS || values.lastIndex() > LockElimination.LARGEST;
            Origin next =
                    apart || value == null ? Origin.SHARED : new Callee(call, values, passed, level).origin(value);
            worst = next.compareTo(worst) > 0 ? next : worst;
            if (worst == Origin.MADE) {
                return worst;
            }
        }
        return worst;
    }

    /** One way to return from a method that was called. */
    private final class Callee {
        private final FrameValues.Call call;
        private final FrameValues values;
        private final Function<SymbolicLock, Origin> passed;
        private int level;

        Callee(FrameValues.Call call, FrameValues values, Function<SymbolicLock, Origin> passed, int level) {
            this.call = call;
            this.values = values;
            this.passed = passed;
            this.level = level;
        }

        private Origin origin(SymbolicLock value) {
            if (++steps > MOST_STEPS) { // a search that is given up proves nothing
                return Origin.MADE;
            }
            if (++level > LockElimination.MOST_LEVELS) { // nor do two that are stored in each other
                return Origin.MADE;
            }
            Origin found = ofValue(value.root() == null ? value : value.root());
            level--;
            return found;
        }

        private Origin ofValue(SymbolicLock value) {
            if (value.isNew()) {
                return isStored(value) ? Origin.SHARED : made.apply(value);
            }
            if (value.isWhole()) {
                SymbolicLock argument = call.passedAs(value);
                return argument == null ? Origin.SHARED : passed.apply(argument);
            }
            FrameValues.Call further = values.results().get(value);
            if (further != null) {
                return ReturnedObjects.this.further(further, this::origin, level + 1);
            }
            if (value.isFixed()) {
                return Origin.SHARED;
            }
            return values.makes() || value.isLinked() ? Origin.MADE : Origin.UNKNOWN;
        }

        private boolean isStored(SymbolicLock value) {
            return values.stores().stream()
                    .filter(store -> store.value().equals(value))
                    .map(FrameValues.Store::into)
                    .anyMatch(into -> into == null || origin(into) == Origin.SHARED);
        }
    }
}
