package io.vtmonitor.culprit;

import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Loaded classes by name. They are held weakly, so that no class loader is kept alive. A name that is missing makes it look
 * again, at most twice a second: events come in once a second, and their classes are all loaded by then.
 */
final class LoadedClasses {
    private static final long BETWEEN_LOOKS_NANOS = 500_000_000;

    private final Instrumentation instrumentation;
    private final LongSupplier nanoTime;
    private Map<String, List<WeakReference<Class<?>>>> byName = Map.of();
    private long lookedAt;

    LoadedClasses(Instrumentation instrumentation, LongSupplier nanoTime) {
        this.instrumentation = instrumentation;
        this.nanoTime = nanoTime;
    }

    /** All that go by the name, one for each loader that defined it. */
    synchronized List<Class<?>> named(String className) {
        List<Class<?>> known = known(className);
        boolean due = byName.isEmpty() || nanoTime.getAsLong() - lookedAt >= BETWEEN_LOOKS_NANOS;
        if (known.isEmpty() && due) {
            look();
            known = known(className);
        }
        return known;
    }

    private List<Class<?>> known(String className) {
        List<Class<?>> alive = new ArrayList<>();
        for (WeakReference<Class<?>> reference : byName.getOrDefault(className, List.of())) {
            Class<?> type = reference.get();
            if (type != null) {
                alive.add(type);
            }
        }
        return alive;
    }

    private void look() {
        Class<?>[] loaded = instrumentation.getAllLoadedClasses();
        Map<String, List<WeakReference<Class<?>>>> found = new HashMap<>(loaded.length * 2);
        for (Class<?> type : loaded) {
            if (!type.isArray() && !type.isHidden()) {
                found.computeIfAbsent(type.getName(), name -> new ArrayList<>(1))
                        .add(new WeakReference<>(type));
            }
        }
        byName = found;
        lookedAt = nanoTime.getAsLong();
    }
}
