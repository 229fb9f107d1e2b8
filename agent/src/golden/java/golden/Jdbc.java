package golden;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;

/** A driver: what it does, the query that takes long, a URL to a server, a URL to the same behind a slow network. */
final class Jdbc {
    private Jdbc() {}

    public static void main(String[] arguments) throws Exception {
        String query = arguments[1];
        String url = arguments[2];
        switch (arguments[0]) {
            case "query", "query-with-read-ahead" -> {
                try (Connection connection = DriverManager.getConnection(url)) {
                    Blocked.twice(() -> query(connection, query));
                }
            }
            case "prepared" -> {
                try (Connection connection = DriverManager.getConnection(url)) {
                    Blocked.twice(() -> prepared(connection, query));
                }
            }
            case "caller" -> {
                try (Connection connection = DriverManager.getConnection(url)) {
                    Blocked.twice(() -> caller(connection, query));
                }
            }
            case "locked" -> {
                try (Connection connection = DriverManager.getConnection(url)) {
                    ReentrantLock lock = new ReentrantLock();
                    Blocked.twice(() -> {
                        lock.lock();
                        try {
                            return query(connection, query);
                        } finally {
                            lock.unlock();
                        }
                    });
                }
            }
            case "commit" -> {
                try (Connection connection = DriverManager.getConnection(arguments[3])) {
                    connection.setAutoCommit(false);
                    Blocked.twice(() -> {
                        query(connection, query);
                        connection.commit();
                        return null;
                    });
                }
            }
            case "connect" ->
                Blocked.twice(() -> {
                    DriverManager.getConnection(arguments[3]).close();
                    return null;
                });
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static Object query(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    private static Object prepared(Connection connection, String query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet rows = statement.executeQuery()) {
            return rows.next();
        }
    }

    private static Object caller(Connection connection, String query) throws SQLException {
        synchronized (connection) {
            return query(connection, query);
        }
    }
}
