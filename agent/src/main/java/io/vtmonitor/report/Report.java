package io.vtmonitor.report;

import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.Verdict;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer, live or from a recording; written as JSON it is the format described in {@code docs/report.md}. Seconds
 * are sums of whole nanoseconds, so that equal pins give equal reports.
 *
 * @param schemaVersion of the JSON; grows when a field changes its meaning or goes
 * @param source where the pins came from
 * @param jvms the JVMs that were watched
 * @param timelines how their carriers were pinned over time: one for each JVM, in the same order
 * @param totals over all sites
 * @param outlook what becomes of the pinned time on a newer JDK
 * @param plan what to do, most carrier-seconds saved first; at most twenty
 * @param sites most pinned seconds first, then by id
 * @param other pins of sites that came after the bound was reached; zero means every site is listed
 * @param worst the longest stretches in which most carriers were pinned, at most five
 * @param dimensions the pinned time divided in several ways
 * @param threads likewise by name of the virtual thread, digits as {@code *}; null when live, where JDK 21 does not
 *     know it in time
 * @param owners likewise by name of the thread that owned the monitor before, of the pins whose event tells; null when
 *     live
 * @param limits what these figures cannot show
 * @param carrierBusy carriers busy with file I/O, most seconds first; no part of any pin's figures
 * @param stalls times in which no virtual thread got on, oldest first, at most fifty; empty for recordings, which do
 *     not tell
 * @param unpin what became of the monitors that {@code unpin} was to rewrite, one for each JVM in which it was at work;
 *     empty for recordings
 * @param waits what virtual threads waited for, pinned or not
 */
