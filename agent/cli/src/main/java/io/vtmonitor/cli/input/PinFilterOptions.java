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
import io.vtmonitor.report.figures.Jvm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that leave out pins, and the limits that they cause. */
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

    /** Refuses a time that ends before it starts, if that does not depend on the recording. */
    public void check(CommandSpec spec) {
        if (since != null && until != null && since.isNotBefore(until)) {
            throw Usage.bad(spec, "--since and --until: the requested time must start before it ends");
        }
    }

    /** The JVM with the thresholds that apply: those of the recording, or higher ones. */
    JvmInfo of(JvmInfo jvm) {
        return threshold == null ? jvm : jvm.atLeast(threshold);
    }

    /** Whether a finished report is the same as with these options. */
    boolean keepsAllOf(Report report) {
        boolean shorter =
                threshold != null && report.jvms().stream().anyMatch(jvm -> hasShorter(jvm, threshold.toNanos()));
        return packagePrefix == null && since == null && until == null && !shorter;
    }

    private static boolean hasShorter(Jvm jvm, long nanos) {
        Long monitors = jvm.monitorThresholdNanos();
        return jvm.pinnedThresholdNanos() < nanos || (monitors != null && monitors < nanos);
    }

    /**
     * The part of the watched time that was requested.
     *
     * @param beginNanos when the recording begins
     */
    RecordedSpans of(RecordedSpans watched, long beginNanos) {
        return watched.between(from(beginNanos), to(beginNanos));
    }

    /** The start of the requested time, in nanoseconds since the epoch; not before the recording. */
    long from(long beginNanos) {
        return since == null ? Long.MIN_VALUE : Math.max(beginNanos, nanos(since, beginNanos));
    }

    /** The end of the requested time, in nanoseconds since the epoch. */
    long to(long beginNanos) {
        return until == null ? Long.MAX_VALUE : nanos(until, beginNanos);
    }

    private static long nanos(TimePoint moment, long beginNanos) {
        Instant time = moment.in(EpochNanos.instant(beginNanos));
        // Nanoseconds since the epoch range from 1677 to 2262.
        if (time.isAfter(EpochNanos.instant(Long.MAX_VALUE))) {
            return Long.MAX_VALUE;
        }
        return time.isBefore(EpochNanos.instant(Long.MIN_VALUE)) ? Long.MIN_VALUE : EpochNanos.nanos(time);
    }

    /**
     * Creates a filter that passes on the pins that match, and counts the others.
     *
     * @param beginNanos when the recording begins
     * @param next receives the pins
     */
    FindingFilter filter(long beginNanos, DiagnosedPinSink next) {
        boolean all = packagePrefix == null && since == null && until == null;
        return new FindingFilter(all, from(beginNanos), to(beginNanos), this::isInPackage, next);
    }

    /**
     * The same for file I/O, which has neither holder nor entry: it matches if any of its frames is in the package.
     *
     * @param beginNanos when the recording begins
     * @param next receives file I/O
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

    /** What the figures do not show because of these options. */
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
