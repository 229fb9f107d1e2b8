package io.vtmonitor.resources;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Objects of the application, compared by identity and not kept alive, each with a value. For any thread. */
@SuppressWarnings("ReferenceEquality")
final class WeakIdentityMap<V> {
    private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    /** What is looked up by: equal to the {@link Key} of the same object. */
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

    /** What it had before, null if it was put. */
    @Nullable
    V putIfAbsent(Object object, V value) {
        return values.putIfAbsent(new Key(object, gone), value);
    }

    @Nullable
    V remove(Object object) {
        return values.remove(new Probe(object));
    }

    /** Drops what the application has dropped. */
    void expunge(Consumer<V> dropped) {
        for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
            V value = values.remove(each);
            if (value != null) {
                dropped.accept(value);
            }
        }
    }

    Collection<V> values() {
        return values.values();
    }
}
