package io.vtmonitor.lab;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Virtual threads that ask again as soon as they have their answer. */
final class QueryLoad {
    /** The classes are loaded by then; the compilers still work. */
    private static final long BEGUN_MILLIS = 5_000;

    private static final long MEASURED_MILLIS = 5_000;

    /** So many seconds in a row the compilers are to take no more than that part of one processor. */
    private static final int CALM_SECONDS = 5;

    private static final double CALM_SHARE = 0.05;
    private static final int LONGEST_SECONDS = 60;

    private QueryLoad() {}

    /**
     * Prints the queries a second, and the microseconds of this JVM's processor time for each: of the sixth to the
     * tenth second ({@code early-rate}, {@code early-micros}), and of five seconds when the compilers are done
     * ({@code rate}, {@code micros}), with the part of a processor that they took then ({@code compilers}).
     *
     * @param queries a virtual thread each
     */
    static void print(List<Callable<?>> queries) throws Exception {
        var answers = new LongAdder();
        var over = new AtomicBoolean();
        var actions = new ArrayList<Callable<?>>();
        for (Callable<?> query : queries) {
            actions.add(() -> {
                while (!over.get()) {
                    query.call();
                    answers.increment();
                }
                return null;
            });
        }
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(BEGUN_MILLIS);
                measure("early-", answers);
                waitForCompilers();
                double compiled = compiledSeconds();
                measure("", answers);
                System.out.println("compilers " + (compiledSeconds() - compiled) * 1e3 / MEASURED_MILLIS);
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            } finally {
                over.set(true);
            }
        });
        Waits.run(actions, true);
    }

    private static void measure(String prefix, LongAdder answers) throws InterruptedException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long answered = answers.sum();
        long worked = system.getProcessCpuTime();
        long start = System.nanoTime();
        Thread.sleep(MEASURED_MILLIS);
        double seconds = (System.nanoTime() - start) / 1e9;
        worked = system.getProcessCpuTime() - worked;
        answered = answers.sum() - answered;
        System.out.println(prefix + "rate " + answered / seconds);
        System.out.println(prefix + "micros " + worked / 1e3 / answered);
    }

    private static void waitForCompilers() throws InterruptedException {
        Deque<Double> compiled = new ArrayDeque<>();
        compiled.add(compiledSeconds());
        boolean calm = false;
        for (int second = 0; second < LONGEST_SECONDS && !calm; second++) {
            Thread.sleep(1000);
            compiled.add(compiledSeconds());
            calm = compiled.size() > CALM_SECONDS
                    && compiled.getLast() - compiled.removeFirst() <= CALM_SHARE * CALM_SECONDS;
        }
    }

    private static double compiledSeconds() {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return Objects.requireNonNull(compilers).getTotalCompilationTime() / 1e3;
    }
}
