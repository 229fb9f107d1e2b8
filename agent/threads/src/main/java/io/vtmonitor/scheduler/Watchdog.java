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
 * Detects that no virtual thread makes progress. It reads the carriers only if there is reason to: the probe has been
 * waiting for a second, or, without a probe, threads are queued.
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

    /** Finds out what holds the carriers now. */
    interface Reader {
        Stall read(Instant begin, long nanos, long queued);
    }

    /** Makes a reader when a stall is detected: most applications never need one. */
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
     * A look. Call it twice a second.
     *
     * @param now the time, as {@link System#nanoTime}
     * @param figures the figures of the scheduler
     * @param probeWaits how long the probe has been waiting, in nanoseconds; negative if there is none
     */
    void look(long now, SchedulerFigures figures, long probeWaits) {
        boolean waits = probeWaits < 0 ? figures.queued() > 0 : probeWaits >= SUSPICIOUS_NANOS;
        Change change = waits ? clock.waits(now, mounted(probeWaits < 0 ? figures.parallelism() : 1)) : clock.idle(now);
        switch (change) {
            case BEGAN -> began(now, Math.max(0, figures.queued() - (probeWaits > 0 ? 1 : 0)));
            case ENDED -> ended(now);
            case NONE -> {
                // nothing has changed
            }
        }
    }

    /** What is mounted on the carriers; empty if fewer than {@code atLeast} have a thread, which is no stall. */
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
        keep(report(stall), now);
    }

    /** Reads what holds the carriers. The stall is reported even if that fails. */
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

    private Stall report(Stall stall) {
        try {
            return listener.apply(stall);
        } catch (RuntimeException | Error ignored) {
            return stall; // the report has the stall
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
        report(over);
    }

    /**
     * Moves the present stall to the past ones. Call it with the lock held, so that no other thread sees the stall
     * twice or not at all.
     */
    private void becomesPast(Stall stall) {
        if (past.size() < KEPT) {
            past.add(stall);
        }
        current = null;
        pastNanos += stall.nanos();
    }

    /** Ends the watch. A stall that lasts is kept in its last state, and its time ends here. */
    void giveUp(long now) {
        synchronized (past) {
            if (current != null) {
                becomesPast(current.after(now - currentSince, false));
            }
        }
    }

    /** Whether a stall lasts. */
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
