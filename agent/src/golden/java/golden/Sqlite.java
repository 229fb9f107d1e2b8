package golden;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.Function;

/** SQLite: native code that calls back, and its monitor around the database. */
final class Sqlite {
    private Sqlite() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            Function.create(connection, "pause", new Pause());
            switch (arguments[0]) {
                case "function" -> Blocked.twice(() -> query(connection));
                case "shared-connection" -> {
                    query(connection);
                    Blocked.behind(
                            taken -> {
                                taken.countDown();
                                query(connection);
                            },
                            () -> {
                                Thread.sleep(Blocked.MILLIS / 5);
                                return query(connection);
                            });
                }
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    private static Object query(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute("select pause()");
        }
    }

    private static final class Pause extends Function {
        @Override
        protected void xFunc() throws SQLException {
            result(Blocked.slow(1));
        }
    }
}
