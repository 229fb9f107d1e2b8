package io.vtmonitor.unpinned;

import java.sql.DriverManager;

/** Asks SQLite, whose central class has synchronized native methods, which nobody can rewrite. */
public final class Database {
    private Database() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select 40 + 2")) {
            rows.next();
            System.out.println("answer " + rows.getInt(1));
        }
    }
}
