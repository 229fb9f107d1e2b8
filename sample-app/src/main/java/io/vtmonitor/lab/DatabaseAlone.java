package io.vtmonitor.lab;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The demo's database by itself, for programs that are not written in Java: prints its JDBC URL and serves until its
 * standard input ends, or it is told to end.
 */
public final class DatabaseAlone {
    private DatabaseAlone() {}

    /**
     * Starts it.
     *
     * @param arguments the folder that the server is unpacked to
     */
    public static void main(String[] arguments) throws IOException {
        try (var started = new Started()) {
            System.out.println(started.start(() -> EmbeddedMariaDb.start(Path.of(arguments[0])))
                    .database()
                    .url());
            while (System.in.read() >= 0) {
                // Whatever is said to it, only the end counts.
            }
        }
    }
}
