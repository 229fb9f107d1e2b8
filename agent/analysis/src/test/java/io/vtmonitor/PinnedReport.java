package io.vtmonitor;

import static io.vtmonitor.Times.nanos;

import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.tally.Aggregation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A report added up from pins that are described in few words: of one JVM with two carriers, watched for an hour. */
public final class PinnedReport {
    private static final long MILLI = 1_000_000;

    private final String javaVersion;
    private final List<DiagnosedPin> findings = new ArrayList<>();
    private final List<Limit> limits = new ArrayList<>();
    private double wallSeconds = 3_600;
    private long startSecond;
    private double thresholdSeconds = 0.001;
    private @Nullable Double monitorThresholdSeconds;
    private @Nullable Library library;
    private Hold hold = Hold.MONITOR;
    private boolean compensated;
    private long now;

    private PinnedReport(String javaVersion) {
        this.javaVersion = javaVersion;
        this.monitorThresholdSeconds = Runtime.Version.parse(javaVersion).feature() < 24 ? 0.02 : null;
    }

    public static PinnedReport on(String javaVersion) {
        return new PinnedReport(javaVersion);
    }

    public PinnedReport watchedFor(double seconds) {
        wallSeconds = seconds;
        return this;
    }

    /** Pins that began earlier are of a time that another file tells of. */
    public PinnedReport watchedFrom(long second) {
        startSecond = second;
        return this;
    }

    public PinnedReport threshold(double seconds) {
        thresholdSeconds = seconds;
        return this;
    }

    /** Of waits for monitors: 20 ms where nothing is said, and none from JDK 24 on. */
    public PinnedReport monitorThreshold(double seconds) {
        monitorThresholdSeconds = seconds;
        return this;
    }

    public PinnedReport limit(Limit limit) {
        limits.add(limit);
        return this;
    }

    /** Pins that begin at the same instant; see {@link #pins}. */
    public PinnedReport together(int count, long millis, String... frames) {
        Diagnosis diagnosis = diagnosis(frames);
        for (int i = 0; i < count; i++) {
            Pin pin = new Pin(diagnosis.blocking(), now, millis * MILLI, i, "worker-" + i, null);
            findings.add(new DiagnosedPin(pin, diagnosis));
        }
        now += millis * MILLI;
        return this;
    }

    /** Where the holders of what follows come from. */
    public PinnedReport library(String name, String version) {
        library = new Library(name, version);
        return this;
    }

    /** By what the holders of what follows hold. */
    public PinnedReport hold(Hold by) {
        hold = by;
        return this;
    }

    /** A spare carrier may stand in for what follows. */
    public PinnedReport compensated() {
        compensated = true;
        return this;
    }

    /**
     * Pins one after the other.
     *
     * @param frames topmost first, {@code com.acme.A.run:7}; one that begins with {@code *} is a holder. The bottom one
     *     is the entry; none where the pins have no stack
     */
    public PinnedReport pins(int count, long millis, String... frames) {
        Diagnosis diagnosis = diagnosis(frames);
        for (int i = 0; i < count; i++) {
            Pin pin = new Pin(diagnosis.blocking(), now, millis * MILLI, 1, "worker-1", null);
            findings.add(new DiagnosedPin(pin, diagnosis));
            now += millis * MILLI;
        }
        return this;
    }

    public Report report() {
        Aggregation aggregation = Aggregation.ofRecordings();
        findings.forEach(aggregation.jvm(CarrierPool.of(2))::accept);
        Jvm jvm = new Jvm(
                javaVersion,
                Instant.ofEpochSecond(startSecond),
                nanos(wallSeconds),
                2,
                "property",
                nanos(thresholdSeconds),
                monitorThresholdSeconds == null ? null : nanos(monitorThresholdSeconds));
        return aggregation.report(
                new Source("recording", "vt-monitor 1.2.3", List.of("app.jfr")), List.of(jvm), limits, List.of());
    }

    private Diagnosis diagnosis(String... texts) {
        List<Frame> frames = new ArrayList<>();
        List<Holder> holders = new ArrayList<>();
        for (String text : texts) {
            Frame frame = frame(text.replaceFirst("^\\*", ""));
            frames.add(frame);
            if (text.startsWith("*")) {
                holders.add(new Holder(frame, hold, hold == Hold.MONITOR ? 1 : 0, "this", Confidence.EXACT, library));
            }
        }
        boolean monitor = hold == Hold.MONITOR;
        return new Diagnosis(
                new Blocking(new Stack(frames, false), BlockingEvent.PINNED, true, null, null, null),
                new Site(holders.stream().map(holder -> holder.frame().method()).toList(), Operation.SLEEP),
                holders,
                monitor ? Reason.MONITOR : hold == Hold.CLASS_INIT ? Reason.CLASS_INIT : Reason.NATIVE,
                compensated,
                frames.isEmpty() ? null : frames.get(frames.size() - 1).method(),
                new Advice(
                        monitor ? "monitor" : "native",
                        AdviceKind.GENERAL,
                        "The frame \"owns\" a monitor.",
                        new Action.Worded("Use a lock."),
                        List.<MethodName>of(),
                        List.<MethodName>of(),
                        "https://openjdk.org/jeps/491",
                        Confidence.EXACT,
                        null,
                        null,
                        List.of()),
                monitor ? Verdict.GONE_ON_24 : Verdict.STAYS,
                List.of(),
                false);
    }

    private static Frame frame(String text) {
        int colon = text.lastIndexOf(':');
        String method = colon < 0 ? text : text.substring(0, colon);
        int line = colon < 0 ? 0 : Integer.parseInt(text.substring(colon + 1));
        int dot = method.lastIndexOf('.');
        return new Frame(method.substring(0, dot), method.substring(dot + 1), "()V", 3, line, 0);
    }
}
