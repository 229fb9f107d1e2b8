package io.vtmonitor.culprit;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last so many results, for a few threads. Values are made outside the lock; two threads may make the same one. */
final class Bounded<K, V> {
    private final Map<K, V> entries;

    Bounded(int most) {
        entries = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    synchronized @Nullable V get(K key) {
        return entries.get(key);
    }

    synchronized void put(K key, V value) {
        entries.put(key, value);
    }

    synchronized int size() {
        return entries.size();
    }
}
