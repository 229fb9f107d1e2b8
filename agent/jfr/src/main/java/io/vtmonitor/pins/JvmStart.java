package io.vtmonitor.pins;

import io.vtmonitor.common.EpochNanos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * When this JVM's process began. Linux tells the boot to the second only, which is what the JDK has, so there it is
 * worked out from how long the system and the process have run. The JDK is asked on other systems only: its answer
 * comes with a thread pool.
 */
public final class JvmStart {
    private static final Path PROCESS = Path.of("/proc/self/stat");
    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final Path SYSTEM = Path.of("/proc/stat");
    private static final String BOOT = "\nbtime ";

    /** Of the kernel's times, on every Linux. */
    private static final long TICKS_A_SECOND = 100;

    /** After the name in parentheses, which may hold blanks: the 22nd field of all. */
    private static final int START_AFTER_NAME = 19;

    /** By the boot it is wrong by no more: if they differ by more, the container shows another system's uptime. */
    private static final long MOST_APART = 1_500_000_000L;

    private static final long NANOS = find();

    private JvmStart() {}

    /** Nanoseconds since the epoch; zero if the system does not say. */
    public static long nanos() {
        return NANOS;
    }

    /** Seconds from the start of this JVM until then; zero if the system does not say. */
    public static double secondsUntil(Instant then) {
        return NANOS == 0 ? 0 : Math.max(0, EpochNanos.nanos(then) - NANOS) / 1e9;
    }

    private static long find() {
        try {
            String process = Files.readString(PROCESS);
            long byBoot = sinceBoot(Files.readString(SYSTEM), process);
            long exact = EpochNanos.nanos(Instant.now()) - age(Files.readString(UPTIME), process);
            return Math.abs(exact - byBoot) <= MOST_APART ? exact : byBoot;
        } catch (IOException | RuntimeException ignored) {
            return fromManagement();
        }
    }

    private static long fromManagement() {
        try {
            Instant start = ProcessHandle.current().info().startInstant().orElse(null);
            return start == null ? 0 : EpochNanos.nanos(start);
        } catch (RuntimeException ignored) {
            return 0;
        }
    }

    /**
     * When a process began, by the second at which the system did; nanoseconds since the epoch.
     *
     * @param system {@code /proc/stat}
     * @param process {@code /proc/PID/stat}
     */
    static long sinceBoot(String system, String process) {
        int begin = system.indexOf(BOOT) + BOOT.length();
        return Long.parseLong(system.substring(begin, system.indexOf('\n', begin))) * 1_000_000_000L + nanos(process);
    }

    private static long nanos(String process) {
        String[] fields = process.substring(process.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[START_AFTER_NAME]) * (1_000_000_000L / TICKS_A_SECOND);
    }

    /**
     * How long a process has run.
     *
     * @param uptime {@code /proc/uptime}: seconds, with two digits
     * @param process {@code /proc/PID/stat}
     */
    static long age(String uptime, String process) {
        double system = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
        return Math.round(system * 1e9) - nanos(process);
    }
}
