package golden;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** A cache whose values take long to load. */
final class CaffeineCache {
    private CaffeineCache() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "bounded" ->
                Blocked.twice(() -> {
                    Cache<String, Integer> cache =
                            Caffeine.newBuilder().maximumSize(10).build();
                    return cache.get("key", key -> Blocked.slow(1));
                });
            case "unbounded" ->
                Blocked.twice(() -> {
                    Cache<String, Integer> cache = Caffeine.newBuilder().build();
                    return cache.get("key", key -> Blocked.slow(1));
                });
            case "async" ->
                Blocked.twice(() -> {
                    AsyncCache<String, Integer> cache = Caffeine.newBuilder().buildAsync();
                    return cache.get("key", key -> Blocked.slow(1)).get();
                });
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }
}
