package golden;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.support.ConnectionPoolSupport;
import java.time.Duration;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/** Lettuce: what it does, and the port of a server behind a slow network. */
final class Lettuce {
    private Lettuce() {}

    public static void main(String[] arguments) throws Exception {
        RedisURI server = RedisURI.create("127.0.0.1", Integer.parseInt(arguments[1]));
        RedisClient client = RedisClient.create(server);
        switch (arguments[0]) {
            case "command" -> {
                try (StatefulRedisConnection<String, String> connection = client.connect()) {
                    Blocked.twice(() -> connection.sync().get("key"));
                }
            }
            case "pool-while-another-connects" -> {
                GenericObjectPoolConfig<StatefulRedisConnection<String, String>> config =
                        new GenericObjectPoolConfig<>();
                config.setMaxTotal(1);
                config.setMaxWait(Duration.ofSeconds(10));
                try (GenericObjectPool<StatefulRedisConnection<String, String>> pool =
                        ConnectionPoolSupport.createGenericObjectPool(client::connect, config)) {
                    Blocked.behind(
                            taken -> {
                                taken.countDown();
                                pool.borrowObject().close();
                            },
                            () -> {
                                Thread.sleep(Blocked.MILLIS / 5);
                                pool.borrowObject().close();
                                return null;
                            });
                }
            }
            case "master-replica" ->
                Blocked.twice(() -> {
                    try (StatefulRedisConnection<String, String> connection =
                            MasterReplica.connect(client, StringCodec.UTF8, server)) {
                        return connection.sync().get("key");
                    }
                });
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        client.shutdown(Duration.ZERO, Duration.ZERO);
    }
}
