package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.Pause;
import io.vtmonitor.common.Version;
import io.vtmonitor.diagnosis.Diagnoser;
import io.vtmonitor.diagnosis.Pipe;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Stack;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.report.text.TextReport;
import io.vtmonitor.tally.Aggregation;
import io.vtmonitor.tally.FileIoTally;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.List;

/**
 * Sends a synthetic pin through diagnosis and report, which nobody sees. Used if the JVM has to write a report at its
 * end: loading the classes for that takes a second on a busy machine, for which there is often no time at exit. It
 * happens after the start.
 */
final class WarmUp implements AutoCloseable {
    /** Until then, the application has the processors for itself. */
    private static final long CALM_NANOS = 3_000_000_000L;

    private static final long LENGTH_NANOS = 1_000_000_000;

    /** A stack that owns a monitor, in a class that every JVM has. */
    private static final Stack STACK = new Stack(
            List.of(
                    new Frame("java.lang.VirtualThread", "parkOnCarrierThread", "(ZJ)V", 0, 1, 0),
                    new Frame("java.util.concurrent.locks.LockSupport", "park", "()V", 0, 1, 0x9),
                    new Frame("java.util.Hashtable", "size", "()I", 0, 1, 0x21),
                    new Frame(WarmUp.class.getName(), "run", "()V", 0, 1, 1)),
            false);

    private final JvmInfo jvm;
    private final Instrumentation instrumentation;
    private final Pause pause = new Pause();
    private final Thread thread;

    private WarmUp(JvmInfo jvm, Instrumentation instrumentation) {
        this.jvm = jvm;
        this.instrumentation = instrumentation;
        thread = DaemonThread.of("vt-monitor-warm-up", this::whenCalm);
    }

    /** Starts on a separate thread, which ends when it is done. */
    static WarmUp start(JvmInfo jvm, Instrumentation instrumentation) {
        WarmUp started = new WarmUp(jvm, instrumentation);
        started.thread.start();
        return started;
    }

    private void whenCalm() {
        try {
            if (!pause.await(CALM_NANOS)) {
                run();
            }
        } catch (Throwable ignored) {
            // The report at the end loads the classes in any case, and reports failures.
        }
    }

    private void run() {
        Aggregation aggregation = Aggregation.live();
        Diagnoser diagnoser =
                new Diagnoser(new CulpritFinder(new LoadedClassBytes(instrumentation)), new KnowledgeBase()::advise);
        Pipe pipe = Pipe.live(Duration.ZERO, Duration.ZERO, diagnoser, List.of(aggregation.jvm(jvm.pool())));
        Blocking blocking = new Blocking(STACK, BlockingEvent.PINNED, true, null, null, null);
        pipe.accept(new Pin(blocking, 0, LENGTH_NANOS, 1, "", null));
        Report report = aggregation.report(
                new Source("live", Version.tool(), List.of()),
                List.of(jvm.reported(0, LENGTH_NANOS)),
                jvm.limits(),
                new FileIoTally().figures());
        TextReport.write(report, 1);
        JsonReport.write(report);
    }

    @Override
    public void close() {
        pause.end();
        DaemonThread.join(thread);
    }
}
