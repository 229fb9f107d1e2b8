package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.scheduler.JdkInternals;
import io.vtmonitor.waits.Phase;
import io.vtmonitor.waits.ThreadText;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Watches for half a second, or a whole one where nothing changes, who keeps the carriers while other threads could
 * run.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are told apart by identity
final class CarrierLook {
    private static final int STEPS = 25;
    private static final int MOST_STEPS = 50;
    private static final int STACK_EVERY = 12;
    private static final long STEP_NANOS = 20_000_000;
    private static final int MOST_STACKS = 8;

    /** Of one processor, for the whole process: with less no thread can have run all the while. */
    private static final double BUSY = 0.5;

    private final Phases phases;
    private final VarHandle carrierThread;

    /** @throws ReflectiveOperationException where this JDK looks different inside */
    CarrierLook(JdkInternals internals, Phases phases) throws ReflectiveOperationException {
        this.phases = phases;
        Class<?> virtualThread = JdkInternals.named("java.lang.VirtualThread");
        carrierThread = internals.in(virtualThread).findVarHandle(virtualThread, "carrierThread", Thread.class);
    }

    /**
     * What was seen.
     *
     * @param ready threads that could run and had no carrier, at the begin
     * @param watched so many of them were watched
     * @param stayed so many of those did not get a carrier all the while
     * @param mounted threads on carriers, at the begin
     * @param blocked so many of them waited on their carrier: pinned
     * @param seconds for so long it was watched
     * @param hogs threads that computed on their carrier all the while
     */
    record Seen(int ready, int watched, int stayed, int mounted, int blocked, double seconds, List<Hog> hogs) {
        /** Whether at least half of those watched got no carrier in a second. */
        boolean isBacklog() {
            return watched > 0 && 2 * stayed >= watched && seconds >= 1;
        }
    }

    /**
     * A thread that computed all the while.
     *
     * @param thread in words
     * @param trace the frames that were on its stack at each look, topmost first
     */
    record Hog(String thread, List<StackTraceElement> trace) {
        /** Null where none of them is the application's. */
        @Nullable
        StackTraceElement site() {
            return trace.stream()
                    .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                    .findFirst()
                    .orElse(null);
        }
    }

    Seen watch(Counted ready, @Nullable Counted mounted, Cost cost) {
        List<Thread> waiting = ready.samples();
        List<Thread> running = mounted == null ? List.of() : mounted.samples();
        boolean[] gotOne = new boolean[waiting.size()];
        Thread[] carriers = new Thread[running.size()];
        boolean[] gaveWay = new boolean[running.size()];
        List<List<StackTraceElement>> common = new ArrayList<>();
        for (int i = 0; i < carriers.length; i++) {
            carriers[i] = (Thread) carrierThread.getVolatile(running.get(i));
            gaveWay[i] = carriers[i] == null;
            common.add(null);
        }
        int blocked = 0;
        Duration used = cpu();
        long begin = System.nanoTime();
        for (int step = 0; step <= STEPS || (step <= MOST_STEPS && 2 * count(gotOne) >= gotOne.length); step++) {
            for (int i = 0; i < gotOne.length; i++) {
                gotOne[i] |= phases.of(waiting.get(i)) != Phase.READY;
            }
            int pinned = 0;
            for (int i = 0; i < carriers.length; i++) {
                Thread.State state = carriers[i] == null ? Thread.State.NEW : carriers[i].getState();
                boolean same = carriers[i] != null && carrierThread.getVolatile(running.get(i)) == carriers[i];
                pinned += same && state != Thread.State.RUNNABLE ? 1 : 0;
                gaveWay[i] |= !same || state != Thread.State.RUNNABLE;
                if (!gaveWay[i] && step % STACK_EVERY == 0 && i < MOST_STACKS) {
                    common.set(i, inCommon(common.get(i), List.of(running.get(i).getStackTrace())));
                }
            }
            blocked = step == 0 ? pinned : Math.min(blocked, pinned);
            cost.pause(STEP_NANOS);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Seen(
                ready.threads(),
                gotOne.length,
                count(gotOne),
                carriers.length,
                blocked,
                seconds,
                cpu().minus(used).toNanos() / 1e9 < seconds * BUSY ? List.of() : hogs(running, gaveWay, common));
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private List<Hog> hogs(List<Thread> running, boolean[] gaveWay, List<List<StackTraceElement>> common) {
        List<Hog> hogs = new ArrayList<>();
        for (int i = 0; i < gaveWay.length; i++) {
            List<StackTraceElement> trace = common.get(i);
            if (!gaveWay[i] && trace != null) {
                Hog hog = new Hog(ThreadText.of(running.get(i), true), trace);
                if (hog.site() != null) {
                    hogs.add(hog);
                }
            }
        }
        return hogs;
    }

    private static int count(boolean[] gotOne) {
        int stayed = 0;
        for (boolean one : gotOne) {
            stayed += one ? 0 : 1;
        }
        return stayed;
    }

    /** The outermost frames that both have, lines apart. */
    private static List<StackTraceElement> inCommon(
            @Nullable List<StackTraceElement> before, List<StackTraceElement> now) {
        if (before == null) {
            return now;
        }
        int same = 0;
        while (same < Math.min(before.size(), now.size())
                && isSame(before.get(before.size() - 1 - same), now.get(now.size() - 1 - same))) {
            same++;
        }
        return now.subList(now.size() - same, now.size());
    }

    private static boolean isSame(StackTraceElement one, StackTraceElement other) {
        return one.getMethodName().equals(other.getMethodName())
                && one.getClassName().equals(other.getClassName());
    }
}
