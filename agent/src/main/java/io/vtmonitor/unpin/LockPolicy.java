package io.vtmonitor.unpin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides for a place that locks. The question is always: who else may lock the same object, and how? If all of them are
 * rewritten, so is this. If some surely take the monitor, this keeps it. Where it can't be told, a place outside the pattern
 * takes both; one inside takes the lock if the object comes out of matched code, and is audited, else both.
 */
final class LockPolicy {
    private final Hierarchy classes;
    private final boolean matched;

    /**
     * @param classes as the loader of the class sees them
     * @param matched whether the class is meant by the pattern
     */
    LockPolicy(Hierarchy classes, boolean matched) {
        this.classes = classes;
        this.matched = matched;
    }

    /** The same for a class outside the pattern. */
    LockPolicy outside() {
        return matched ? new LockPolicy(classes, false) : this;
    }

    Choice choose(SymbolicValue lock) {
        return switch (lock.kind()) {
            case NULL -> Choice.keep("it is null");
            case STRING -> Choice.keep("a string is anybody's");
            case CLASS -> mirror(lock.owner());
            case THIS -> self(String.valueOf(lock.type()));
            case FIELD -> field(lock);
            case RESULT -> result(lock);
            case PARAMETER -> handedIn(lock, "it is handed in from outside");
            case NEW -> made(String.valueOf(lock.type()));
            case OTHER -> handedIn(lock, "where it comes from can't be told");
        };
    }

    private Choice mirror(String name) {
        if (classes.isRewritten(name)) {
            return Choice.rewrite("the class " + Names.dotted(name) + " is matched");
        }
        String why = classes.matches(name) ? classes.refusal(name) : "it is outside the pattern";
        return Choice.keep("the class " + Names.dotted(name) + ": " + why);
    }

    private Choice self(String name) {
        if (classes.isInterface(name)) {
            return matched
                    ? Choice.audited("an object that implements a matched interface")
                    : Choice.both("whatever implements " + Names.dotted(name));
        }
        Hierarchy.Objects objects = classes.objects(name);
        if (objects.ours()) {
            return Choice.rewrite("all that lock it are rewritten");
        }
        return Choice.keep(objects.why().isEmpty() ? "its class is outside the pattern" : objects.why());
    }

    private Choice made(String type) {
        if (!matched) {
            return typed(type, true) == Known.OURS
                    ? Choice.rewrite("of a matched class")
                    : Choice.keep("its own object");
        }
        return switch (typed(type, true)) {
            case OURS, NEUTRAL -> Choice.rewrite("made here");
            case MONITOR -> Choice.keep(whyMonitor(type));
            case UNKNOWN -> Choice.both("an object of " + Names.dotted(type));
        };
    }

    private Choice field(SymbolicValue lock) {
        List<SymbolicValue> stored = classes.stores(lock.owner(), lock.name());
        Choice byType = byType(lock);
        if (byType != null) {
            return byType;
        }
        boolean inside = classes.isRewritten(lock.owner());
        if (stored == null || stored.isEmpty()) {
            return inside && isPlain(lock.type())
                    ? Choice.audited("a field of a matched class")
                    : Choice.both("what is in the field can't be told");
        }
        boolean ours = true;
        for (SymbolicValue value : stored) {
            if (value.mayBeHandedIn() && !isOurs(value.type())) {
                return Choice.both("what is in the field is handed in from outside");
            }
            ours &= isOwn(value);
        }
        if (!inside) {
            return stored.stream().allMatch(this::isForeign)
                    ? Choice.keep("its own object")
                    : Choice.both("what is in the field can't be told");
        }
        return ours
                ? Choice.rewrite("only what the class made is in the field")
                : isPlain(lock.type())
                        ? Choice.audited("a field of a matched class")
                        : Choice.both("an object of " + Names.dotted(String.valueOf(lock.type())));
    }

    /** What a class puts into its field and others have no monitor of. */
    private boolean isOwn(SymbolicValue value) {
        return switch (value.kind()) {
            case NULL -> true;
            case NEW -> typed(String.valueOf(value.type()), true) != Known.MONITOR;
            default -> isOurs(value.type());
        };
    }

    /** What a class outside the pattern made for itself. */
    private boolean isForeign(SymbolicValue value) {
        return value.kind() == SymbolicValue.Kind.NULL
                || (value.kind() == SymbolicValue.Kind.NEW && typed(String.valueOf(value.type()), true) != Known.OURS);
    }

    private boolean isOurs(@Nullable String type) {
        return type != null && !classes.isInterface(type) && typed(type, false) == Known.OURS;
    }

    private Choice result(SymbolicValue lock) {
        Choice byType = byType(lock);
        if (byType != null) {
            return byType;
        }
        boolean inside = classes.isRewritten(lock.owner());
        return matched && inside && isPlain(lock.type())
                ? Choice.audited("the result of a matched method")
                : Choice.both("the result of " + Names.dotted(lock.owner()) + "." + lock.name() + "()");
    }

    private Choice handedIn(SymbolicValue lock, String why) {
        Choice byType = byType(lock);
        return byType == null ? Choice.both(why) : byType;
    }

    /** Decides where the type is enough, null where it is not. */
    private @Nullable Choice byType(SymbolicValue lock) {
        String type = lock.type();
        if (type == null || type.startsWith("[") || type.equals("java/lang/Object")) {
            return null;
        }
        if (type.equals("java/lang/Class")) {
            return Choice.both("any class may be in it");
        }
        if (classes.isInterface(type)) {
            return matched && classes.isRewritten(type) ? Choice.audited("of a matched interface") : null;
        }
        return switch (typed(type, lock.exact())) {
            case OURS -> Choice.rewrite("of the matched class " + Names.dotted(type));
            case MONITOR -> Choice.keep(whyMonitor(type));
            case NEUTRAL, UNKNOWN -> null;
        };
    }

    private String whyMonitor(String type) {
        Hierarchy.Objects objects = classes.objects(type);
        return objects.why().isEmpty() ? Names.dotted(type) + " is outside the pattern" : objects.why();
    }

    /** {@code Object} and arrays, and interfaces of the matched code: nobody else locks them by their own code. */
    private boolean isPlain(@Nullable String type) {
        return type == null
                || type.startsWith("[")
                || type.equals("java/lang/Object")
                || (classes.isInterface(type) && classes.isRewritten(type));
    }

    private enum Known {
        OURS,
        MONITOR,
        NEUTRAL,
        UNKNOWN
    }

    private Known typed(String type, boolean exact) {
        if (type.startsWith("[")) {
            return Known.NEUTRAL;
        }
        ClassFacts facts = classes.facts(type);
        if (facts == null) {
            return Known.UNKNOWN;
        }
        Hierarchy.Objects objects = classes.objects(type);
        if (objects.ours()) {
            return Known.OURS;
        }
        if (objects.selfLocking() || facts.isFinal()) {
            return Known.MONITOR;
        }
        return exact ? Known.NEUTRAL : Known.UNKNOWN;
    }
}
