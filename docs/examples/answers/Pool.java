import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;

/** Two connections, forgotten by their callers, and twenty more callers: for docs/answers.md. Needs HikariCP, H2. */
public final class Pool {
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:shop");
        config.setMaximumPoolSize(2);
        HikariDataSource pool = new HikariDataSource(config);
        for (int i = 0; i < 2; i++) {
            Thread.ofVirtual().start(() -> forget(pool)).join();
        }
        for (int i = 0; i < 20; i++) {
            Thread.ofVirtual().name("order-" + i).start(() -> order(pool));
        }
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void forget(HikariDataSource pool) {
        try {
            pool.getConnection(); // and never closes it
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void order(HikariDataSource pool) {
        try (Connection connection = pool.getConnection()) {
            System.out.println(connection.isValid(1));
        } catch (SQLException e) {
            System.out.println(e.getMessage());
        }
    }
}
