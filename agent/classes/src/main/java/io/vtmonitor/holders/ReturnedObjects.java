package io.vtmonitor.holders;

import io.vtmonitor.bytecode.FrameValues;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.SymbolicLock;
import io.vtmonitor.holders.LockElimination.Origin;
import java.util.List;
import java.util.function.Function;

/**
 * Where an object came from that a call returned: the second compiler compiles a short method together with its caller,
 * and so sees whether the object that it made has left.
 */
final class ReturnedObjects {
    private final InstructionIndex places;
    private final Function<SymbolicLock, Origin> made;

    /** @param made whether an object that was just made is always shared, because of its class */
    ReturnedObjects(InstructionIndex places, Function<SymbolicLock, Origin> made) {
        this.places = places;
        this.made = made;
    }

    /** @param passed where what was passed to the call came from */
    Origin origin(FrameValues.Call call, Function<SymbolicLock, Origin> passed) {
        return origin(call, passed, 1);
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
            if (++level > LockElimination.MOST_LEVELS) { // two that are stored in each other prove nothing
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
                return ReturnedObjects.this.origin(further, this::origin, level + 1);
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
