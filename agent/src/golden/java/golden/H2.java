package golden;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** H2 in the same process. */
public final class H2 {
    private H2() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection one = DriverManager.getConnection("jdbc:h2:mem:golden");
                Connection other = DriverManager.getConnection("jdbc:h2:mem:golden")) {
            execute(one, "create alias pause for \"golden.H2.pause\"");
            execute(one, "create table item (id int primary key, text varchar)");
            execute(one, "insert into item values (1, 'a')");
            switch (arguments[0]) {
                case "query" -> Blocked.twice(() -> execute(one, "call pause()"));
                case "row-lock" -> {
                    one.setAutoCommit(false);
                    Blocked.behind(
                            taken -> {
                                execute(one, "update item set text = 'b' where id = 1");
                                taken.countDown();
                                Blocked.slow(null);
                                one.commit();
                            },
                            () -> execute(other, "update item set text = 'c' where id = 1"));
                }
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /** The database calls it. */
    public static int pause() {
        return Blocked.slow(1);
    }

    private static Object execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }
}
