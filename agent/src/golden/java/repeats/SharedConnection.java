package repeats;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Twenty virtual threads query by one connection; then others wait in {@code Object.wait}. Argument: the URL. */
final class SharedConnection {
    private SharedConnection() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                threads.add(Thread.ofVirtual().start(Threads.task(() -> {
                    for (int j = 0; j < 10; j++) {
                        query(connection);
                    }
                })));
            }
            Threads.join(threads);
        }
        System.out.println("queried");
        Threads.waitPlainly();
        System.exit(0);
    }

    static void query(Connection connection) throws java.sql.SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select sleep(0.003)")) {
            result.next();
        }
    }
}
