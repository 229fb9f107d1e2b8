package io.vtmonitor.waits.census;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of the default scheduler's carriers, from Linux: for how long they ran, and for how long they could
 * have run and the system gave them no processor. Elsewhere nothing is known.
 */
final class CarrierTime {
    private static final Path TASKS = Path.of("/proc/self/task");

    /** What Linux keeps of the carriers' name. */
    private static final String NAME = "ForkJoinPool-1-";

    /** In a JVM with more threads it would cost too much. */
    private static final int MOST_TASKS = 500;

    private final List<Path> carriers = new ArrayList<>();
    private final long ran;
    private final long waited;

    private CarrierTime() throws IOException {
        int tasks = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(TASKS)) {
            for (Path task : all) {
                if (++tasks > MOST_TASKS) {
                    throw new IOException("more than " + MOST_TASKS + " threads");
                }
                if (read(task.resolve("comm")).startsWith(NAME)) {
                    carriers.add(task.resolve("schedstat"));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        ran = sum(0);
        waited = sum(1);
    }

    /** From now on; null where the system tells nothing. */
    static @Nullable CarrierTime begin() {
        try {
            return new CarrierTime();
        } catch (IOException | RuntimeException ignored) {
            return null;
        }
    }

    /** The part of the time in which they wanted a processor and had one, 0 to 1; 0 where that is not known. */
    double part() {
        try {
            double more = sum(0) - ran;
            double all = more + sum(1) - waited;
            return more <= 0 || all <= 0 ? 0 : Math.min(1, more / all);
        } catch (IOException | RuntimeException ignored) {
            return 0;
        }
    }

    /** Nanoseconds: 0 for those on a processor, 1 for those without. */
    private long sum(int column) throws IOException {
        long sum = 0;
        for (Path carrier : carriers) {
            sum += Long.parseLong(read(carrier).split(" ", 3)[column]);
        }
        return sum;
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
