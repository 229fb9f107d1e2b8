package io.vtmonitor.pins;

import io.vtmonitor.common.EpochNanos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When this JVM's process began. Linux tells the JDK the boot to the second only, so there it is worked out from how
 * long the system and the process have run.
 */
public final class JvmStart {
    private static final Path PROCESS = Path.of("/proc/self/stat");
    private static final Path UPTIME = Path.of("/proc/uptime");

    /** Of the kernel's times, on every Linux. */
    private static final long TICKS_A_SECOND = 100;

    /** After the name in parentheses, which may hold blanks: the 22nd field of all. */
    private static final int START_AFTER_NAME = 19;

    /** The JDK's is wrong by no more: if they differ by more, the container shows another system's uptime. */
    private static final long MOST_APART = 1_500_000_000L;

    private static final long NANOS = find();

    private JvmStart() {}

    /** Nanoseconds since the epoch; zero where the system does not tell. */
    public static long nanos() {
        return NANOS;
    }

    /** Seconds from the start of this JVM until then; zero where the system does not tell. */
    public static double secondsUntil(Instant then) {
        return NANOS == 0 ? 0 : Math.max(0, EpochNanos.nanos(then) - NANOS) / 1e9;
    }

    private static long find() {
        Instant start = fromManagement();
        if (start == null) {
            return 0;
        }
        long nanos = EpochNanos.nanos(start);
        try {
            long exact = EpochNanos.nanos(Instant.now()) - age(Files.readString(UPTIME), Files.readString(PROCESS));
            return Math.abs(exact - nanos) <= MOST_APART ? exact : nanos;
        } catch (IOException | RuntimeException ignored) {
            return nanos;
        }
    }

    private static @Nullable Instant fromManagement() {
        try {
            return ProcessHandle.current().info().startInstant().orElse(null);
        } catch (RuntimeException ignored) {
            return null;
        }
    }

    /**
     * How long a process has run.
     *
     * @param uptime {@code /proc/uptime}: seconds, with two digits
     * @param process {@code /proc/PID/stat}
     */
    static long age(String uptime, String process) {
        double system = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
        String[] fields = process.substring(process.lastIndexOf(')') + 2).split(" ", -1);
        return Math.round(system * 1e9) - Long.parseLong(fields[START_AFTER_NAME]) * (1_000_000_000L / TICKS_A_SECOND);
    }
}
