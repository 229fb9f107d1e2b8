package golden;

import java.util.concurrent.ConcurrentHashMap;

/** A concurrent map whose function takes long. */
final class Maps {
    private Maps() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "computeIfAbsent" ->
                Blocked.twice(
                        () -> new ConcurrentHashMap<String, Integer>().computeIfAbsent("key", key -> Blocked.slow(1)));
            case "compute" ->
                Blocked.twice(
                        () -> new ConcurrentHashMap<String, Integer>().compute("key", (key, old) -> Blocked.slow(1)));
            case "merge" ->
                Blocked.twice(() -> {
                    ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
                    map.put("key", 1);
                    return map.merge("key", 1, (old, more) -> Blocked.slow(1));
                });
            case "second-key-user" -> {
                ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
                Blocked.behind(
                        taken -> map.computeIfAbsent("key", key -> {
                            taken.countDown();
                            return Blocked.slow(1);
                        }),
                        () -> map.computeIfAbsent("key", key -> 2));
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }
}
