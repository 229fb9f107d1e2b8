package io.vtmonitor.classfile;

import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Loaded classes by name. They are held weakly, so that no class loader is kept alive. A class that is looked up was on
 * a stack, so it was loaded before. If its name is missing and is looked up for the first time, the list of loaded
 * classes is read again, because the answer is kept for the stack permanently. A name that was not found before causes
 * this at most twice a second.
 */
final class LoadedClasses {
    private static final long BETWEEN_LOOKS_NANOS = 500_000_000;

    private static final int LOOKS_FOR_NEW_NAMES = 20;
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final Instrumentation instrumentation;
    private final LongSupplier nanoTime;
    private final CaptureRate looksForNewNames;
    private final LruCache<String, Boolean> missing = new LruCache<>(1024);
    private @Nullable Entry[] byName = new Entry[1024];
    private int entries;
    private long lookedAt;

    /** A class among those with the same lowest bits of their name's hash. */
    private static final class Entry extends WeakReference<Class<?>> {
        private @Nullable Entry next;

        Entry(Class<?> type, @Nullable Entry next) {
            super(type);
            this.next = next;
        }
    }

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
        return entries == 0 || nanoTime.getAsLong() - lookedAt >= BETWEEN_LOOKS_NANOS;
    }

    /** Bounded, for a program that keeps unloading the classes it has just used. */
    private boolean isNew(String className) {
        return missing.get(className) == null && looksForNewNames.take();
    }

    private List<Class<?>> known(String className) {
        List<Class<?>> alive = new ArrayList<>();
        for (Entry entry = byName[bucket(className)]; entry != null; entry = entry.next) {
            Class<?> type = entry.get();
            if (type != null && type.getName().equals(className)) {
                alive.add(type);
            }
        }
        return alive;
    }

    private int bucket(String className) {
        int hash = className.hashCode();
        return (hash ^ hash >>> 16) & (byName.length - 1);
    }

    /** Adds those that are new: an application has tens of thousands, and most of them stay. */
    private void look() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!type.isArray() && !type.isHidden()) {
                add(type);
            }
        }
        lookedAt = nanoTime.getAsLong();
    }

    private void add(Class<?> type) {
        int bucket = bucket(type.getName());
        Entry before = null;
        for (Entry entry = byName[bucket]; entry != null; entry = entry.next) {
            if (entry.refersTo(type)) {
                return;
            }
            if (!entry.refersTo(null)) {
                before = entry;
            } else {
                entries--;
                if (before == null) {
                    byName[bucket] = entry.next;
                } else {
                    before.next = entry.next;
                }
            }
        }
        byName[bucket] = new Entry(type, byName[bucket]);
        entries++;
        if (entries > byName.length) {
            grow();
        }
    }

    private void grow() {
        @Nullable Entry[] old = byName;
        byName = new Entry[2 * old.length];
        for (@Nullable Entry first : old) {
            Entry entry = first;
            while (entry != null) {
                Entry next = entry.next;
                Class<?> type = entry.get();
                if (type == null) {
                    entries--;
                } else {
                    int bucket = bucket(type.getName());
                    entry.next = byName[bucket];
                    byName[bucket] = entry;
                }
                entry = next;
            }
        }
    }
}
