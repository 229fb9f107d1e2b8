package io.vtmonitor.common;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of the default scheduler's carriers, from Linux: for how long they ran, and for how long they could
 * have run and the system gave them no processor. Elsewhere nothing is known.
 *
 * <p>Source: the first two columns of {@code /proc/PID/task/TID/schedstat}, in nanoseconds, and the state in
 * {@code /proc/PID/task/TID/stat}.
 */
public final class CarrierTime {
    private static final Path TASKS = Path.of("/proc/self/task");

    private static final String CARRIER = "jdk.internal.misc.CarrierThread";

    /** What Linux keeps of a name. */
    private static final int LONGEST_NAME = 15;

    /** Who waits all the while uses far less. */
    private static final long BUSY_NANOS = 50_000_000;

    /** In a JVM with more threads it would cost too much. */
    private static final int MOST_TASKS = 500;

    /** The same for what is asked once in a stall. */
    private static final int MOST_TASKS_ONCE = 10_000;

    /** Three numbers of at most twenty digits, a name, or a number, a name and a state. */
    private static final int LONGEST_LINE = 64;

    private static final long STATES_NANOS = 500_000_000;
    private static final long BETWEEN_STATES_NANOS = 10_000_000;

    /** On a machine so busy that half a second has fewer, it takes longer. */
    private static final int FEWEST_STATES = 10;

    /** Less than a tenth of the time without a processor is no lack of one. */
    private static final int LITTLE = 10;

    private final long begin = System.nanoTime();
    private final List<Path> carriers = new ArrayList<>();
    private final long[] ran;
    private final long[] waited;

    private CarrierTime(int mostTasks) throws IOException {
        Map<Path, String> tasks = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(TASKS)) {
            for (Path task : all) {
                tasks.put(task, read(task.resolve("comm")).strip());
                if (tasks.size() > mostTasks) {
                    throw new IOException("more than " + mostTasks + " threads");
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        List<Thread> threads = PlatformThreads.all();
        find(tasks, threads, false);
        if (carriers.isEmpty()) {
            find(tasks, threads, true);
        }
        if (carriers.isEmpty()) {
            throw new IOException("no carrier is known by its name");
        }
        ran = each(0);
        waited = each(1);
    }

    /**
     * By their names. Of a long one, JDK 26 and later keep the start and the end, earlier ones the start. So worker 1
     * of the default scheduler may have the name of worker 1 of another pool: then nothing is known.
     */
    private void find(Map<Path, String> tasks, List<Thread> threads, boolean inTheMiddle) {
        Set<String> names = new HashSet<>();
        Set<String> others = new HashSet<>();
        for (Thread thread : threads) {
            if (thread instanceof ForkJoinWorkerThread) {
                boolean carries = thread.getClass().getName().equals(CARRIER);
                (carries ? names : others).add(kept(thread.getName(), inTheMiddle));
            }
        }
        if (Collections.disjoint(names, others)) {
            tasks.forEach((task, name) -> {
                if (names.contains(name)) {
                    carriers.add(task);
                }
            });
        }
    }

    /**
     * A thread's name as the system has it.
     *
     * @param inTheMiddle whether that is where the JVM shortens it, and not at the end
     */
    static String kept(String name, boolean inTheMiddle) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        return inTheMiddle
                ? name.substring(0, 7) + ".." + name.substring(name.length() - 6)
                : name.substring(0, LONGEST_NAME);
    }

    /** From now on; null if the system tells nothing. */
    public static @Nullable CarrierTime begin() {
        try {
            return new CarrierTime(MOST_TASKS);
        } catch (IOException | RuntimeException ignored) {
            return null;
        }
    }

    /** The part of the time in which they wanted a processor and had one, 0 to 1; 0 if that is not known. */
    public double part() {
        try {
            return part(
                    sum(0) - LongStream.of(ran).sum(),
                    sum(1) - LongStream.of(waited).sum(),
                    System.nanoTime() - begin);
        } catch (IOException | RuntimeException ignored) {
            return 0;
        }
    }

    /** Processor time that they have used since the start, in nanoseconds; less than 0 if that is not known. */
    public long ranNanos() {
        try {
            return sum(0) - LongStream.of(ran).sum();
        } catch (IOException | RuntimeException ignored) {
            return -1;
        }
    }

    /** Carriers that hardly want one say nothing: a few microseconds without it are most of what they want. */
    static double part(long ran, long without, long nanos) {
        if (ran <= 0) {
            return 0;
        }
        return without < nanos / LITTLE ? 1 : (double) ran / (ran + without);
    }

    /** How many carriers have computed for a while since the start; less than 0 if that is not known. */
    public int busy() {
        try {
            long[] now = each(0);
            int busy = 0;
            for (int i = 0; i < now.length; i++) {
                busy += now[i] - ran[i] >= BUSY_NANOS ? 1 : 0;
            }
            return busy;
        } catch (IOException | RuntimeException ignored) {
            return -1;
        }
    }

    /**
     * For how long a carrier could have run since this was asked last and had no processor, in nanoseconds; of the one
     * that waited longest, 0 the first time and where nothing is known. For one thread.
     */
    public static LongSupplier withoutProcessor() {
        AtomicReference<@Nullable CarrierTime> before = new AtomicReference<>();
        return () -> {
            CarrierTime last = before.getAndSet(begin());
            return last == null ? 0 : last.longestWait();
        };
    }

    private long longestWait() {
        try {
            long[] now = each(1);
            return IntStream.range(0, now.length)
                    .mapToLong(i -> now[i] - waited[i])
                    .max()
                    .orElse(0);
        } catch (IOException | RuntimeException ignored) {
            return 0;
        }
    }

    /**
     * For each carrier the part of the next half second in which it was running, 0 to 1: on a processor, or in line for
     * one. Its state says so at any time; the time in line gets into {@code schedstat} only when that ends, which takes
     * as long as a quota's period. The calling thread waits meanwhile.
     *
     * @return null if that is not known
     */
    public static @Nullable List<Double> running() {
        try {
            List<Path> carriers = new CarrierTime(MOST_TASKS_ONCE).carriers;
            int[] running = new int[carriers.size()];
            long begin = System.nanoTime();
            int looks = 0;
            while (looks < FEWEST_STATES || System.nanoTime() - begin < STATES_NANOS) {
                LockSupport.parkNanos(BETWEEN_STATES_NANOS);
                looks++;
                for (int i = 0; i < running.length; i++) {
                    running[i] += isRunning(read(carriers.get(i).resolve("stat"))) ? 1 : 0;
                }
            }
            double all = looks;
            return IntStream.of(running).mapToObj(count -> count / all).toList();
        } catch (IOException | RuntimeException ignored) {
            return null;
        }
    }

    /** The state follows the name, in which there may be anything. */
    static boolean isRunning(String stat) {
        return stat.startsWith(") R", stat.lastIndexOf(')'));
    }

    private long sum(int column) throws IOException {
        return LongStream.of(each(column)).sum();
    }

    /** Nanoseconds: 0 for those on a processor, 1 for those without. */
    private long[] each(int column) throws IOException {
        long[] nanos = new long[carriers.size()];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = Long.parseLong(read(carriers.get(i).resolve("schedstat")).split(" ", 3)[column]);
        }
        return nanos;
    }

    /** A file of this kind is one short line, which Linux returns in one read. */
    private static String read(Path file) throws IOException {
        byte[] line = new byte[LONGEST_LINE];
        try (InputStream in = new FileInputStream(file.toFile())) {
            return new String(line, 0, Math.max(0, in.read(line)), StandardCharsets.ISO_8859_1);
        }
    }
}
