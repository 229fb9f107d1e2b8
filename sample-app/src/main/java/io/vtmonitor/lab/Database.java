package io.vtmonitor.lab;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/**
 * The database that the application queries.
 *
 * @param url its JDBC URL, with the user's password where there is one: never printed
 * @param name what is printed instead
 */
public record Database(String url, String name) {
    private static final int MYSQL_PORT = 3306;
    private static final int PATIENCE_MILLIS = 3_000;

    /** A database of the user's own; looks whether anything answers there, so that the answer comes at once. */
    public static Database at(String url) {
        var server = URI.create(url.substring("jdbc:".length()));
        // A list of several hosts has no host of its own for java.net.URI; then the application finds out.
        if (server.getHost() != null) {
            knock(server.getHost(), server.getPort() < 0 ? MYSQL_PORT : server.getPort());
        }
        return new Database(url, printable(url));
    }

    /** A URL without what may be a password: before the host, or after the question mark. */
    public static String printable(String url) {
        return url.replaceFirst("\\?.*", "?…").replaceFirst("//.*@", "//…@");
    }

    /** The same server for another driver: MariaDB's has a scheme of its own and other words for TLS. */
    public Database forDriver(String driver) {
        return driver.startsWith("mariadb-")
                ? new Database(
                        url.replaceFirst("^jdbc:mysql:", "jdbc:mariadb:")
                                .replace("sslMode=DISABLED", "sslMode=disable"),
                        name)
                : this;
    }

    private static void knock(String host, int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
        } catch (IOException e) {
            throw new DemoFailure(
                    "Tried to connect to " + host + ":" + port + ", which --db names, and got: " + e.getMessage()
                            + ". Accepted is the URL of a running MySQL or MariaDB, jdbc:mysql://HOST:PORT/DATABASE;"
                            + " without --db the demo starts one itself. The application was not started.",
                    e);
        }
    }
}
