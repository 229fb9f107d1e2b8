package io.vtmonitor.scheduler;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.scheduler.StallClock.Change;
import io.vtmonitor.threads.Carrier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Notices that no virtual thread makes progress. It looks at the carriers only while there is reason to: the probe has
 * been waiting for a second, or, without a probe, threads are queued while every carrier is taken.
 */
final class Watchdog {
    private static final long SUSPICIOUS_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final int KEPT = 50;

    private final Supplier<List<Carrier>> carriers;
    private final Readers readers;
    private final StallClock clock;
    private final UnaryOperator<Stall> listener;
    private final List<Stall> past = new ArrayList<>();
    private @Nullable Stall current;
    private long currentSince;
    private long pastNanos;

    /** Says what holds the carriers now. */
    interface Reader {
        Stall read(Instant begin, long nanos, long queued);
    }

    /** Made when the first stall is seen: most applications never need it. */
    interface Readers {
        Reader made() throws ReflectiveOperationException;
    }

    Watchdog(Supplier<List<Carrier>> carriers, Readers readers, StallClock clock, UnaryOperator<Stall> listener) {
        this.carriers = carriers;
        this.readers = readers;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * To be asked twice a second.
     *
     * @param now {@link System#nanoTime}
     * @param figures the scheduler's
     * @param probeWaits how long the probe has been waiting, in nanoseconds; negative if there is none
     */
    void look(long now, SchedulerFigures figures, long probeWaits) {
        boolean waits = probeWaits < 0 ? figures.queued() > 0 : probeWaits >= SUSPICIOUS_NANOS;
        Change change = waits ? clock.waits(now, mounted(probeWaits < 0 ? figures.parallelism() : 1)) : clock.idle(now);
        switch (change) {
            case BEGAN -> began(now, Math.max(0, figures.queued() - (probeWaits > 0 ? 1 : 0)));
            case ENDED -> ended(now);
            case NONE -> {
                // as it was
            }
        }
    }

    /** What occupies the carriers; empty if fewer are taken than can't be helped. */
    private List<Object> mounted(int atLeast) {
        List<Object> mounted = new ArrayList<>();
        for (Carrier carrier : carriers.get()) {
            if (carrier.mounted() != null) {
                mounted.add(carrier.mounted());
            }
        }
        return mounted.size() < atLeast ? List.of() : mounted;
    }

    private void began(long now, long queued) {
        Stall stall = read(queued);
        keep(stall, now);
        keep(tell(stall), now);
    }

    /** That there is a stall is known by now, whatever the look at its threads finds: it is reported in any case. */
    private Stall read(long queued) {
        long nanos = clock.countedNanos();
        Instant begin = Instant.now().minus(Duration.ofNanos(nanos));
        try {
            return readers.made().read(begin, nanos, queued);
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            return new Stall(
                    begin,
                    nanos,
                    false,
                    StallPattern.UNKNOWN,
                    Confidence.UNKNOWN,
                    new StallFacts.Unreadable(e.toString()),
                    null,
                    queued,
                    List.of(),
                    null);
        }
    }

    private Stall tell(Stall stall) {
        try {
            return listener.apply(stall);
        } catch (RuntimeException | Error ignored) {
            return stall; // the report has it
        }
    }

    private void keep(Stall stall, long now) {
        synchronized (past) {
            current = stall;
            currentSince = now - clock.countedNanos();
        }
    }

    private void ended(long now) {
        Stall over;
        synchronized (past) {
            if (current == null) {
                return;
            }
            over = current.after(now - currentSince, true);
            becomesPast(over);
        }
        tell(over);
    }

    /** With the lock of both held: who asks finds it in one of them, and not in two. */
    private void becomesPast(Stall stall) {
        if (past.size() < KEPT) {
            past.add(stall);
        }
        current = null;
        pastNanos += stall.nanos();
    }

    /** Nobody looks any more: a stall that lasts is kept as it was seen last, and its time ends here. */
    void giveUp(long now) {
        synchronized (past) {
            if (current != null) {
                becomesPast(current.after(now - currentSince, false));
            }
        }
    }

    /** Whether one lasts. */
    boolean isStalled() {
        synchronized (past) {
            return current != null;
        }
    }

    double stalledSeconds() {
        synchronized (past) {
            return (pastNanos + (current == null ? 0 : System.nanoTime() - currentSince)) / 1e9;
        }
    }

    List<Stall> stalls() {
        synchronized (past) {
            List<Stall> all = new ArrayList<>(past);
            if (current != null) {
                all.add(current.after(System.nanoTime() - currentSince, false));
            }
            return List.copyOf(all);
        }
    }
}
