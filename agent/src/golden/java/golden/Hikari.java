package golden;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;

/** HikariCP over a database that is slow to connect to. */
final class Hikari {
    private Hikari() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "first-connection" ->
                Blocked.twice(() -> {
                    HikariConfig config = config();
                    try (HikariDataSource pool = new HikariDataSource()) {
                        config.copyStateTo(pool);
                        pool.getConnection().close();
                    }
                    return null;
                });
            case "exhausted" -> {
                try (HikariDataSource pool = new HikariDataSource(config())) {
                    Blocked.behind(
                            taken -> {
                                try (Connection connection = pool.getConnection()) {
                                    taken.countDown();
                                    Blocked.slow(connection);
                                }
                            },
                            () -> {
                                pool.getConnection().close();
                                return null;
                            });
                }
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static HikariConfig config() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(SlowDatabase.dataSource());
        config.setMaximumPoolSize(1);
        return config;
    }
}
