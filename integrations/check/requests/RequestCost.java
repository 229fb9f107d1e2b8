import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code RequestCost ROUNDS}: what {@code requests=on} adds to a request, from its start to its end, in a JVM with the
 * agent. A round serves {@value #REQUESTS} requests on each thread without, with, and without again; each begins with
 * the next of the three. Printed is processor time a request: the median of the differences within a round, and the
 * range of the middle nine in ten, with the same of the two runs without. Exit code 1: a median is above a microsecond.
 */
public class RequestCost {
    private static final int REQUESTS = 100_000;
    private static final int WARM_UP = 10;
    private static final double MOST_NANOS = 1_000;

    /** Serves a request: what the framework does, with or without us. */
    interface Server {
        void serve(int number) throws Exception;
    }

    /** A way in which requests become known. */
    record Way(String name, Server without, Server with) {}

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        boolean cheap = true;
        for (Way way : List.of(ServletWay.way(), SpringWay.way(), RestWay.way())) {
            for (int threads : new int[] {1, Runtime.getRuntime().availableProcessors()}) {
                cheap &= measure(way, threads, rounds);
            }
        }
        System.exit(cheap ? 0 : 1); // the agent's report is of no interest
    }

    private static boolean measure(Way way, int threads, int rounds) throws Exception {
        List<Server> variants = List.of(way.without(), way.with(), way.without());
        List<Double> added = new ArrayList<>();
        List<Double> chance = new ArrayList<>();
        double own = 0;
        for (int round = -WARM_UP; round < rounds; round++) {
            double[] nanos = new double[variants.size()];
            for (int i = 0; i < nanos.length; i++) {
                int which = Math.floorMod(round + i, nanos.length);
                nanos[which] = nanosOfEach(variants.get(which), threads);
            }
            if (round >= 0) {
                added.add(nanos[1] - nanos[0]);
                chance.add(nanos[2] - nanos[0]);
                own += nanos[0] / rounds;
            }
        }
        double median = quantile(added, 0.5);
        System.out.printf(
                Locale.ROOT,
                "%-22s %d thread%s %6.0f ns more (%.0f to %.0f) than %.0f; chance alone %.0f (%.0f to %.0f)%n",
                way.name(),
                threads,
                threads == 1 ? ": " : "s:",
                median,
                quantile(added, 0.05),
                quantile(added, 0.95),
                own,
                quantile(chance, 0.5),
                quantile(chance, 0.05),
                quantile(chance, 0.95));
        return median <= MOST_NANOS;
    }

    private static double quantile(List<Double> all, double part) {
        double[] sorted = all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[(int) (part * (sorted.length - 1))];
    }

    private static double nanosOfEach(Server server, int threads) throws InterruptedException {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        AtomicLong sum = new AtomicLong();
        CountDownLatch start = new CountDownLatch(threads);
        Thread[] all = new Thread[threads];
        Arrays.setAll(
                all,
                thread -> new Thread(() -> {
                    try {
                        start.countDown();
                        start.await();
                        long begin = clock.getCurrentThreadCpuTime();
                        for (int i = 0; i < REQUESTS; i++) {
                            server.serve(i);
                        }
                        sum.addAndGet(clock.getCurrentThreadCpuTime() - begin);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        return (double) sum.get() / threads / REQUESTS;
    }
}
