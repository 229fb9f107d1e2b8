package io.vtmonitor.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Finds threads that wait and hold their carriers from look to look: the same thread on the same carrier, with the same
 * frames, for the same object. A thread that continues between two looks and comes back to the same place looks the
 * same. So what is to be reported is also {@linkplain #staying watched for a second}. A thread that waits for a class
 * seems to run. So threads that seem to run are included while a thread is in a static initializer. Keeps no object of
 * the application.
 */
public final class KeptCarriers {
    private static final int FIRST_WITHOUT_SPARES = 24;

    private static final int STEPS = 100;
    private static final int STEPS_PER_STACK = 20;
    private static final long STEP_NANOS = 10_000_000;

    private Map<Long, Place> before = new HashMap<>();
    private Map<Long, Mounted> mounted = Map.of();

    /** Where a thread waits, and the time of the first look that found it there, as {@link System#nanoTime}. */
    private record Place(long carrier, Thread.State state, int blocker, List<StackTraceElement> trace, long since) {
        boolean isSame(Place other) {
            return carrier == other.carrier
                    && state == other.state
                    && blocker == other.blocker
                    && trace.equals(other.trace);
        }

        boolean isOf(Carrier now, Thread thread, boolean withStack) {
            return now.thread().getState() == state && (!withStack || trace.equals(List.of(thread.getStackTrace())));
        }

        boolean initializes() {
            return RunningInitializer.isIn(trace);
        }
    }

    /** The thread on a carrier, and the time of the first look that found it there, as {@link System#nanoTime}. */
    private record Mounted(long thread, long since) {}

    /**
     * A carrier that a thread holds.
     *
     * @param carrier the carrier and its thread
     * @param nanos for how long each look has found it there
     * @param runs whether its thread seems to run
     * @param initializes whether its thread is in a static initializer
     */
    public record Kept(Carrier carrier, long nanos, boolean runs, boolean initializes) {}

    /**
     * The carriers whose threads are where the look before found them.
     *
     * @param initializesElsewhere whether a thread without a carrier is in a static initializer
     */
    public List<Kept> look(List<Carrier> carriers, boolean initializesElsewhere, long now) {
        mounted = mounted(carriers, now);
        Map<Long, Place> places = new HashMap<>();
        List<Kept> kept = new ArrayList<>();
        for (Carrier carrier : carriers) {
            Thread thread = carrier.virtualThread();
            Thread.State state = carrier.thread().getState();
            if (thread == null || state == Thread.State.TIMED_WAITING) {
                continue;
            }
            List<StackTraceElement> trace = List.of(thread.getStackTrace());
            if (trace.isEmpty() || isCompensated(trace)) {
                continue;
            }
            Place place = new Place(
                    carrier.thread().getId(),
                    state,
                    System.identityHashCode(LockSupport.getBlocker(thread)),
                    trace,
                    now);
            Place last = before.get(thread.getId());
            if (last != null && last.isSame(place)) {
                place = last;
                kept.add(new Kept(carrier, now - last.since(), state == Thread.State.RUNNABLE, place.initializes()));
            }
            places.put(thread.getId(), place);
        }
        before = places;
        boolean initializes = initializesElsewhere || kept.stream().anyMatch(Kept::initializes);
        kept.removeIf(each -> !initializes && each.runs());
        return kept;
    }

    /**
     * Watches for a second, and removes threads that are found elsewhere. Their time begins again.
     *
     * @param kept what the last look found
     * @param longNanos carriers that are held for less than this are not watched
     * @param pause waits, for nanoseconds
     */
    public List<Kept> staying(List<Kept> kept, long longNanos, LongConsumer pause) {
        List<Kept> all = new ArrayList<>(kept);
        List<Kept> watched = new ArrayList<>(kept);
        watched.removeIf(each -> each.nanos() < longNanos);
        for (int step = 1; step <= STEPS && !watched.isEmpty(); step++) {
            pause.accept(STEP_NANOS);
            boolean withStack = step % STEPS_PER_STACK == 0;
            for (Kept each : List.copyOf(watched)) {
                Thread thread = each.carrier().virtualThread();
                Place place = thread == null ? null : before.get(thread.getId());
                if (thread == null || place == null || !place.isOf(each.carrier(), thread, withStack)) {
                    watched.remove(each);
                    all.remove(each);
                    before.remove(thread == null ? 0L : thread.getId());
                }
            }
        }
        return all;
    }

    private Map<Long, Mounted> mounted(List<Carrier> carriers, long now) {
        Map<Long, Mounted> all = new HashMap<>();
        for (Carrier carrier : carriers) {
            Thread thread = carrier.virtualThread();
            if (thread != null) {
                Mounted last = mounted.get(carrier.thread().getId());
                boolean same = last != null && last.thread() == thread.getId();
                all.put(carrier.thread().getId(), same ? last : new Mounted(thread.getId(), now));
            }
        }
        return all;
    }

    /** Whether each look for {@code nanos} has found the same thread on a carrier, whatever it does. */
    public boolean isWithSameThread(Carrier carrier, long nanos, long now) {
        Mounted last = mounted.get(carrier.thread().getId());
        return last != null && now - last.since() >= nanos;
    }

    /** Whether the JVM starts a spare carrier for the thread, as JDK 21 to 23 do for {@code Object.wait}. */
    private static boolean isCompensated(List<StackTraceElement> trace) {
        StackTraceElement top = trace.get(0);
        return Runtime.version().feature() < FIRST_WITHOUT_SPARES
                && top.getClassName().equals("java.lang.Object")
                && top.getMethodName().startsWith("wait");
    }
}
