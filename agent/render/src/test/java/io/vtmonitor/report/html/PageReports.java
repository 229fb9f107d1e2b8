package io.vtmonitor.report.html;

import static io.vtmonitor.Times.nanos;

import io.vtmonitor.diff.Diff;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.Outlook;
import io.vtmonitor.report.PinnedWindow;
import io.vtmonitor.report.PinnedWindow.SitePins;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.report.figures.Gap;
import io.vtmonitor.report.figures.Gaps;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.Requests.Route;
import io.vtmonitor.report.figures.Requests.RouteSite;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.StackHolder;
import io.vtmonitor.report.figures.StackTime;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.report.figures.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Reports made up for the page. */
final class PageReports {
    private static final int BINS = 400;

    private PageReports() {}

    /** The page of what changed, as {@code diff} makes it. */
    static String comparison(Report before, Report after) {
        return HtmlReport.writeDiff(before, after, Diff.between(List.of(before), List.of(after), 0.1));
    }

    /** A site of that name in all its words, with those stacks. */
    static SiteFigures site(String name, List<StackFigures> stacks) {
        SiteFigures like = Reports.site();
        HolderLine holder = like.holders().get(0);
        return new SiteFigures(
                name + ".block [sleep]",
                like.operation(),
                like.reason(),
                false,
                List.of(new HolderLine(
                        name,
                        "block",
                        holder.line(),
                        holder.hold(),
                        1,
                        "field " + name,
                        holder.confidence(),
                        holder.library())),
                List.of(name + ".entry"),
                new SiteFigures.PinTimes(
                        stacks.stream().mapToLong(StackFigures::pins).sum(),
                        stacks.stream().mapToLong(StackFigures::pinnedNanos).sum(),
                        like.times().p50Nanos(),
                        like.times().p99Nanos(),
                        like.maxNanos(),
                        List.of()),
                new SiteFigures.Span(like.occurrence(), 0, nanos(1)),
                like.verdict(),
                like.advice(),
                List.of(),
                stacks,
                SiteFigures.AwaitedClass.NONE,
                null);
    }

    /** A stack whose second frame from the top owns a monitor; its pins began in the first bin. */
    static StackFigures stack(long pins, double seconds, String... topmostFirst) {
        return new StackFigures(
                pins,
                nanos(seconds),
                false,
                StackFrame.parse(List.of(topmostFirst)),
                topmostFirst.length > 1 ? List.of(new StackHolder(1, Hold.MONITOR, 1)) : List.of(),
                List.of(new StackTime(0, 0, pins, nanos(seconds))));
    }

