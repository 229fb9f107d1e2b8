package golden;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;

/** Guava's cache whose values take long to load, and its supplier that remembers. */
final class Guava {
    private Guava() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "load" -> Blocked.twice(() -> cache().get("key"));
            case "memoize" ->
                Blocked.twice(() -> {
                    Supplier<Integer> supplier = Suppliers.memoize(() -> Blocked.slow(1));
                    return supplier.get();
                });
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static LoadingCache<String, Integer> cache() {
        return CacheBuilder.newBuilder().build(new CacheLoader<String, Integer>() {
            @Override
            public Integer load(String key) {
                return Blocked.slow(1);
            }
        });
    }
}
