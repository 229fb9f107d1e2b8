package io.vtmonitor.waits.census;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.waits.ThreadIdSketch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Threads of one look that wait for one object, or in one way for objects of one class. Lives no longer than the look.
 */
final class WaiterGroup {
    static final int MOST_SAMPLES = 64;

    /** Monitors are known only of threads that were looked at one by one. */
    private static final int MOST_BLOCKED = 500;

    private final int most;
    private final Phase phase;
    private final @Nullable Object blocker;
    private final @Nullable String type;
    private final ThreadIdSketch ids = new ThreadIdSketch();
    private Thread[] samples = new Thread[2];
    private int threads;
    private int mostOnOne;
    private int sampled = -1;
    private int margin;

    /**
     * None yet.
     *
     * @param phase where they are
     * @param blocker what all of them wait for, null where it is not one object
     * @param type the class of what they wait for, null where there is none
     */
    WaiterGroup(Phase phase, @Nullable Object blocker, @Nullable String type) {
        most = phase == Phase.BLOCKED ? MOST_BLOCKED : MOST_SAMPLES;
        this.phase = phase;
        this.blocker = blocker;
        this.type = type;
    }

    void add(Thread thread) {
        ids.add(thread.getId());
        int at = threads++;
        if (at >= most) {
            at = ThreadLocalRandom.current().nextInt(threads); // each thread is as likely to stay
        }
        if (at < most) {
            if (at >= samples.length) {
                samples = Arrays.copyOf(samples, 2 * samples.length);
            }
            samples[at] = thread;
        }
    }

    private int samplesKept() {
        return sampled >= 0 ? sampled : Math.min(threads, most);
    }

    /**
     * There are so many, of which those added are a sample.
     *
     * @param of95 95 % of samples would give a number within so many of the truth
     */
    void extrapolate(int all, int of95) {
        margin = of95;
        int kept = samplesKept();
        threads = Math.max(kept, all);
        samples = Arrays.copyOf(samples, Math.max(most, kept));
        sampled = kept;
    }

    /** Those of one object are so many. */
    void onOne(int count) {
        mostOnOne = Math.max(mostOnOne, count);
    }

    /** 95 % of samples would give a number of threads within so many of the truth; 0 where all were counted. */
    int margin() {
        return margin;
    }

    Phase phase() {
        return phase;
    }

    @Nullable
    Object blocker() {
        return blocker;
    }

    @Nullable
    String type() {
        return type;
    }

    ThreadIdSketch ids() {
        return ids;
    }

    int threads() {
        return threads;
    }

    /** Most threads that are known to wait for the same object. */
    int mostOnOne() {
        return blocker == null ? mostOnOne : threads;
    }

    /** Chosen at random: all of them where they are few. */
    List<Thread> samples() {
        return new ArrayList<>(Arrays.asList(samples).subList(0, samplesKept()));
    }
}