public record Report(
        int schemaVersion,
        Source source,
        List<Jvm> jvms,
        List<Timeline> timelines,
        Totals totals,
        Outlook outlook,
        List<Remedy> plan,
        List<SiteFigures> sites,
        Figures other,
        List<PinnedWindow> worst,
        Dimensions dimensions,
        @Nullable Dimension threads,
        @Nullable Dimension owners,
        List<Limit> limits,
        List<BusyFigures> carrierBusy,
        List<Stall> stalls,
        List<UnpinSummary> unpin,
        Waits waits) {
    public static final int SCHEMA_VERSION = 2;

    public Report {
        jvms = List.copyOf(jvms);
        timelines = List.copyOf(timelines);
        plan = List.copyOf(plan);
        worst = List.copyOf(worst);
        sites = List.copyOf(sites);
        limits = List.copyOf(limits);
        carrierBusy = List.copyOf(carrierBusy);
        stalls = List.copyOf(stalls);
        unpin = List.copyOf(unpin);
    }

    /** Without stalls, unpin and waits. */
    public Report(
            int schemaVersion,
            Source source,
            List<Jvm> jvms,
            List<Timeline> timelines,
            Totals totals,
            Outlook outlook,
            List<Remedy> plan,
            List<SiteFigures> sites,
            Figures other,
            List<PinnedWindow> worst,
            Dimensions dimensions,
            @Nullable Dimension threads,
            @Nullable Dimension owners,
            List<Limit> limits,
            List<BusyFigures> carrierBusy) {
        this(
                schemaVersion,
                source,
                jvms,
                timelines,
                totals,
                outlook,
                plan,
                sites,
                other,
                worst,
                dimensions,
                threads,
                owners,
                limits,
                carrierBusy,
                List.of(),
                List.of(),
                Waits.NONE);
    }

    /** The same with what was seen of other waits than pins. */
    public Report with(Waits seen) {
        return new Report(
                schemaVersion,
                source,
                jvms,
                timelines,
                totals,
                outlook,
                plan,
                sites,
                other,
                worst,
                dimensions,
                threads,
                owners,
                limits,
                carrierBusy,
                stalls,
                unpin,
                seen);
    }

    /** The same with what a watch has seen beside the pins. */
    public Report with(List<Stall> seen, List<UnpinSummary> rewriting) {
        return new Report(
                schemaVersion,
                source,
                jvms,
                timelines,
                totals,
                outlook,
                plan,
                sites,
                other,
                worst,
                dimensions,
                threads,
                owners,
                limits,
                carrierBusy,
                seen,
                rewriting,
                waits);
    }

    /** Carrier-seconds of the capacity that were lost, whole nanoseconds; see {@link Totals#capacityLost()}. */
    public double lostSeconds() {
        return Math.round(totals.capacityLost() * Jvm.capacitySeconds(jvms) * 1e9) / 1e9;
    }

    /** Whether more carriers than a scheduler aims at were pinned at once: spare ones, too. */
    public boolean sparesPinned() {
        for (int i = 0; i < timelines.size() && i < jvms.size(); i++) {
            for (Bin bin : timelines.get(i).bins()) {
                if (bin.mostCarriers() > jvms.get(i).parallelism()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The same, saying what was left out of it on request; nothing where that is none. */
    public Report without(LeftOut pins) {
        return pins.all() == 0
                ? this
                : new Report(
                        schemaVersion,
                        source,
                        jvms,
                        timelines,
                        new Totals(
                                totals.pins,
                                totals.pinnedSeconds,
                                totals.compensatedSeconds,
                                totals.capacityLost,
                                totals.starvedSeconds,
                                totals.maxCarriersPinned,
                                totals.truncatedStacks,
                                pins),
                        outlook,
                        plan,
                        sites,
                        other,
                        worst,
                        dimensions,
                        threads,
                        owners,
                        limits,
                        carrierBusy,
                        stalls,
                        unpin,
                        waits);
    }

    /** The same, its live JVMs named after the file that it was read from. */
    public Report readFrom(String name) {
        List<String> files = source.files().isEmpty() ? Collections.nCopies(jvms.size(), "") : source.files();
        return new Report(
                schemaVersion,
                new Source(
                        source.kind(),
                        source.tool(),
                        files.stream().map(file -> file.isEmpty() ? name : file).toList()),
                jvms,
                timelines,
                totals,
                outlook,
                plan,
                sites,
                other,
                worst,
                dimensions,
                threads,
                owners,
                limits,
                carrierBusy,
                stalls,
                unpin,
                waits);
    }

    /**
     * Where the pins came from.
     *
     * @param kind {@code live}, {@code recording} or {@code dump}; {@code mixed} where reports of several were merged
     * @param tool name and version of the program that made the report
     * @param files where each JVM was read from, in the order of {@link Report#jvms()}: a recording of several JVMs
     *     comes several times, {@code ""} stands for a live one; empty where all were live
     */
    public record Source(String kind, String tool, List<String> files) {
        /** Of thread dumps, which tell of waits and nothing of pins. */
        public static final String DUMP = "dump";
    }

    /**
     * A watched JVM.
     *
     * @param javaVersion such as {@code 21.0.8}
     * @param start begin of the watch, ISO 8601
     * @param wallSeconds how long it was watched: without the gaps, and without what another file tells
     * @param parallelism carriers the scheduler aims at; the most where that changed
     * @param parallelismFrom what told: {@code property}, {@code processors}, {@code assumed}, or the {@code scheduler}
     *     itself where it differs
     * @param pinnedThresholdSeconds shorter pins were not recorded
     * @param monitorThresholdSeconds shorter monitor enters and waits were not recorded; null on 24+, where the pinned
     *     event tells of them
     * @param gaps of its recording; null where there is none
     * @param jvmStart when the JVM itself began, ISO 8601; null where that is not known
     * @param meanParallelism what the scheduler aimed at on average; null where that did not change
     */
    public record Jvm(
            String javaVersion,
            String start,
            double wallSeconds,
            int parallelism,
            String parallelismFrom,
            double pinnedThresholdSeconds,
            @Nullable Double monitorThresholdSeconds,
            @Nullable Gaps gaps,
            @Nullable String jvmStart,
            @Nullable Double meanParallelism) {
        /** Without gaps; when it began is not known. */
        public Jvm(
                String javaVersion,
                String start,
                double wallSeconds,
                int parallelism,
                String parallelismFrom,
                double pinnedThresholdSeconds,
                @Nullable Double monitorThresholdSeconds) {
            this(
                    javaVersion,
                    start,
                    wallSeconds,
                    parallelism,
                    parallelismFrom,
                    pinnedThresholdSeconds,
                    monitorThresholdSeconds,
                    null,
                    null,
                    null);
        }

        /** Since when times within its life are counted: its own start, or that of the watch where it is not known. */
        public String since() {
            return jvmStart == null ? start : jvmStart;
        }

        /** Carrier-seconds there were: mean parallelism x wall. Spare carriers are no part of it. */
        public double capacitySeconds() {
            return (meanParallelism == null ? parallelism : meanParallelism) * wallSeconds;
        }

        /** Likewise of several, in that order. */
        public static double capacitySeconds(List<Jvm> jvms) {
            double seconds = 0;
            for (Jvm jvm : jvms) {
                seconds += jvm.capacitySeconds();
            }
            return seconds;
        }
    }

    /**
     * Time within a recording in which nothing was recorded, because it was stopped and begun again: nothing is known
     * of it.
     *
     * @param count how many gaps
     * @param seconds their lengths added up
     * @param longest the longest hundred, in the order of time
     */
    public record Gaps(int count, double seconds, List<Gap> longest) {
        public Gaps {
            longest = List.copyOf(longest);
        }
    }

    /**
     * One of them.
     *
     * @param begin ISO 8601
     * @param seconds length
     */
    public record Gap(String begin, double seconds) {}

    /**
     * How a JVM's carriers were pinned over time. Bin number n covers the time from n x binSeconds to (n + 1) x
     * binSeconds since the epoch, so that the bins of two reports fall together. Their length is 0.0625 s times a power
     * of two: the smallest with which all pins of the JVM fit into 512 bins.
     *
     * @param binSeconds length of a bin
     * @param firstBin number of the first bin listed
     * @param bins one after the other from the first on; those before the first pin and after the last are left out
     */
    public record Timeline(double binSeconds, long firstBin, List<Bin> bins) {
        public Timeline {
            bins = List.copyOf(bins);
        }
    }

    /**
     * A stretch of a timeline. Compensated pins are left out, as they are of starved time.
     *
     * @param heldSeconds carrier-seconds
     * @param mostCarriers most carriers pinned at one instant of it
     * @param starvedSeconds the part of it in which every carrier was pinned at once
     */
    public record Bin(double heldSeconds, int mostCarriers, double starvedSeconds) {}

    /**
     * Over all sites.
     *
     * @param pins how many
     * @param pinnedSeconds carrier-seconds: the sum of their durations
     * @param compensatedSeconds the part of it a spare carrier may have stood in for: none can while the scheduler has
     *     as many carriers as {@code maxPoolSize} allows
     * @param capacityLost uncompensated carrier-seconds, at each instant no more than the parallelism, / (parallelism x
     *     wall): 0 to 1. More can be pinned at once: the JVM starts spare carriers for {@code Object.wait} and file I/O
     *     on JDK 21 to 23
     * @param starvedSeconds time in which as many carriers as the parallelism were pinned at once, or more
     * @param maxCarriersPinned most carriers pinned at one instant that no other carrier can have stood in for
     * @param truncatedStacks pins whose stack the JVM cut off
     * @param leftOut pins that are in no figure, because others were asked for; null where there are none
     */
    public record Totals(
            long pins,
            double pinnedSeconds,
            double compensatedSeconds,
            double capacityLost,
            double starvedSeconds,
            int maxCarriersPinned,
            long truncatedStacks,
            @Nullable LeftOut leftOut) {
        /** Of all pins. */
        public Totals(
                long pins,
                double pinnedSeconds,
                double compensatedSeconds,
                double capacityLost,
                double starvedSeconds,
                int maxCarriersPinned,
                long truncatedStacks) {
            this(
                    pins,
                    pinnedSeconds,
                    compensatedSeconds,
                    capacityLost,
                    starvedSeconds,
                    maxCarriersPinned,
                    truncatedStacks,
                    null);
        }
    }

    /**
     * Pins that were recorded and not asked for, each counted once: under the first option below that leaves it out.
     *
     * @param byThreshold shorter than {@code --threshold}
     * @param byTime begun before {@code --since}, or not before {@code --until}
     * @param byPackage without a holder or an entry in {@code --package}
     */
    public record LeftOut(long byThreshold, long byTime, long byPackage) {
        public static final LeftOut NONE = new LeftOut(0, 0, 0);

        public LeftOut and(@Nullable LeftOut more) {
            return more == null
                    ? this
                    : new LeftOut(byThreshold + more.byThreshold, byTime + more.byTime, byPackage + more.byPackage);
        }

        public long all() {
            return byThreshold + byTime + byPackage;
        }
    }

    /**
     * Count and time.
     *
     * @param pins how many
     * @param pinnedSeconds sum of their durations
     * @param maxSeconds the longest
     * @param histogram durations in log-linear buckets (16 to a power of two), empty ones left out
     */
    public record Figures(long pins, double pinnedSeconds, double maxSeconds, List<Bucket> histogram) {}

    /**
     * One bucket of durations.
     *
     * @param upToMicros its upper bound, inclusive
     * @param pins how many fell into it
     */
    public record Bucket(long upToMicros, long pins) {}

    /**
     * One site.
     *
     * @param id see {@link Site#id()}
     * @param operation what was waited for
     * @param reason why the carrier was kept
     * @param compensated see {@link Diagnosis#compensated()}
     * @param holders nearest to the block first, with the lines of the longest pin's stack; what else is said of the
     *     site is likewise what follows from its longest pin, or from one of several equally long ones: so it is the
     *     same when reports are merged
     * @param entries outermost application frames, most pinned first, at most ten
     * @param pins how many
     * @param pinnedSeconds sum of their durations
     * @param p50Seconds half were shorter; within 7 %
     * @param p99Seconds one in a hundred was longer; within 7 %
     * @param maxSeconds the longest
     * @param histogram see {@link Figures#histogram()}
     * @param occurrence whether it is over once classes are loaded
     * @param firstSeconds begin of its first pin, since the watch began
     * @param lastSeconds begin of its last pin, likewise
     * @param verdict what a newer JDK does to it
     * @param advice what to do
     * @param unread classes whose class file was not seen and that may hold as well, at most ten; see
     *     {@link HolderFinder#unread}
     * @param stacks all that are distinct, most pinned seconds first, up to a bound on the stacks of all sites; what
     *     came after that is counted in the site alone, and the limits say so
     * @param monitorClass class of the monitor that was waited for, where a monitor event tells; null otherwise
     * @param initializer the class that was waited for, null for all but class_init_wait on JDK 24+
     */
    public record SiteFigures(
            String id,
            Operation operation,
            Reason reason,
            boolean compensated,
            List<HolderLine> holders,
            List<String> entries,
            long pins,
            double pinnedSeconds,
            double p50Seconds,
            double p99Seconds,
            double maxSeconds,
            List<Bucket> histogram,
            Occurrence occurrence,
            double firstSeconds,
            double lastSeconds,
            Verdict verdict,
            Advice advice,
            List<String> unread,
            List<StackFigures> stacks,
            @Nullable String monitorClass,
            @Nullable Initializer initializer) {
        /** The same with another advice. */
        public SiteFigures with(Advice other) {
            return new SiteFigures(
                    id,
                    operation,
                    reason,
                    compensated,
                    holders,
                    entries,
                    pins,
                    pinnedSeconds,
                    p50Seconds,
                    p99Seconds,
                    maxSeconds,
                    histogram,
                    occurrence,
                    firstSeconds,
                    lastSeconds,
                    verdict,
                    other,
                    unread,
                    stacks,
                    monitorClass,
                    initializer);
        }
    }

    /**
     * A class whose initialisation was waited for.
     *
     * @param className its binary name, as the JVM told it: it can be cut off
     * @param frames what a virtual thread that ran its static initialiser was pinned in, topmost first; empty where no
     *     pin shows one
     */
    public record Initializer(String className, List<String> frames) {}

    /**
     * A holder, flat for readers.
     *
     * @param className binary name
     * @param methodName method
     * @param line source line, 0 where unknown
     * @param hold by what it holds
     * @param monitors how many monitors it owns
     * @param lock what is locked, null where the bytecode does not tell
     * @param confidence how sure this is
     * @param library name and version, null where unknown
     */
    public record HolderLine(
            String className,
            String methodName,
            int line,
            Hold hold,
            int monitors,
            @Nullable String lock,
            Confidence confidence,
            @Nullable Library library) {}

    /**
     * One distinct stack of a site.
     *
     * @param id see {@link Stack#id()}
     * @param pins how many
     * @param pinnedSeconds sum of their durations
     * @param truncated see {@link Stack#truncated()}
     * @param frames topmost first, {@code class.method:line}
     * @param holders which of the frames keep the carrier, topmost first
     * @param times when its pins began, by JVM and then by time; bins without one are left out
     */
    public record StackFigures(
            String id,
            long pins,
            double pinnedSeconds,
            boolean truncated,
            List<String> frames,
            List<StackHolder> holders,
            List<StackTime> times) {
        /** Its id follows from its frames. */
        public StackFigures(
                long pins,
                double pinnedSeconds,
                boolean truncated,
                List<String> frames,
                List<StackHolder> holders,
                List<StackTime> times) {
            this(Stack.id(frames), pins, pinnedSeconds, truncated, frames, holders, times);
        }
    }

    /**
     * The pins of a stack that began in one bin of a {@link Timeline}.
     *
     * @param jvm its place in {@link Report#jvms()}
     * @param bin number of the bin
     * @param pins how many
     * @param pinnedSeconds sum of their durations, beyond the end of the bin, too
     */
    public record StackTime(int jvm, long bin, long pins, double pinnedSeconds) {}

    /**
     * A frame of a stack that keeps the carrier.
     *
     * @param frame its place in the stack, 0 is the topmost
     * @param hold by what it holds
     * @param monitors how many monitors it owns
     */
    public record StackHolder(int frame, Hold hold, int monitors) {}

    /**
     * File I/O at one place.
     *
     * @param site the topmost application frame, class and method
     * @param operation see {@link FileIo#operation()}
     * @param compensated see {@link FileIo#compensated()}
     * @param count how often
     * @param seconds sum of the durations
     * @param maxSeconds the longest
     */
    public record BusyFigures(
            String site, String operation, boolean compensated, long count, double seconds, double maxSeconds) {}
}
