package io.vtmonitor.lab.program;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * So many tasks at once that sleep or compute for so long. Arguments: {@code sleep} or {@code cpu}, the threads as
 * {@link Figures#executor} takes them, how many tasks, milliseconds of each (about, where they compute). Prints
 * {@code seconds}.
 */
public final class Tasks {
    /**
     * A fixed amount of work, about a millisecond: measured by the clock, less would be done where threads wait in
     * turn.
     */
    private static final long STEPS_PER_MILLI = 600_000;

    /** Takes every result: what nobody reads needn't be computed. */
    private static final LongAccumulator SINK = new LongAccumulator(Long::sum, 0);

    private Tasks() {}

    public static void main(String[] arguments) throws Exception {
        Figures.awaitGo();
        int count = Integer.parseInt(arguments[2]);
        int millis = Integer.parseInt(arguments[3]);
        Callable<Void> task = switch (arguments[0]) {
            case "sleep" ->
                () -> {
                    Thread.sleep(millis);
                    return null;
                };
            case "cpu" -> {
                long steps = STEPS_PER_MILLI * millis;
                yield () -> {
                    SINK.accumulate(compute(steps));
                    return null;
                };
            }
            default -> throw new IllegalArgumentException("'" + arguments[0] + "'; accepted: sleep, cpu");
        };
        run(arguments[1], Math.min(count, 50), () -> null);
        long start = System.nanoTime();
        run(arguments[1], count, task);
        Figures.print("seconds", Figures.secondsSince(start));
        System.exit(0);
    }

    private static void run(String threads, int count, Callable<Void> task) {
        try (var executor = Figures.executor(threads)) {
            for (int i = 0; i < count; i++) {
                var unused = executor.submit(task);
            }
        }
    }

    private static long compute(long steps) {
        long value = 88172645463325252L;
        for (long i = 0; i < steps; i++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        return value;
    }
}
