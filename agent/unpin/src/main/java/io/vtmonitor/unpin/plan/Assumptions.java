package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.Names;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What places that lock by the lock alone rely on and no class file can promise: of a matched interface or of a method
 * that may be overridden, that each implementation does as the known ones do. Every class that implements or extends a
 * matched type is held against it: if it came first the place takes both, if it comes later the two are reported before
 * it can run.
 */
final class Assumptions {
    private final Map<Assumption, String> made = new ConcurrentHashMap<>();
    private final Map<String, WeakReference<LoaderHierarchy>> related = new ConcurrentHashMap<>();

    /**
     * That nobody locks objects of a type by their monitor alone; or that what a method of the type gives is no such
     * object.
     *
     * @param type internal name
     * @param method name and descriptor, empty for objects of the type themselves
     */
    record Assumption(String type, String method) {
        String text() {
            return method.isEmpty()
                    ? "an object of " + Names.dotted(type)
                    : "the result of " + Names.dotted(type) + "." + method.substring(0, method.indexOf('(')) + "()";
        }
    }

    /** From now on it is relied upon, unless a class that is known breaks it. */
    boolean make(Assumption assumption) {
        String broken = made.putIfAbsent(assumption, "");
        if (broken != null) {
            return broken.isEmpty();
        }
        for (Map.Entry<String, WeakReference<LoaderHierarchy>> one : related.entrySet()) {
            LoaderHierarchy classes = one.getValue().get();
            String why = classes == null ? null : classes.breaks(assumption, one.getKey(), false);
            if (why != null) {
                made.put(assumption, why);
                return false;
            }
        }
        return true;
    }

    /** A class that is being loaded and extends or implements a matched type: what of it breaks what is relied upon. */
    List<String> loaded(String name, LoaderHierarchy classes) {
        related.put(name, new WeakReference<>(classes));
        return made.entrySet().stream()
                .filter(one -> one.getValue().isEmpty())
                .map(one -> broken(one.getKey(), name, classes))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private String broken(Assumption assumption, String name, LoaderHierarchy classes) {
        @Nullable String why = classes.breaks(assumption, name, true);
        if (why == null) {
            return "";
        }
        made.put(assumption, why);
        return why + "; places of the pattern that lock " + assumption.text() + " use only the lock";
    }
}
