package repeats;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * Fifty virtual threads query by a pool of ten connections; then the books of the idle scheduler are told. Argument:
 * the URL.
 */
final class PooledConnections {
    private PooledConnections() {}

    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setMaximumPoolSize(10);
        config.setConnectionTimeout(120_000);
        HikariDataSource pool = new HikariDataSource(config);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            threads.add(Thread.ofVirtual().start(Threads.task(() -> {
                for (int j = 0; j < 5; j++) {
                    try (Connection connection = pool.getConnection()) {
                        SharedConnection.query(connection);
                    }
                }
            })));
        }
        Threads.join(threads);
        System.out.println("queried");
        Threads.tellBooks();
        System.exit(0);
    }
}
