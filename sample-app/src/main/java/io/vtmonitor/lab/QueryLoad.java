package io.vtmonitor.lab;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Virtual threads that ask again as soon as they have their answer. */
final class QueryLoad {
    /** What comes before the compilers are done is not counted. */
    private static final long WARM_UP_MILLIS = 5_000;

    private static final long MEASURED_MILLIS = 5_000;

    private QueryLoad() {}

    /**
     * Prints the queries a second, and the microseconds of this JVM's processor time for each.
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
                measure(answers);
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            } finally {
                over.set(true);
            }
        });
        Waits.run(actions, true);
    }

    private static void measure(LongAdder answers) throws InterruptedException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Thread.sleep(WARM_UP_MILLIS);
        long answered = answers.sum();
        long worked = system.getProcessCpuTime();
        long start = System.nanoTime();
        Thread.sleep(MEASURED_MILLIS);
        double seconds = (System.nanoTime() - start) / 1e9;
        worked = system.getProcessCpuTime() - worked;
        answered = answers.sum() - answered;
        System.out.println("rate " + answered / seconds);
        System.out.println("micros " + worked / 1e3 / answered);
    }
}
