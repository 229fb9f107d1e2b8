package io.vtmonitor.report.html;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Outlook;
import io.vtmonitor.report.PinnedWindow;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.report.figures.Totals;
import io.vtmonitor.report.text.CureText;
import io.vtmonitor.report.text.FindingsText;
import io.vtmonitor.report.text.FixText;
import io.vtmonitor.report.text.HeadText;
import io.vtmonitor.report.text.LeadText;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.report.text.PlanText;
import io.vtmonitor.report.text.UnpinText;
import io.vtmonitor.report.text.WaitsText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The data of the page: parts of the report, and its stacks and timelines as arrays. Only the page reads it, and it
 * changes with the page; for the report as data, see {@link JsonReport}. The fields of the parts are in one JSON
 * object.
 */
record HtmlReportData(
        @JsonUnwrapped Head head,
        @JsonUnwrapped Watched watched,
        @JsonUnwrapped Lead lead,
        @JsonUnwrapped Sites sites,
        @JsonUnwrapped Lists lists,
        @JsonUnwrapped WaitParts waits,
        @JsonUnwrapped FlameGraph flameGraph) {
    /**
     * What the page is about.
     *
     * @param verdict a sentence, after one for each group of carriers that were still held at the end
     * @param read the JVMs that the report is about, a sentence each
     * @param files names, each once
     */
    record Head(Kind kind, String tool, String verdict, List<String> read, List<String> files) {}

    /**
     * The JVMs and all their pins.
     *
     * @param atMost why the lost capacity and the time without a free carrier are upper bounds; null if they are none
     * @param lostAtMost the same of the lost capacity alone
     */
    record Watched(
            List<Jvm> jvms,
            List<Line> timelines,
            Totals totals,
            @Nullable String atMost,
            @Nullable String lostAtMost,
            Outlook outlook) {}

    /**
     * The answer, and what to do.
     *
     * @param lead the answer in two sentences; null without pins, and for a comparison
     * @param lastMinute a sentence about the last minute; null unless a JVM is running
     */
    record Lead(@Nullable LeadText lead, @Nullable String lastMinute, List<PlanLine> plan) {}

    /**
     * The places that pin.
     *
     * @param changes for a comparison: how each site changed, in the order of the sites
     * @param otherChanges for a comparison: verdicts on waiting threads, and places where they wait, that differ
     * @param nearMisses a sentence on how often only one carrier was free; null if there is none, and for a comparison
     */
    record Sites(
            List<SiteFigures> sites,
            @Nullable List<Change> changes,
            List<OtherChange> otherChanges,
            Figures other,
            List<PinnedWindow> worst,
            @Nullable String nearMisses) {}

    /**
     * What is listed next to the sites.
     *
     * @param findings what is wrong besides pins that ended, worst first; for a comparison, what is wrong only on the
     *     later side
     * @param fixes what to do about pins, stalls, and waits, in one list; for a comparison, on the later side
     * @param unpin what {@code unpin} did, a sentence each
     */
    record Lists(
            List<String> limits,
            List<BusyFigures> carrierBusy,
            List<WaitsText.Line> findings,
            List<Fix> fixes,
            List<String> unpin) {}

    /**
     * What threads waited for.
     *
     * @param requests what requests lost; null if requests were not watched, and for a comparison
     * @param waits what virtual threads waited for, pinned or not; null if there were no looks
     * @param waitGraph the same as stacks; null if no thread waited
     * @param course how many of them waited for what over time; null if not known
     */
    record WaitParts(
            @Nullable HtmlReportRequests requests,
            WaitsText.@Nullable Table waits,
            @Nullable HtmlReportWaits waitGraph,
            @Nullable HtmlReportCourse course) {
        static final WaitParts NONE = new WaitParts(null, null, null, null);
    }

    /**
     * The stacks of the pins.
     *
     * @param holds the ways to hold a carrier, to which {@link Stacks#holds} refers
     * @param frames the texts of all frames
     * @param origins a letter for each frame: {@code j} for the JDK's, {@code f} for a framework's, {@code a} for any
     *     other
     */
    record FlameGraph(List<Hold> holds, List<String> frames, String origins, Nodes nodes, Stacks stacks, Times times) {
        static FlameGraph of(HtmlReportStacks stacks) {
            return new FlameGraph(
                    HOLDS, stacks.frames(), stacks.origins(), stacks.nodes(), stacks.stacks(), stacks.times());
        }

        /** For a comparison, which does not show when pins began. */
        static FlameGraph ofBoth(HtmlReportStacks stacks) {
            Times none = new Times(new int[0], new int[0], new long[0], new long[0], new double[0]);
            return new FlameGraph(HOLDS, stacks.frames(), stacks.origins(), stacks.nodes(), stacks.stacks(true), none);
        }
    }

    static final List<Hold> HOLDS = List.of(Hold.values());

    /** So many JVMs are named in the head of the page; of more, only the first. */
    private static final int NAMED = 3;

    /** The kind of page. */
    enum Kind {
        REPORT,
        /** Of thread dumps only, which don't show pins that have ended. */
        DUMP,
        /** Of heap dumps only, for which the same is true. */
        HEAP_DUMP,
        LIVE,
        DIFF;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A {@link Timeline}, as arrays with an element for each bin.
     *
     * @param held carrier-seconds
     * @param most carriers
     * @param starved seconds
     */
    @SuppressWarnings("ArrayRecordComponent") // handed to the mapper, never compared
    record Line(double binSeconds, long firstBin, double[] held, int[] most, double[] starved) {
        static Line of(Timeline timeline) {
            return new Line(
                    timeline.binSeconds(),
                    timeline.firstBin(),
                    timeline.bins().stream()
                            .mapToDouble(bin -> bin.heldNanos() / 1e9)
                            .toArray(),
                    timeline.bins().stream().mapToInt(Bin::mostCarriers).toArray(),
                    timeline.bins().stream()
                            .mapToDouble(bin -> bin.starvedNanos() / 1e9)
                            .toArray());
        }
    }

    /**
     * A {@link Remedy} in words.
     *
     * @param takes the means, such as {@code another JDK}
     */
    record PlanLine(
            long savesNanos,
            double share,
            List<String> what,
            String takes,
            boolean estimate,
            int sites,
            List<String> leaves) {
        static List<PlanLine> of(List<Remedy> plan) {
            return plan.stream()
                    .map(remedy -> new PlanLine(
                            remedy.savesNanos(),
                            remedy.share(),
                            PlanText.steps(remedy),
                            PlanText.takes(remedy),
                            remedy.estimate(),
                            remedy.sites(),
                            remedy.leaves()))
                    .toList();
        }
    }

    /**
     * A {@link FixText}.
     *
     * @param share the part of the pinned time; null if it is not about pins
     * @param copy as {@link FixText#copy}
     */
    record Fix(long savesNanos, @Nullable Double share, String of, String what, String takes, String copy) {
        static List<Fix> of(Report report) {
            List<Fix> fixes = new ArrayList<>();
            for (FixText fix : FixText.of(report)) {
                fixes.add(new Fix(
                        fix.nanos(),
                        fix.share() < 0 ? null : Double.valueOf(fix.share()),
                        fix.of(),
                        fix.what(),
                        fix.takes(),
                        fix.copy()));
            }
            return fixes;
        }
    }

    /**
     * A site's carrier-seconds in an hour of watching.
     *
     * @param before 0 if the site is new
     * @param after 0 if the site is gone
     * @param kind how the site changed; {@code SAME} if the difference may be noise
     */
    record Change(double before, double after, Difference.Kind kind) {}

    /**
     * The change of a verdict, or of a place where threads wait.
     *
     * @param what the verdict or the place in words
     * @param before threads: for a verdict the most at a look, for a place the average
     * @param mean whether the numbers are averages
     */
    record OtherChange(String what, double before, double after, boolean mean, Difference.Kind kind) {}

    /**
     * The tree of stacks, in preorder.
     *
     * @param depth of each node, 0 for an entry
     * @param frame of each node, an index of the frames
     */
    @SuppressWarnings("ArrayRecordComponent") // handed to the mapper, never compared; the two below as well
    record Nodes(int[] depth, int[] frame) {}

    /**
     * One element for each stack, in the order of their nodes.
     *
     * @param node the node of the topmost frame
     * @param site an index of the sites
     * @param seconds pinned; for a comparison, seconds in an hour on the later side
     * @param pins for a comparison, pins of the later side in all
     * @param truncated indices of the stacks that the JVM cut off
     * @param holders how many of its frames hold the carrier
     * @param holds two elements for each of them: the number of frames above it, and how it holds. The latter is an
     *     index of {@link FlameGraph#holds}, starting with 1; the holder nearest to the blocking call has 64 more
     * @param before for a comparison, seconds in an hour on the earlier side; null otherwise
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Stacks(
            int[] node,
            int[] site,
            double[] seconds,
            long[] pins,
            int[] truncated,
            int[] holders,
            int[] holds,
            double @Nullable [] before) {}

    /**
     * When the pins of the stacks began.
     *
     * @param count how many of the elements below belong to each stack
     * @param jvm an index of the JVMs
     * @param bin an index of the bins of that JVM's timeline
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Times(int[] count, int[] jvm, long[] bin, long[] pins, double[] seconds) {}

    static HtmlReportData of(Report report, Kind kind, @Nullable LastMinute lastMinute) {
        HtmlReportStacks stacks = new HtmlReportStacks(report.timelines());
        List<SiteFigures> sites = report.sites();
        for (int i = 0; i < sites.size(); i++) {
            stacks.add(i, sites.get(i));
        }
        return new HtmlReportData(
                new Head(
                        kind,
                        report.source().tool(),
                        HeadText.verdict(report),
                        read(report),
                        report.source().files().stream()
                                .distinct()
                                .filter(file -> !file.isEmpty())
                                .toList()),
                new Watched(
                        report.jvms(),
                        report.timelines().stream().map(Line::of).toList(),
                        report.totals(),
                        HeadText.capacityAtMost(report),
                        HeadText.lostAtMost(report),
                        report.outlook()),
                new Lead(
                        LeadText.of(report),
                        // It ends at the last flush, which, shortly after the start, may come before any pin that is
                        // counted.
                        lastMinute == null || lastMinute.nanos() < 1_000_000_000
                                ? null
                                : LeadText.lastMinute(lastMinute, report),
                        PlanLine.of(report.plan())),
                new Sites(
                        CureText.inFull(sites, report),
                        null,
                        List.of(),
                        report.other(),
                        report.worst(),
                        HeadText.nearMisses(report)),
                new Lists(
                        limits(report),
                        report.carrierBusy(),
                        FindingsText.lines(report),
                        Fix.of(report),
                        UnpinText.lines(report)),
                new WaitParts(
                        HtmlReportRequests.of(report.requests()),
                        WaitsText.table(report.waits()),
                        HtmlReportWaits.of(report.waits()),
                        HtmlReportCourse.of(report.waits().timelines())),
                FlameGraph.of(stacks));
    }

    /** What pins cannot show, and what waits cannot. */
    private static List<String> limits(Report report) {
        List<String> limits = new ArrayList<>(LimitText.sentences(report.limits()));
        limits.addAll(LimitText.sentences(report.waits().limits()));
        return limits;
    }

    private static List<String> read(Report report) {
        List<Jvm> jvms = report.jvms();
        List<String> named =
                jvms.stream().limit(NAMED).map(jvm -> HeadText.jvm(jvm, report)).toList();
        if (jvms.size() <= NAMED) {
            return named;
        }
        return List.of(jvms.size() + " JVMs, the first: " + named.get(0));
    }
}
