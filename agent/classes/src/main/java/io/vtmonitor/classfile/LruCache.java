package io.vtmonitor.classfile;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last so many results, for a few threads. Values are made outside the lock; two threads may make the same one. */
public final class LruCache<K, V> {
    private final Map<K, V> entries;

    public LruCache(int most) {
        entries = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    public synchronized @Nullable V get(K key) {
        return entries.get(key);
    }

    public synchronized void put(K key, V value) {
        entries.put(key, value);
    }
}
