package io.vtmonitor.waits.census;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.waits.ThreadIdSketch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Threads of one look that wait for one object, or in one way for objects of one class. Lives no longer than the look.
 */
final class WaiterGroup {
    static final int MOST_SAMPLES = 64;

    /** In a JVM of so many threads, all of them are looked at. */
    static final int MOST_KEPT = 200;

    /** Monitors are known only of threads that were looked at one by one. */
    private static final int MOST_BLOCKED = 500;

    private final int most;

    /** So many at most are kept. */
    private int whole;

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
     * @param blocker what all of them wait for, null if it is not one object
     * @param type the class of what they wait for, null if there is none
     */
    WaiterGroup(Phase phase, @Nullable Object blocker, @Nullable String type) {
        most = phase == Phase.BLOCKED ? MOST_BLOCKED : MOST_SAMPLES;
        whole = Math.max(most, MOST_KEPT);
        this.phase = phase;
        this.blocker = blocker;
        this.type = type;
    }

    void add(Thread thread) {
        ids.add(thread.getId());
        int at = threads++;
        if (at >= whole) {
            if (at == whole && whole > most) {
                draw(
                        Arrays.asList(samples).subList(0, whole),
                        most); // too many to look at each: some stand for all from here on
                whole = most;
            }
            at = ThreadLocalRandom.current().nextInt(threads); // each thread is as likely to stay
        }
        if (at < whole) {
            if (at >= samples.length) {
                samples = Arrays.copyOf(samples, 2 * samples.length);
            }
            samples[at] = thread;
        }
    }

    private int kept() {
        return sampled >= 0 ? sampled : Math.min(threads, whole);
    }

    /**
     * There are so many, of which those added are a sample.
     *
     * @param of95 95 % of samples would give a number within so many of the truth
     */
    void extrapolate(int all, int of95) {
        margin = of95;
        int kept = kept();
        threads = Math.max(kept, all);
        samples = Arrays.copyOf(samples, Math.max(most, kept));
        sampled = kept;
    }

    /** Those of one object are so many. */
    void onOne(int count) {
        mostOnOne = Math.max(mostOnOne, count);
    }

    /** 95 % of samples would give a number of threads within so many of the truth; 0 if all were counted. */
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

    /** Chosen at random: all of them where they are at most {@value #MOST_SAMPLES}. */
    List<Thread> samples() {
        List<Thread> kept = all();
        if (kept.size() <= most) {
            return kept;
        }
        draw(kept, most);
        return kept.subList(0, most);
    }

    /** All of them where they are at most {@value #MOST_KEPT}, else chosen at random. */
    List<Thread> all() {
        return new ArrayList<>(Arrays.asList(samples).subList(0, kept()));
    }

    /** Brings so many, chosen at random, to the front. */
    private static void draw(List<Thread> threads, int count) {
        for (int i = 0; i < count; i++) {
            Collections.swap(threads, i, ThreadLocalRandom.current().nextInt(i, threads.size()));
        }
    }
}
