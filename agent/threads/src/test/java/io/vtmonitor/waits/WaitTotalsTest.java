package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Convoys of known length: how far the time that looks estimate is from the truth. */
class WaitTotalsTest {
    private static final int RUNS = 200;
    private static final double SECONDS = 300;
    private static final double INTERVAL = 5;

    /** One thread waits from then to then. */
    private record Wait(double from, double to) {
        boolean isAt(double time) {
            return from <= time && time < to;
        }

        double between(double begin, double end) {
            return Math.max(0, Math.min(to, end) - Math.max(from, begin));
        }
    }

    @Test
    void the_truth_lies_within_the_bounds_of_the_time_waited_in_95_of_100_convoys() {
        int within = 0;
        for (int run = 0; run < RUNS; run++) {
            within += isWithin(new Random(run)) ? 1 : 0;
        }
        assertThat(within).isGreaterThanOrEqualTo(RUNS * 95 / 100);
    }

    /** Queues that come at random, each of up to fifty threads whose owner lets them go one after the other. */
    private static List<Wait> convoys(Random random) {
        List<Wait> waits = new ArrayList<>();
        double time = 0;
        while (time < SECONDS) {
            time += -Math.log(1 - random.nextDouble()) * 20;
            double turn = Math.exp(random.nextDouble() * 6 - 4); // 18 ms to 7 s
            int threads = 1 + random.nextInt(50);
            for (int i = 1; i <= threads; i++) {
                waits.add(new Wait(time, time + i * turn));
            }
        }
        return waits;
    }

    private static boolean isWithin(Random random) {
        List<Wait> waits = convoys(random);
        WaitTotals totals = new WaitTotals();
        TrackedGroup group = new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.locks.ReentrantLock");
        double first = random.nextDouble() * INTERVAL;
        double last = first;
        long number = 0;
        for (double time = first; time < SECONDS; time += INTERVAL) {
            last = time;
            totals.look((long) (time * 1e9), Instant.EPOCH, look(group, ++number, time, waits));
        }
        WaitGroup seen = totals.groups().stream().findFirst().orElse(null);
        double truth = 0;
        for (Wait wait : waits) {
            truth += wait.between(first, last);
        }
        return seen == null
                ? truth == 0
                : Math.abs(seen.count().threadNanos() / 1e9 - truth)
                        <= seen.count().marginNanos() / 1e9;
    }

    private static List<TrackedGroup> look(TrackedGroup group, long number, double time, List<Wait> waits) {
        ThreadIdSketch ids = new ThreadIdSketch();
        int threads = 0;
        for (int i = 0; i < waits.size(); i++) {
            if (waits.get(i).isAt(time)) {
                ids.add(i);
                threads++;
            }
        }
        if (threads == 0) {
            return List.of();
        }
        group.look(number, (long) (time * 1e9), Instant.EPOCH, threads, threads, ids);
        WaitSite site = new WaitSite(WaitOperation.LOCK, null, null, "com.acme.Cache.load", null, null, List.of());
        group.sampled(List.of(new SiteShare(site, threads, 0)));
        return List.of(group);
    }
}
