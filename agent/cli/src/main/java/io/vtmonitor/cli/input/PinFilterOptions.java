package io.vtmonitor.cli.input;

import io.vtmonitor.cli.output.Usage;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.Packages;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Stack;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which pins are counted: the options that leave some out, and what is said of it. */
public final class PinFilterOptions {
    @Option(
            names = "--threshold",
            paramLabel = "LENGTH",
            converter = DurationConverter.class,
            description = "Ignore pins shorter than this: " + DurationConverter.ACCEPTED + ".")
    private @Nullable Duration threshold;

    @Option(
            names = "--package",
            paramLabel = "PREFIX",
            description = "Count only pins with a holder or an entry in this package or its subpackages.")
    private @Nullable String packagePrefix;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = TimePoint.Reader.class,
            description =
                    "Count only pins that reach into the time from here on: an instant (2026-11-21T09:00:00Z), or "
                            + "the time since the start of the recording (90s). Each counts with its whole length, and "
                            + "against the capacity with its part in that time.")
    private @Nullable TimePoint since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = TimePoint.Reader.class,
            description = "Count only pins that began before this time; same format as --since.")
    private @Nullable TimePoint until;

    /** Refuses a time that ends before it begins, if both are given in the same way: else the recording decides. */
    public void check(CommandSpec spec) {
        if (since != null && until != null && since.isNotBefore(until)) {
            throw Usage.bad(spec, "--since and --until: the requested time must start before it ends");
        }
    }

    /** The JVM with the thresholds in force, which are the recording's or higher. */
    JvmInfo of(JvmInfo jvm) {
        return threshold == null ? jvm : jvm.atLeast(threshold);
    }

    /** Whether a report is what it would be if these options had been given when it was made. */
    boolean keepsAllOf(Report report) {
        boolean shorter = threshold != null
                && report.jvms().stream().anyMatch(jvm -> jvm.pinnedThresholdNanos() < threshold.toNanos());
        return packagePrefix == null && since == null && until == null && !shorter;
    }

    /**
     * As much of the time that was watched as is asked for.
     *
     * @param beginNanos when the recording begins
     */
    RecordedSpans of(RecordedSpans watched, long beginNanos) {
        return watched.between(from(beginNanos), to(beginNanos));
    }

    /** When the time that is asked for begins, nanoseconds since the epoch; no earlier than the recording. */
    long from(long beginNanos) {
        return since == null ? Long.MIN_VALUE : Math.max(beginNanos, nanos(since, beginNanos));
    }

    /** When the time that is asked for ends, nanoseconds since the epoch. */
    long to(long beginNanos) {
        return until == null ? Long.MAX_VALUE : nanos(until, beginNanos);
    }

    private static long nanos(TimePoint moment, long beginNanos) {
        Instant time = moment.in(EpochNanos.instant(beginNanos));
        // Nanoseconds since the epoch end in 1677 and in 2262.
        if (time.isAfter(EpochNanos.instant(Long.MAX_VALUE))) {
            return Long.MAX_VALUE;
        }
        return time.isBefore(EpochNanos.instant(Long.MIN_VALUE)) ? Long.MIN_VALUE : EpochNanos.nanos(time);
    }

    /**
     * Hands on what is counted, and counts what is not.
     *
     * @param beginNanos when the recording begins
     * @param next takes it
     */
    FindingFilter filter(long beginNanos, DiagnosedPinSink next) {
        boolean all = packagePrefix == null && since == null && until == null;
        return new FindingFilter(all, from(beginNanos), to(beginNanos), this::isInPackage, next);
    }

    /**
     * The same for file I/O, which has neither holder nor entry: any frame in the package will do.
     *
     * @param beginNanos when the recording begins
     * @param next takes it
     */
    Consumer<FileIo> busy(long beginNanos, Consumer<FileIo> next) {
        if (packagePrefix == null && since == null && until == null) {
            return next;
        }
        long from = from(beginNanos);
        long to = to(beginNanos);
        return busy -> {
            long start = busy.startNanos();
            if (FindingFilter.isWithin(start, start + busy.durationNanos(), from, to) && isInPackage(busy.stack())) {
                next.accept(busy);
            }
        };
    }

    private boolean isInPackage(Stack stack) {
        return packagePrefix == null || stack.frames().stream().anyMatch(frame -> isInPackage(frame.className()));
    }

    private boolean isInPackage(Diagnosis diagnosis) {
        MethodName entry = diagnosis.entry();
        return packagePrefix == null
                || (entry != null && isInPackage(entry.className()))
                || diagnosis.holders().stream()
                        .anyMatch(holder -> isInPackage(holder.frame().className()));
    }

    private boolean isInPackage(String className) {
        return packagePrefix == null || Packages.isIn(className, packagePrefix);
    }

    /** What the figures do not show on request. */
    List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        if (threshold != null) {
            limits.add(Limit.of(LimitKind.ASKED_THRESHOLD, threshold.toNanos() / 1e9));
        }
        if (packagePrefix != null) {
            limits.add(Limit.of(LimitKind.ASKED_PACKAGE, packagePrefix));
        }
        if (since != null || until != null) {
            limits.add(Limit.of(LimitKind.ASKED_TIME));
        }
        return limits;
    }
}
