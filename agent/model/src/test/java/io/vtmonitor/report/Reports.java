package io.vtmonitor.report;

import static io.vtmonitor.Times.nanos;

import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Change;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Gap;
import io.vtmonitor.report.figures.Gaps;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.StackHolder;
import io.vtmonitor.report.figures.StackTime;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.report.figures.Totals;
import java.time.Instant;
import java.util.List;

/** Reports for tests of what is written from them. */
public final class Reports {
    private static final Instant START = Instant.parse("2026-11-21T09:00:00Z");
    static final Jvm JVM = new Jvm("21.0.8", START, nanos(51), 2, "processors", nanos(0.001), nanos(0.02));

    private Reports() {}

    /** What 100 queries of one second through an old driver look like. */
    public static Report mysql() {
        return of(List.of(site()));
    }

    public static Report of(List<SiteFigures> sites) {
        return of("live", JVM, new Outlook(nanos(88.1), 0, nanos(12), 0), sites);
    }

    /** Two gaps in its recording, of which one lies within the timeline. */
    public static Report withGaps() {
        Gap before = new Gap(START.minusMillis(3_599_875), nanos(0.5));
        Gaps gaps = new Gaps(2, nanos(3600.5), List.of(before, new Gap(START.plusSeconds(10), nanos(3600))));
        Jvm jvm = new Jvm(
                JVM.javaVersion(),
                JVM.start(),
                JVM.wallNanos(),
                2,
                JVM.parallelismFrom(),
                nanos(0.001),
                nanos(0.02),
                gaps,
                null,
                null);
        return of(jvm, new Outlook(nanos(88.1), 0, nanos(12), 0), List.of(site()));
    }

    /** One site with classes that were not seen. */
    public static Report unread(String source, List<String> classes) {
        return of(source, JVM, new Outlook(nanos(88.1), 0, nanos(12), 0), List.of(site(classes)));
    }

    public static Report of(Jvm jvm, Outlook outlook, List<SiteFigures> sites) {
        return of("live", jvm, outlook, sites);
    }

    private static Report of(String source, Jvm jvm, Outlook outlook, List<SiteFigures> sites) {
        return new Report(
                new Source(source, "vt-monitor", List.of()),
                List.of(jvm),
                List.of(new Timeline(
                        0.125,
                        14_340_196_224L,
                        List.of(new Bin(nanos(0.25), 2, nanos(0.125)), new Bin(nanos(0.1), 1, 0)))),
                new Report.Pins(
                        new Totals(100, nanos(100.1), 0, 0.98, nanos(50), 2, 0, null),
                        outlook,
                        List.of(
                                remedy(
                                        Remedy.Kind.UPGRADE,
                                        "upgrade mysql-connector-j 8.0.33 to 9.0.0 or later",
                                        88.1,
                                        false),
                                remedy(Remedy.Kind.JDK_24, "run on JDK 25.0.4+ or 27+", 88.1, false),
                                remedy(Remedy.Kind.UNPIN, "unpin=com.mysql.cj.** (JDK 21)", 88.1, true)),
                        sites,
                        new Figures(0, 0, 0, List.of()),
                        List.of(new PinnedWindow(
                                Instant.parse("2026-11-21T09:00:01.234567891Z"),
                                nanos(50.2),
                                nanos(50),
                                2,
                                true,
                                List.of(new PinnedWindow.SitePins("id", 100)))),
                        new Dimensions(
                                dimension("com.mysql.cj.protocol.ReadAheadInputStream.read"),
                                dimension("mysql-connector-j 8.0.33"),
                                dimension("socket_read"),
                                dimension("com.acme.Orders.load")),
                        dimension("tomcat-handler-*"),
                        dimension("main")),
                List.of(Limit.of(LimitKind.PINS_SHORTER, 0.001)),
                List.of(),
                List.of(),
                List.of(),
                Waits.NONE,
                null);
    }

    /** Nothing was pinned, since the only pins never ended. */
    public static Report stalled() {
        return none().with(List.of(stall()), List.of());
    }

    /** Some of it still pins. */
    public static Report rewritten() {
        return mysql().with(List.of(), List.of(unpin()));
    }

    public static UnpinSummary unpin() {
        return new UnpinSummary(
                false,
                List.of(UnpinSummary.Pattern.parse("com.mysql.cj.** (mysql-connector-j 8.0.33)")),
                267,
                1,
                1,
                16,
                List.of(
                        new UnpinSummary.Place(
                                "com.mysql.cj.jdbc.StatementImpl.executeQuery",
                                12,
                                "a string",
                                UnpinSummary.How.KEPT,
                                "any code can lock the same string"),
                        new UnpinSummary.Place(
                                "com.mysql.cj.jdbc.StatementImpl.executeQuery",
                                1160,
                                "field given",
                                UnpinSummary.How.BOTH,
                                "what is in the field is passed in from outside")),
                List.of(new UnpinSummary.Refused("com.mysql.cj.Old", "subroutines of old compilers (jsr) in run")),
                List.of("com.acme.Sub.run:7 by the monitor"),
                List.of("com.acme.Task, object 4 at com.mysql.cj.X.take:9"),
                List.of("com.mysql.cj.protocol.ReadAheadInputStream"),
                40);
    }

