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
 * What the page is given: the report's own parts, and its stacks and timelines as arrays. Known to the page alone, and
 * to change with it; who wants the report as data reads {@link JsonReport}. The page has all fields of these parts in
 * one object.
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
     * @param kind what the page is about
     * @param verdict one sentence
     * @param read what was read, a sentence each
     * @param files without repetitions
     */
    record Head(Kind kind, String tool, String verdict, List<String> read, List<String> files) {}

    /**
     * The JVMs and all their pins.
     *
     * @param atMost whether what was lost of the capacity is a bound, as pins of other schedulers may be among them
     */
    record Watched(List<Jvm> jvms, List<Line> timelines, Totals totals, boolean atMost, Outlook outlook) {}

    /**
     * The answer, and what to do.
     *
     * @param lead the answer in two sentences; null where there is no pin, and of a comparison
     * @param lastMinute a sentence about it; null but of a JVM under watch
     */
    record Lead(@Nullable LeadText lead, @Nullable String lastMinute, List<PlanLine> plan) {}

    /**
     * Where it pins.
     *
     * @param changes of a comparison: what became of each site, in their order
     * @param otherChanges of a comparison: verdicts on waiting threads and places where they wait, those that differ
     */
    record Sites(
            List<SiteFigures> sites,
            @Nullable List<Change> changes,
            List<OtherChange> otherChanges,
            Figures other,
            List<PinnedWindow> worst) {}

    /**
     * What is listed besides the sites.
     *
     * @param findings what is wrong besides pins that ended, worst first; of a comparison what is wrong now and was not
     * @param fixes what to do about pins, stalls, and waits, in one list; of a comparison about what is now
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
     * @param requests what requests lost; null where nobody asked, and of a comparison
     * @param waits what virtual threads waited for, pinned or not; null where nobody looked
     * @param waitGraph the same as stacks; null where no thread waited
     * @param course how many of them waited for what over time; null where that is not known
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
     * @param holds the ways to hold, to which {@link Stacks#holds} refers
     * @param frames texts of all frames
     * @param origins a letter for each frame: {@code j} for the JDK's, {@code f} for a framework's, {@code a} for any
     *     other
     */
    record FlameGraph(List<Hold> holds, List<String> frames, String origins, Nodes nodes, Stacks stacks, Times times) {
        static FlameGraph of(HtmlReportStacks stacks) {
            return new FlameGraph(
                    HOLDS, stacks.frames(), stacks.origins(), stacks.nodes(), stacks.stacks(), stacks.times());
        }

        /** Of a comparison, which does not say when. */
        static FlameGraph ofBoth(HtmlReportStacks stacks) {
            Times none = new Times(new int[0], new int[0], new long[0], new long[0], new double[0]);
            return new FlameGraph(HOLDS, stacks.frames(), stacks.origins(), stacks.nodes(), stacks.stacks(true), none);
        }
    }

    static final List<Hold> HOLDS = List.of(Hold.values());

    /** JVMs that the head of the page names. */
    private static final int NAMED = 3;

    /** What a page is about. */
    enum Kind {
        REPORT,
        /** Of thread dumps alone, which don't show pins that have ended. */
        DUMP,
        /** The same of heap dumps. */
        HEAP_DUMP,
        LIVE,
        DIFF;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A {@link Timeline}.
     *
     * @param held carrier-seconds by bin
     * @param most carriers by bin
     * @param starved seconds by bin
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
     * A {@link Remedy} with its words.
     *
     * @param takes what has to change
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
     * @param share of the pinned time; null of what is no pin
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
     * @param before 0 where it is new
     * @param after 0 where it is gone
     * @param kind what is to be said of it: a difference may be no more than noise
     */
    record Change(double before, double after, Difference.Kind kind) {}

    /**
     * What became of a verdict, or of a place where threads wait.
     *
     * @param what in words
     * @param before threads, most at a look of a verdict, on average at a place
     * @param mean whether they are an average
     */
    record OtherChange(String what, double before, double after, boolean mean, Difference.Kind kind) {}

    /**
     * The tree, in preorder.
     *
     * @param depth of each node, 0 at the entry
     * @param frame of each node, an index of the frames
     */
    @SuppressWarnings("ArrayRecordComponent") // handed to the mapper, never compared; the two below as well
    record Nodes(int[] depth, int[] frame) {}

    /**
     * One element for each stack, in the order of their nodes.
     *
     * @param node the topmost frame's
     * @param site an index of the sites
     * @param seconds of a comparison, seconds an hour after
     * @param pins of a comparison, those after, not by the hour
     * @param truncated indices of stacks that the JVM cut off
     * @param holders how many of its frames hold the carrier
     * @param holds for each of them how many frames it is from the block, and how it holds: from 1 on an index of
     *     {@link FlameGraph#holds}, 64 more where it is the culprit
     * @param before of a comparison: seconds an hour before; null otherwise
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
     * @param count how many of the elements below are each stack's
     * @param jvm an index of the JVMs
     * @param bin counted from the first of that JVM's timeline
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
                        report.totals().pins() == 0 ? HeadText.none(report) : HeadText.outlook(report) + ".",
                        read(report),
                        report.source().files().stream()
                                .distinct()
                                .filter(file -> !file.isEmpty())
                                .toList()),
                new Watched(
                        report.jvms(),
                        report.timelines().stream().map(Line::of).toList(),
                        report.totals(),
                        report.hasOtherSchedulers(),
                        report.outlook()),
                new Lead(
                        LeadText.of(report),
                        // It ends at the last flush. Shortly after the start, that may be before the first pin that is
                        // counted.
                        lastMinute == null || lastMinute.nanos() < 1_000_000_000
                                ? null
                                : LeadText.lastMinute(lastMinute, report),
                        PlanLine.of(report.plan())),
                new Sites(CureText.inFull(sites, report), null, List.of(), report.other(), report.worst()),
                new Lists(
                        LimitText.sentences(report.limits()),
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
