package io.vtmonitor.resources;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A map from objects of the application, which are compared by identity and not kept alive. Thread-safe. */
@SuppressWarnings("ReferenceEquality")
final class WeakIdentityMap<V> {
    private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    /** A key for lookups, equal to the {@link Key} of the same object. */
    private static final class Probe {
        private final Object object;

        Probe(Object object) {
            this.object = object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.get() == object;
        }
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object object, ReferenceQueue<Object> gone) {
            super(object, gone);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object object = get();
            return object != null
                    && (other instanceof Key key
                            ? key.get() == object
                            : other instanceof Probe probe && probe.object == object);
        }
    }

    @Nullable
    V get(Object object) {
        return values.get(new Probe(object));
    }

    /** Returns the value that the object had before; null if it had none, so that this one was put. */
    @Nullable
    V putIfAbsent(Object object, V value) {
        return values.putIfAbsent(new Key(object, gone), value);
    }

    @Nullable
    V remove(Object object) {
        return values.remove(new Probe(object));
    }

    /** Drops the entries of objects that were garbage collected, and passes on their values. */
    void expunge(Consumer<V> dropped) {
        for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
            V value = values.remove(each);
            if (value != null) {
                dropped.accept(value);
            }
        }
    }

    /** Drops all entries, and passes on their values. */
    void clear(Consumer<V> dropped) {
        for (Object key : values.keySet()) {
            V value = values.remove(key);
            if (value != null) {
                dropped.accept(value);
            }
        }
    }

    Collection<V> values() {
        return values.values();
    }
}
