package io.vtmonitor.report;

import static io.vtmonitor.Times.nanos;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Waits of virtual threads for tests. */
public final class WaitReports {
    private WaitReports() {}

    /** Some looks, five seconds apart. */
    public static Waits of(long looks, WaitGroup... groups) {
        int threads = List.of(groups).stream()
                .mapToInt(group -> group.count().threads())
                .sum();
        return new Waits(looks, nanos(5.0 * looks), 0, threads, threads, List.of(groups), List.of(), List.of());
    }

    /** Threads that want a permit of a semaphore which nobody has got for 42 s. */
    public static WaitGroup starved(int threads) {
        return new WaitGroup(
                new WaitGroup.Place(
                        WaitOperation.SEMAPHORE,
                        null,
                        "java.util.concurrent.Semaphore",
                        null,
                        "com.acme.Export.run",
                        null,
                        null),
                new WaitGroup.Count(threads, 0, threads, threads, 9, nanos(42.0 * threads), 0, threads),
                new WaitGroup.Turns(threads, nanos(42), 0, nanos(1), 0, 0, false),
                WaitHolder.unknown(
                        HolderNote.read("a semaphore doesn't record who acquired its permits; none is available")),
                List.of());
    }

    /** Two threads that wait for each other, and five more behind them. */
    public static Waits deadlock() {
        Waits waits = of(3, group(3, 7, WaitOperation.LOCK, null, "com.acme.Bank.pay"));
        List<StackFrame> stack = List.of(StackFrame.parse("com.acme.Bank.pay:3"));
        WaitVerdict verdict = new WaitVerdict(
                WaitVerdictKind.DEADLOCK,
                Confidence.EXACT,
                Instant.parse("2026-11-21T09:00:00Z"),
                Instant.parse("2026-11-21T09:01:00Z"),
                false,
                2,
                "com.acme.Bank.pay",
                null,
                new WaitFacts.Worded(
                        "Each has what the other one wants.",
                        "Take the locks in one order.",
                        "pay-1 and pay-2 wait for each other in com.acme.Bank.pay:3; 5 more wait behind them",
                        List.of(
                                new WaitFacts.Step("pay-1 waits for the lock of pay-2", stack),
                                new WaitFacts.Step("pay-2 waits for the lock of pay-1", stack))),
                1,
                Instant.parse("2026-11-21T09:00:00Z"),
                List.of());
        return new Waits(3, waits.nanos(), 0, 7, 7, waits.groups(), List.of(verdict), List.of());
    }

    /** One lock convoy of so many threads, which is not over, in so many looks. */
    public static Waits convoy(long looks, int threads, String evidence) {
        Waits waits = of(looks, group(looks, threads, WaitOperation.LOCK, null, "com.acme.Cache.load"));
        WaitVerdict verdict = new WaitVerdict(
                WaitVerdictKind.LOCK_CONVOY,
                Confidence.LIKELY,
                Instant.parse("2026-11-21T09:00:00Z"),
                Instant.parse("2026-11-21T09:01:00Z"),
                false,
                threads,
                "com.acme.Cache.load",
                null,
                new WaitFacts.Worded(evidence, "Do the network call before the lock is taken."),
                1,
                Instant.parse("2026-11-21T09:00:00Z"),
                List.of());
        return new Waits(looks, waits.nanos(), 0, threads, threads, waits.groups(), List.of(verdict), List.of());
    }

    /**
     * Of two JVMs, the second of which was looked at half as often: in bins of 8 s together 50, 76, none and 30
     * threads, as nobody looked in the third.
     */
    public static List<Waits.Timeline> course() {
        return List.of(
                new Waits.Timeline(
                        8,
                        125,
                        List.of(2L, 2L, 0L, 2L),
                        List.of(
                                series(WaitOperation.LOCK, null, 20, 40, 0, 20),
                                series(WaitOperation.POOL, "pool <img src=x>", 0, 20, 0, 10),
                                series(WaitOperation.SLEEP, null, 0, 6, 0, 0))),
                new Waits.Timeline(4, 250, List.of(1L, 1L, 1L), List.of(series(WaitOperation.LOCK, null, 20, 40, 10))));
    }

    private static Waits.Series series(WaitOperation operation, @Nullable String pool, double... threads) {
        return new Waits.Series(
                operation, pool, DoubleStream.of(threads).boxed().toList());
    }

    /** As many threads at each of some looks, five seconds apart; the first of them has what the others wait for. */
    public static WaitGroup group(
            long looks, int threads, WaitOperation operation, @Nullable String pool, String site, String... callers) {
        return new WaitGroup(
                new WaitGroup.Place(
                        operation,
                        pool,
                        "java.util.concurrent.locks.ReentrantLock",
                        null,
                        site,
                        callers.length == 0 ? null : callers[0],
                        null),
                new WaitGroup.Count(threads, 0, threads, threads, looks, nanos(5.0 * looks * threads), 0, threads),
                null,
                new WaitHolder(
                        "virtual thread #7",
                        Confidence.EXACT,
                        StackFrame.parse(site + ":12"),
                        Confidence.LIKELY,
                        WaitOperation.SOCKET_READ,
                        nanos(1),
                        null,
                        List.of()),
                StackFrame.parse(List.of("java.util.concurrent.locks.LockSupport.park", site + ":12", "a.Main.run:3")));
    }
}
