package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.WaitFacts.ThreadLocals;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.census.ThreadLocalLook.Carried;
import io.vtmonitor.waits.census.ThreadLocalLook.Local;
import io.vtmonitor.waits.census.ThreadLocalLook.Sample;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether thread locals of virtual threads take much of the heap. A cache for each thread is useless if a thread
 * runs only one task. Checks at most once a minute, and only if there are {@value #MANY_THREADS} virtual threads or
 * more.
 */
final class ThreadLocalJudge {
    private static final int MANY_THREADS = 200;
    private static final long MUCH_BYTES = 16 << 20;
    private static final double MUCH_OF_HEAP = 0.1;

    /** With fewer threads it is not known which objects threads share. */
    private static final int FEW_SAMPLES = 5;

    private static final long INTERVAL_NANOS = 60_000_000_000L;

    private final @Nullable ThreadLocalLook look;
    private final Function<String, @Nullable Library> libraries;
    private List<Judgment> last = List.of();
    private int lastThreads;
    private long lastNanos;
    private boolean any;

    ThreadLocalJudge(
            JdkInternals internals, Instrumentation instrumentation, Function<String, @Nullable Library> libraries) {
        look = ThreadLocalLook.open(internals, instrumentation);
        this.libraries = libraries;
    }

    /**
     * The verdicts now, from the last check.
     *
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    List<Judgment> judge(Census census, long nanos, Instant at) throws ReflectiveOperationException {
        int threads = census.threads();
        if (look == null || threads < MANY_THREADS) {
            last = List.of();
            return last;
        }
        if (!any || nanos - lastNanos >= INTERVAL_NANOS) {
            last = found(look.look(census.groups()), at);
            lastThreads = threads;
            lastNanos = nanos;
            any = true;
        } else if (threads < lastThreads / 2) {
            last = List.of(); // most of the threads that were read have ended
        }
        return last;
    }

    private List<Judgment> found(Sample seen, Instant at) {
        Runtime runtime = Runtime.getRuntime();
        double heap = (double) runtime.totalMemory() - runtime.freeMemory();
        List<Judgment> found = new ArrayList<>();
        for (Carried carried : seen.carried()) {
            if (carried.sampled() >= FEW_SAMPLES
                    && carried.bytes() >= MUCH_BYTES
                    && carried.bytes() >= MUCH_OF_HEAP * heap) {
                found.add(found(carried, seen, heap, at));
            }
        }
        return found;
    }

    private Judgment found(Carried carried, Sample seen, double heap, Instant at) {
        Local local = carried.local();
        Library library = local.owner() == null ? null : libraries.apply(local.owner());
        return new Judgment(
                WaitVerdictKind.THREAD_LOCALS,
                local.toString(),
                Confidence.LIKELY,
                at,
                (int) Math.round(carried.threads()),
                null,
                null,
                new ThreadLocals(
                        carried.threads(),
                        carried.sampled() == seen.threads(),
                        local.type(),
                        local.inheritable(),
                        local.owner(),
                        library,
                        carried.bytes(),
                        heap,
                        seen.threads(),
                        seen.of(),
                        ReachedObjects.MOST),
                List.of());
    }
}
