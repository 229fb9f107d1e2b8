package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.FieldUse;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.flow.SymbolicValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides for a place that locks. For every object that a place locks by the lock alone, each other place that may lock
 * it does the same or takes both, monitor and lock. So the lock alone is for places whose every object is proven to be
 * a matched class's, or made by matched code; the monitor alone for those whose every object is proven to be none of
 * these. All others take both.
 */
public final class LockPolicy {
    private final LoaderHierarchy classes;
    private final boolean matched;

    /**
     * @param classes as the loader of the class sees them
     * @param matched whether the class is meant by the pattern
     */
    public LockPolicy(LoaderHierarchy classes, boolean matched) {
        this.classes = classes;
        this.matched = matched;
    }

    /** The same for a class outside the pattern. */
    LockPolicy outside() {
        return matched ? new LockPolicy(classes, false) : this;
    }

    /**
     * What becomes of a place.
     *
     * @param in internal name of the class that has the place
     */
    public Choice choose(String in, LockSite site) {
        SymbolicValue lock = site.lock();
        return switch (lock.kind()) {
            case NULL -> Choice.keep("it is null");
            case STRING -> Choice.keep("any code can lock the same string");
            case CLASS -> mirror(lock.owner());
            case THIS -> self(String.valueOf(lock.type()));
            case FIELD -> field(in, lock);
            case RESULT -> result(lock);
            case PARAMETER -> handedIn(lock, "it is passed in from outside");
            case NEW -> made(site);
            case OTHER ->
                matched && classes.own().areAll(lock.among())
                        ? Choice.rewrite("whatever it is, its class is matched")
                        : handedIn(lock, "its origin is not known");
        };
    }

    private Choice mirror(String name) {
        if (classes.isRewritten(name)) {
            return classes.members().handsMirrorToNatives(name)
                    ? Choice.both("the class " + Names.dotted(name) + ", which its native methods may lock")
                    : Choice.rewrite("the class " + Names.dotted(name) + " is matched");
        }
        boolean matches = classes.matches(name);
        if (matches && classes.facts(name) == null) {
            return Choice.both("the class file of " + Names.dotted(name) + " can't be read");
        }
        return Choice.keep("the class " + Names.dotted(name) + ": "
                + (matches ? classes.refusal(name) : "it is outside the pattern"));
    }

    private Choice self(String name) {
        if (classes.isInterface(name)) {
            return matched && classes.own().implement(name)
                    ? Choice.audited("an object that implements a matched interface")
                    : Choice.both("whatever implements " + Names.dotted(name));
        }
        LoaderHierarchy.Objects objects = classes.objects(name);
        if (objects.ours()) {
            return ours(name, "all that lock it are rewritten");
        }
        return objects.unread()
                ? Choice.both(objects.why())
                : Choice.keep(objects.why().isEmpty() ? "its class is outside the pattern" : objects.why());
    }

    /** Of a matched class. What native methods are handed keeps its monitor. */
    private Choice ours(String name, String why) {
        String natives = classes.members().handsToNatives(name);
        return natives == null
                ? Choice.rewrite(why)
                : Choice.both("native methods of " + Names.dotted(natives) + " may lock it");
    }

    private Choice made(LockSite site) {
        String type = String.valueOf(site.lock().type());
        ObjectKind kind = classes.kind(type, true);
        if (kind == ObjectKind.OURS) {
            return ours(type, matched ? "made here" : "of a matched class");
        }
        if (!matched) {
            return site.confined() || kind == ObjectKind.MONITOR
                    ? Choice.keep("its own object")
                    : Choice.both("made here and passed on");
        }
        if (site.handedTo().stream().anyMatch(classes::mayLockWhatItGets)) {
            return Choice.both("made here and passed on to code that may lock it, of the JDK or native");
        }
        return switch (kind) {
            case MONITOR -> Choice.keep(whyMonitor(type));
            case UNKNOWN -> Choice.both("an object of " + Names.dotted(type));
            default -> Choice.rewrite("made here");
        };
    }

    private Choice field(String in, SymbolicValue lock) {
        Choice byType = byType(lock);
        if (byType != null) {
            return byType;
        }
        FieldUse use = classes.members().field(lock.owner(), lock.name());
        List<FieldUse.Store> stores = use == null ? null : use.stores();
        if (use == null || stores == null || stores.isEmpty()) {
            return Choice.both("what is in the field is not known");
        }
        if (matched && classes.own().areInField(use)) {
            return Choice.rewrite("only objects of matched classes are in the field");
        }
        if (!use.escapes() && !classes.matches(in) && stores.stream().allMatch(this::isForeign)) {
            return Choice.keep("its own object");
        }
        for (FieldUse.Store store : stores) {
            if (store.value().mayBeHandedIn()) {
                return Choice.both("what is in the field is passed in from outside");
            }
        }
        return Choice.both("an object of " + Names.dotted(String.valueOf(lock.type())));
    }

    /** What a class outside the pattern made for itself. */
    private boolean isForeign(FieldUse.Store store) {
        SymbolicValue value = store.value();
        return value.kind() == SymbolicValue.Kind.NULL
                || (value.kind() == SymbolicValue.Kind.NEW
                        && !classes.matches(store.in())
                        && classes.kind(String.valueOf(value.type()), true) != ObjectKind.OURS);
    }

    private Choice result(SymbolicValue lock) {
        Choice byType = byType(lock);
        if (byType != null) {
            return byType;
        }
        return matched && classes.own().areResult(lock.owner(), lock.name())
                ? Choice.audited("the result of a matched method")
                : Choice.both("the result of " + Names.dotted(lock.owner()) + "." + lock.member() + "()");
    }

    private Choice handedIn(SymbolicValue lock, String why) {
        Choice byType = byType(lock);
        return byType == null ? Choice.both(why) : byType;
    }

    /** Decides where the type is enough, null if it is not. */
    private @Nullable Choice byType(SymbolicValue lock) {
        String type = lock.type();
        if (type == null || type.startsWith("[") || type.equals("java/lang/Object")) {
            return null;
        }
        if (type.equals("java/lang/Class")) {
            return Choice.both("any class may be in it");
        }
        if (classes.isInterface(type)) {
            return matched && classes.own().implement(type) ? Choice.audited("of a matched interface") : null;
        }
        return switch (classes.kind(type, lock.exact())) {
            case OURS -> ours(type, "of the matched class " + Names.dotted(type));
            case MONITOR -> Choice.keep(whyMonitor(type));
            case NEUTRAL, UNKNOWN -> null;
        };
    }

    private String whyMonitor(String type) {
        LoaderHierarchy.Objects objects = classes.objects(type);
        return objects.why().isEmpty() ? Names.dotted(type) + " is outside the pattern" : objects.why();
    }
}
