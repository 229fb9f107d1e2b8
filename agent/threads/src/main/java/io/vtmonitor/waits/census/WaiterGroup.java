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
 * Threads of one look that wait for one object, or in the same way for objects of one class. Do not keep it after the
 * look.
 */
final class WaiterGroup {
    static final int MOST_SAMPLES = 64;

    /** In a JVM with at most this many threads, all stacks are read. */
    static final int MOST_KEPT = 200;

    /** The samples of BLOCKED threads: a monitor is known only of a thread that was read by itself. */
    private static final int MOST_BLOCKED = 500;

    private final int most;

    /** The threads that are kept, at most. Lowered to {@link #most} once there are too many to keep all. */
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
     * A group without threads.
     *
     * @param phase the phase of its threads
     * @param blocker the object that all of them wait for; null if there are several, or none
     * @param type the class of what they wait for; null if there is none
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
                // Too many to read each: from here on, a sample stands for all.
                draw(Arrays.asList(samples).subList(0, whole), most);
                whole = most;
            }
            at = ThreadLocalRandom.current().nextInt(threads); // each thread is as likely to be kept
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
     * Sets the number of threads, of which the added ones are a sample.
     *
     * @param of95 95 % of samples would give a number within this many of the true one
     */
    void extrapolate(int all, int of95) {
        margin = of95;
        int kept = kept();
        threads = Math.max(kept, all);
        samples = Arrays.copyOf(samples, Math.max(most, kept));
        sampled = kept;
    }

    /** Notes how many of the threads wait for one and the same object. */
    void onOne(int count) {
        mostOnOne = Math.max(mostOnOne, count);
    }

    /** 95 % of samples would give a number of threads within this many of the true one; 0 if all were counted. */
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

    /** The most threads that are known to wait for the same object. */
    int mostOnOne() {
        return blocker == null ? mostOnOne : threads;
    }

    /** Threads chosen at random, at most {@value #MOST_SAMPLES}, or {@value #MOST_BLOCKED} if they are BLOCKED. */
    List<Thread> samples() {
        List<Thread> kept = all();
        if (kept.size() <= most) {
            return kept;
        }
        draw(kept, most);
        return kept.subList(0, most);
    }

    /**
     * All threads if they are at most {@value #MOST_KEPT}, or {@value #MOST_BLOCKED} if they are BLOCKED; else as
     * {@link #samples}.
     */
    List<Thread> all() {
        return new ArrayList<>(Arrays.asList(samples).subList(0, kept()));
    }

    /** Moves {@code count} threads, chosen at random, to the front. */
    private static void draw(List<Thread> threads, int count) {
        for (int i = 0; i < count; i++) {
            Collections.swap(threads, i, ThreadLocalRandom.current().nextInt(i, threads.size()));
        }
    }
}
