package golden;

import java.time.Duration;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.JedisPoolConfig;

/** Jedis: what it does, the server's port, the port of the same behind a slow network. */
final class Redis {
    private Redis() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        int slowPort = Integer.parseInt(arguments[2]);
        switch (arguments[0]) {
            case "command" -> {
                try (Jedis jedis = new Jedis("127.0.0.1", slowPort)) {
                    Blocked.twice(() -> jedis.get("key"));
                }
            }
            case "pool-while-another-connects" -> {
                JedisPoolConfig config = new JedisPoolConfig();
                config.setMaxTotal(1);
                config.setMaxWait(Duration.ofSeconds(10));
                config.setTestOnCreate(true);
                try (Jedis warm = new Jedis("127.0.0.1", port);
                        JedisPool pool = new JedisPool(config, "127.0.0.1", slowPort)) {
                    warm.ping();
                    Blocked.behind(
                            taken -> {
                                taken.countDown();
                                pool.getResource().close();
                            },
                            () -> {
                                Thread.sleep(Blocked.MILLIS / 5);
                                pool.getResource().close();
                                return null;
                            });
                }
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }
}
