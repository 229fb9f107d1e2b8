package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.common.Version;
import io.vtmonitor.diagnosis.Diagnoser;
import io.vtmonitor.diagnosis.Pipe;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.metrics.PrometheusMetrics;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Stack;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.html.HtmlReport;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.report.text.TextReport;
import io.vtmonitor.tally.Aggregation;
import io.vtmonitor.tally.FileIoTally;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One made-up pin, all the way to every page and into none that anybody sees: what the libraries on that way load, they
 * have loaded then.
 */
final class WarmUp implements Runnable {
    private static final long LENGTH_NANOS = 1_000_000_000;
    private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0";

    /** Owns a monitor, in a class that every JVM has. */
    private static final Stack STACK = new Stack(
            List.of(
                    new Frame("java.lang.VirtualThread", "parkOnCarrierThread", "(ZJ)V", 0, 1, 0),
                    new Frame("java.util.concurrent.locks.LockSupport", "park", "()V", 0, 1, 0x9),
                    new Frame("java.util.Hashtable", "size", "()I", 0, 1, 0x21),
                    new Frame(WarmUp.class.getName(), "run", "()V", 0, 1, 1)),
            false);

    private final JvmInfo jvm;
    private final Instrumentation instrumentation;
    private final boolean json;
    private final boolean pages;

    /**
     * What is to come.
     *
     * @param json whether the report will be asked for as JSON
     * @param pages whether pages will be served
     */
    WarmUp(JvmInfo jvm, Instrumentation instrumentation, boolean json, boolean pages) {
        this.jvm = jvm;
        this.instrumentation = instrumentation;
        this.json = json;
        this.pages = pages;
    }

    @Override
    public void run() {
        Aggregation aggregation = Aggregation.live();
        Aggregation.JvmFindings findings = aggregation.jvm(jvm.pool());
        List<Consumer<? super Finding>> sinks = new ArrayList<>(List.of(findings));
        PrometheusMetrics metrics = null;
        if (pages) {
            metrics = new PrometheusMetrics(() -> WithoutRecording.vitals(jvm), Version.text());
            sinks.add(metrics);
        }
        Diagnoser diagnoser =
                new Diagnoser(new CulpritFinder(new LoadedClassBytes(instrumentation)), new KnowledgeBase()::advise);
        Pipe pipe = Pipe.live(Duration.ZERO, Duration.ZERO, diagnoser, sinks);
        Blocking blocking = new Blocking(STACK, BlockingEvent.PINNED, true, null, null, null);
        pipe.accept(new Pin(blocking, 0, LENGTH_NANOS, 1, "", null));
        Report report = aggregation.report(
                new Source("live", Version.tool(), List.of()),
                List.of(jvm.reported(0, LENGTH_NANOS)),
                jvm.limits(),
                new FileIoTally().figures());
        TextReport.write(report, 1);
        if (json) {
            JsonReport.write(report);
        }
        if (metrics != null) {
            metrics.answer("");
            metrics.answer(OPEN_METRICS);
            LastMinute last = findings.lastMinute(0, LENGTH_NANOS);
            JsonReport.write(report, last);
            HtmlReport.live(report, last);
            HtmlReport.liveData(report, last);
        }
    }
}