    public static Stall stall() {
        return new Stall(
                Instant.parse("2026-11-21T09:00:01.234567891Z"),
                nanos(6.5),
                false,
                StallPattern.LOCK_WITHOUT_CARRIER,
                Confidence.EXACT,
                new StallFacts.Worded(
                        "Nobody owns the lock: it is virtual thread #19's turn, which has no carrier to run on.",
                        "Guard it by a lock."),
                null,
                3,
                List.of(new Stall.HeldCarrier(
                        "ForkJoinPool-1-worker-1",
                        new WaitFacts.Named(21, "", true),
                        "WAITING",
                        Operation.LOCK,
                        new Stall.Awaited.Thing("java.util.concurrent.locks.ReentrantLock@1f"),
                        new Stall.Owner.Worded("next: virtual thread #19"),
                        List.of(new HolderLine(
                                "a.B", "read", 7, Hold.MONITOR, 1, "this", Confidence.EXACT, new Library("app", null))),
                        StackFrame.parse(List.of("jdk.internal.misc.Unsafe.park", "a.B.read:7")))),
                null);
    }

    /** Nothing was pinned. */
    public static Report none() {
        return none("live");
    }

    /** Of what kind of source. */
    public static Report none(String source) {
        Dimension empty = new Dimension(List.of(), new Dimension.Figures(0, 0, 0));
        return new Report(
                new Source(source, "vt-monitor", List.of()),
                List.of(JVM),
                List.of(new Timeline(0.0625, 0, List.of())),
                new Report.Pins(
                        new Totals(0, 0, 0, 0, 0, 0, 0, null),
                        new Outlook(0, 0, 0, 0),
                        List.of(),
                        List.of(),
                        new Figures(0, 0, 0, List.of()),
                        List.of(),
                        new Dimensions(empty, empty, empty, empty),
                        null,
                        null),
                List.of(Limit.of(LimitKind.PINS_SHORTER, 0.001)),
                List.of(),
                List.of(),
                List.of(),
                Waits.NONE,
                null);
    }

    private static Remedy remedy(Remedy.Kind kind, String what, double saves, boolean estimate) {
        return new Remedy(
                kind,
                List.of(kind),
                List.of(new Change.Worded(what)),
                nanos(saves),
                saves / 100.1,
                1,
                List.of(),
                estimate);
    }

    /** Two parts, and a rest beyond those listed. */
    private static Dimension dimension(String key) {
        return new Dimension(
                List.of(
                        new Dimension.Part(key, 90, nanos(90.1), nanos(1.02)),
                        new Dimension.Part("b", 6, nanos(6), nanos(1))),
                new Dimension.Figures(4, nanos(4), nanos(1)));
    }

    public static SiteFigures site() {
        return site(List.of());
    }

    private static SiteFigures site(List<String> unread) {
        return site(Verdict.GONE_ON_24, Occurrence.RECURRING, unread);
    }

    public static SiteFigures site(Verdict verdict, Occurrence occurrence) {
        return site(verdict, occurrence, List.of());
    }

    private static SiteFigures site(Verdict verdict, Occurrence occurrence, List<String> unread) {
        return new SiteFigures(
                "id",
                Operation.SOCKET_READ,
                Reason.MONITOR,
                false,
                List.of(
                        new HolderLine(
                                "com.mysql.cj.protocol.ReadAheadInputStream",
                                "read",
                                180,
                                Hold.MONITOR,
                                1,
                                "this",
                                Confidence.EXACT,
                                new Library("mysql-connector-j", "8.0.33")),
                        new HolderLine(
                                "com.mysql.cj.jdbc.StatementImpl",
                                "executeQuery",
                                1168,
                                Hold.MONITOR,
                                2,
                                "result of getConnectionMutex()",
                                Confidence.LIKELY,
                                null)),
                List.of("com.acme.Orders.load"),
                new SiteFigures.PinTimes(100, nanos(100.1), nanos(1.0), nanos(1.01), nanos(1.02), List.of()),
                new SiteFigures.Span(occurrence, nanos(3.1), nanos(49.2)),
                verdict,
                new Advice(
                        "x",
                        AdviceKind.MONITOR,
                        "It reads while it owns a monitor.",
                        new Action.Worded("Upgrade."),
                        List.of(new MethodName("com.mysql.cj.protocol.ReadAheadInputStream", "read")),
                        List.of(new MethodName("com.mysql.cj.jdbc.StatementImpl", "executeQuery")),
                        "https://example.org/",
                        Confidence.EXACT,
                        null,
                        null,
                        List.of()),
                unread,
                List.of(new StackFigures(
                        100,
                        nanos(100.1),
                        false,
                        StackFrame.parse(List.of(
                                "java.lang.VirtualThread.park",
                                "com.mysql.cj.protocol.ReadAheadInputStream.read:180",
                                "com.mysql.cj.jdbc.StatementImpl.executeQuery:1168",
                                "com.acme.Orders$Loader.load:12")),
                        List.of(new StackHolder(1, Hold.MONITOR, 1), new StackHolder(2, Hold.MONITOR, 2)),
                        List.of(
                                new StackTime(0, 14_340_196_224L, 99, nanos(99.1)),
                                new StackTime(0, 14_340_196_225L, 1, nanos(1))))),
                SiteFigures.AwaitedClass.NONE,
                null);
    }
}
