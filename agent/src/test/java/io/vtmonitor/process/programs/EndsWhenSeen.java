package io.vtmonitor.process.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Exits with 5, so many milliseconds after the first file has come to a folder: while an agent begins to watch. */
public final class EndsWhenSeen {
    private EndsWhenSeen() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        while (true) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    Thread.sleep(Long.parseLong(args[1]));
                    System.exit(5);
                }
            }
        }
    }
}
