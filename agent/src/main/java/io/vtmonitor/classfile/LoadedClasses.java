package io.vtmonitor.classfile;

import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Loaded classes by name. They are held weakly, so that no class loader is kept alive. A class that is looked up was on
 * a stack, so it was loaded before. If its name is missing and is looked up for the first time, the list of loaded
 * classes is read again, because the answer is kept for the stack permanently. A name that was looked up in vain before
 * causes this at most twice a second.
 */
final class LoadedClasses {
    private static final long BETWEEN_LOOKS_NANOS = 500_000_000;

    private static final int LOOKS_FOR_NEW_NAMES = 20;
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final Instrumentation instrumentation;
    private final LongSupplier nanoTime;
    private final CaptureRate looksForNewNames;
    private final LruCache<String, Boolean> missing = new LruCache<>(1024);
    private Map<String, List<WeakReference<Class<?>>>> byName = Map.of();
    private long lookedAt;

    LoadedClasses(Instrumentation instrumentation, LongSupplier nanoTime) {
        this.instrumentation = instrumentation;
        this.nanoTime = nanoTime;
        looksForNewNames = new CaptureRate(LOOKS_FOR_NEW_NAMES, PERIOD, nanoTime);
    }

    /** All that go by the name, one for each loader that defined it. */
    synchronized List<Class<?>> named(String className) {
        List<Class<?>> known = known(className);
        if (!known.isEmpty() || !(isDue() || isNew(className))) {
            return known;
        }
        look();
        List<Class<?>> found = known(className);
        if (found.isEmpty()) {
            missing.put(className, true);
        }
        return found;
    }

    /** The same, those included that another loader may have defined since. */
    synchronized List<Class<?>> namedByNow(String className) {
        if (isDue()) {
            look();
        }
        return named(className);
    }

    private boolean isDue() {
        return byName.isEmpty() || nanoTime.getAsLong() - lookedAt >= BETWEEN_LOOKS_NANOS;
    }

    /** Bounded, for a program that keeps unloading the classes it has just used. */
    private boolean isNew(String className) {
        return missing.get(className) == null && looksForNewNames.take();
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