    /** That many distinct stacks of twenty frames and more at ten sites, the same for the same number. */
    static Report ofStacks(int number) {
        Random random = new Random(number);
        List<List<StackFigures>> bySite = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            bySite.add(new ArrayList<>());
        }
        for (int i = 0; i < number; i++) {
            List<String> frames = new ArrayList<>(List.of("java.lang.Thread.sleep:507", "a.Driver.read:" + i % 7));
            int depth = 20 + random.nextInt(30);
            for (int d = 0; d < depth; d++) {
                frames.add(
                        "com.acme.layer" + d + ".Service" + random.nextInt(3) + ".call" + random.nextInt(4) + ":" + d);
            }
            frames.add("com.acme.Stack" + i + ".run:1");
            frames.add("java.lang.VirtualThread.run:309");
            StackFigures stack = new StackFigures(
                    2,
                    nanos(0.01 + random.nextInt(1000) / 1e4),
                    false,
                    StackFrame.parse(frames),
                    List.of(new StackHolder(1, Hold.MONITOR, 1)),
                    List.of(new StackTime(0, random.nextInt(BINS), 2, nanos(0.01))));
            bySite.get(i % 10).add(stack);
        }
        List<SiteFigures> sites = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sites.add(site("a.Site" + i, bySite.get(i)));
        }
        return of(sites);
    }

    private static Jvm jvm(String start, double wallSeconds) {
        return new Jvm("21.0.8", Instant.parse(start), nanos(wallSeconds), 2, "processors", nanos(0.001), nanos(0.02));
    }

    /** One JVM that was watched for long: two pins at once for so many seconds, after 100 s of 1000 s. */
    static Report ofLongWatch(double seconds) {
        StackFigures stack = new StackFigures(
                2,
                nanos(2 * seconds),
                false,
                StackFrame.parse(List.of("java.lang.Thread.sleep", "a.B.block:2")),
                List.of(new StackHolder(1, Hold.MONITOR, 1)),
                List.of(new StackTime(0, 800, 2, nanos(2 * seconds))));
        List<Bin> bins = new ArrayList<>();
        for (double left = seconds; left > 0; left -= 0.125) {
            double part = Math.min(left, 0.125);
            bins.add(new Bin(nanos(2 * part), 2, nanos(part)));
        }
        return of(
                List.of(site("a.B", List.of(stack))),
                List.of(jvm("1970-01-01T00:00:00Z", 1000)),
                List.of(new Timeline(0.125, 800, bins)));
    }

    /** As {@link #ofLongWatch} for 0.75 s, with a worst stretch in which each of so many sites had two pins. */
    static Report ofWorst(int sites) {
        Report like = ofLongWatch(0.75);
        Report.Pins pins = like.pins();
        List<SitePins> its = new ArrayList<>();
        for (int i = 0; i < sites; i++) {
            its.add(new SitePins("a.B" + i + ".block [sleep]", 2));
        }
        Instant begin = Instant.EPOCH.plusSeconds(100);
        return new Report(
                like.source(),
                like.jvms(),
                like.timelines(),
                new Report.Pins(
                        pins.totals(),
                        pins.outlook(),
                        pins.plan(),
                        pins.sites(),
                        pins.other(),
                        List.of(new PinnedWindow(begin, nanos(0.75), nanos(0.75), 2, true, its)),
                        pins.dimensions(),
                        pins.threads(),
                        pins.owners()),
                like.limits(),
                like.carrierBusy(),
                like.stalls(),
                like.unpin(),
                like.waits(),
                like.requests());
    }

    /** As {@link #ofLongWatch} for 0.75 s, if nothing says how many carriers there were. */
    static Report ofUnknownCarriers() {
        Report known = ofLongWatch(0.75);
        Jvm jvm = new Jvm("21.0.8", Instant.EPOCH, nanos(1000), 1, "assumed", nanos(0.001), nanos(0.02));
        return of(known.sites(), List.of(jvm), known.timelines());
    }

    /** A thread dump. */
    static Report ofDump() {
        return of(List.of(), List.of(new Jvm("25.0.3", Instant.EPOCH, 0, 0, "", 0, null)), List.of());
    }

    /** As {@link #ofStacks}, one stack of so many frames. */
    static Report ofDepth(int frames) {
        List<String> names = new ArrayList<>(List.of("java.lang.Thread.sleep:507", "a.Driver.read:1"));
        for (int i = frames - 2; i > 0; i--) {
            names.add("com.acme.Level" + i + ".call:" + i);
        }
        return of(List.of(site("a.Driver", List.of(stack(2, 1, names.toArray(String[]::new))))));
    }

    /** One stack whose pins were in two JVMs with bins of different length: 1.5 s in the first, 4 s in the second. */
    static Report ofTwoJvms() {
        StackFigures stack = new StackFigures(
                7,
                nanos(5.5),
                false,
                StackFrame.parse(List.of("java.lang.Thread.sleep", "a.B.block:2")),
                List.of(new StackHolder(1, Hold.MONITOR, 1)),
                List.of(new StackTime(0, 801, 3, nanos(1.5)), new StackTime(1, 203, 4, nanos(4))));
        return of(
                List.of(site("a.B", List.of(stack))),
                List.of(jvm("1970-01-01T00:01:40Z", 3), jvm("1970-01-01T00:01:41Z", 4)),
                List.of(
                        new Timeline(0.125, 801, List.of(new Bin(nanos(1), 2, 0), new Bin(nanos(0.5), 1, 0))),
                        new Timeline(0.5, 203, List.of(new Bin(nanos(4), 2, nanos(0.25))))));
    }

    /** Totals and a timeline to go with the sites. */
    static Report of(List<SiteFigures> sites) {
        return of(sites, jvm("1970-01-01T00:00:00Z", 51));
    }

    private static Report of(List<SiteFigures> sites, Jvm jvm) {
        List<Bin> bins = new ArrayList<>();
        for (int i = 0; i < BINS; i++) {
            bins.add(new Bin(nanos(0.1), 2, nanos(i % 3 == 0 ? 0.05 : 0)));
        }
        return of(sites, List.of(jvm), List.of(new Timeline(0.125, 0, bins)));
    }

    /** Two routes that lost time, one that did not. */
    static Report withRequests() {
        return of(List.of(site("a.B", List.of(stack(60, 30, "java.lang.Thread.sleep", "a.B.block:2")))))
                .with(new Requests(
                        List.of(
                                new Route(
                                        "GET /orders/<img src=x>",
                                        1200,
                                        0,
                                        58,
                                        nanos(30),
                                        nanos(0.6),
                                        0,
                                        0,
                                        List.of(new RouteSite("a.B.block [sleep]", 58, nanos(30)))),
                                new Route("POST /orders", 2, 0, 0, 0, 0, 2, nanos(10), List.of()),
                                new Route("GET /stock", 5, 0, 0, 0, 0, 0, 0, List.of())),
                        Route.none(Requests.OTHER),
                        new Route(Requests.OUTSIDE, 0, 0, 2, nanos(0.1), nanos(0.06), 0, 0, List.of()),
                        0));
    }

    /** The timeline is of 50 s from the epoch on, and in 20 of them nothing was recorded. */
    static Report withGap() {
        Gaps gaps = new Gaps(1, nanos(20), List.of(new Gap(Instant.parse("1970-01-01T00:00:10Z"), nanos(20))));
        return of(
                List.of(site("a.B", List.of(stack(1, 1, "java.lang.Thread.sleep", "a.B.block:2")))),
                new Jvm(
                        "21.0.8",
                        Instant.parse("1970-01-01T00:00:00Z"),
                        nanos(31),
                        2,
                        "property",
                        nanos(0.001),
                        nanos(0.02),
                        gaps,
                        null,
                        null));
    }

    /** 40 carrier-seconds in 50 seconds, in which the parallelism was 8 at most and 2 on average. */
    static Report withChangedParallelism() {
        return of(
                List.of(site("a.B", List.of(stack(1, 1, "java.lang.Thread.sleep", "a.B.block:2")))),
                new Jvm(
                        "21.0.8",
                        Instant.parse("1970-01-01T00:00:00Z"),
                        nanos(50),
                        8,
                        "scheduler",
                        nanos(0.001),
                        nanos(0.02),
                        null,
                        null,
                        2.0));
    }

    private static Report of(List<SiteFigures> sites, List<Jvm> jvms, List<Timeline> timelines) {
        Report like = Reports.of(sites);
        long nanos = sites.stream().mapToLong(SiteFigures::pinnedNanos).sum();
        long pins = sites.stream().mapToLong(SiteFigures::pins).sum();
        return new Report(
                like.source(),
                jvms,
                timelines,
                new Report.Pins(
                        new Totals(pins, nanos, 0, 0.5, nanos(6.7), 2, 0, null),
                        new Outlook(nanos, 0, 0, 0),
                        like.plan(),
                        sites,
                        like.other(),
                        like.worst(),
                        like.dimensions(),
                        like.threads(),
                        like.owners()),
                like.limits(),
                like.carrierBusy(),
                like.stalls(),
                like.unpin(),
                like.waits(),
                like.requests());
    }
}
