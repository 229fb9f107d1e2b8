package io.vtmonitor.agent;

import io.vtmonitor.common.CarrierChange;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.diagnosis.DiagnosisWorker;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.JvmStart;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.tally.Aggregation;
import io.vtmonitor.tally.Aggregation.Carriers;
import io.vtmonitor.tally.Aggregation.JvmFindings;
import io.vtmonitor.tally.FileIoTally;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What a watch counts: pins, file I/O, and vitals. */
final class LiveFigures {
    /** The length of the interval for the gauges of pinned carriers, which ends now. */
    private static final long GAUGE_NANOS = 10_000_000_000L;

    private final LiveStream stream;
    private final FileIoTally busy = new FileIoTally();
    private final double blindSeconds;
    private volatile IntSupplier scheduler = () -> 0;
    private volatile @Nullable DiagnosisWorker pins;
    private volatile Counted counted;
    private volatile boolean settled;
    private volatile long lastFlush;

    /**
     * The pins, added up for a JVM with a certain number of carriers.
     *
     * @param jvm the JVM, with its carriers
     * @param pins the totals of all pins
     * @param findings receives the pins
     */
    record Counted(JvmInfo jvm, Aggregation pins, JvmFindings findings) {
        static Counted of(JvmInfo jvm) {
            Aggregation pins = Aggregation.live();
            return new Counted(jvm, pins, pins.jvm(jvm.pool()));
        }
    }

    LiveFigures(LiveStream stream) {
        this.stream = stream;
        counted = Counted.of(stream.jvm());
        lastFlush = stream.now();
        blindSeconds = JvmStart.secondsUntil(stream.startTime());
    }

    /**
     * Sets the source of the number of carriers. Must be called before the first pin.
     *
     * @param parallelism the scheduler's parallelism; 0 while it is not known
     */
    void ask(IntSupplier parallelism) {
        scheduler = parallelism;
    }

    /** Sets the worker that passes the pins on. Must be called before the first pin. */
    void ask(DiagnosisWorker worker) {
        pins = worker;
    }

    /** Receives the pins. */
    DiagnosedPinSink findings() {
        return new DiagnosedPinSink() {
            @Override
            public void accept(DiagnosedPin diagnosed) {
                settled(true).findings().accept(diagnosed);
            }

            @Override
            public void revised(Diagnosis before, Diagnosis after) {
                settled(true).findings().revised(before, after);
            }
        };
    }

    /** What has been counted so far. */
    Counted counted() {
        return settled(false);
    }

    /**
     * Sets the number of carriers as soon as the scheduler exists. Before that, no property is reliable, but there are
     * no pins, either. If the scheduler can't be read, the number that the properties give applies from the first pin
     * on.
     */
    private Counted settled(boolean pinned) {
        if (!settled) {
            settle(scheduler.getAsInt(), pinned);
        }
        return counted;
    }

    private synchronized void settle(int carriers, boolean pinned) {
        if (!settled && (pinned || carriers > 0)) {
            JvmInfo current = stream.jvm().aimingAt(carriers);
            if (!current.equals(counted.jvm())) {
                counted = Counted.of(current);
                stream.tell(current);
            }
            settled = true;
        }
    }

    /** Receives file I/O and adds it up. */
    Consumer<FileIo> fileIo() {
        return busy.above(
                stream.jvm().fileThreshold(),
                interval -> settled(true).findings().fileIo(interval));
    }

    /** The totals of file I/O. */
    FileIoTally busy() {
        return busy;
    }

    /**
     * Called after each flush: all that was recorded before has been delivered, and counted unless it waits for a
     * diagnosis. Also checks whether the application has changed the parallelism.
     */
    void flushed() {
        DiagnosisWorker worker = pins;
        if (worker == null || worker.hasPassedAll()) {
            lastFlush = stream.now();
        }
        int carriers = scheduler.getAsInt();
        settle(carriers, false);
        change(carriers);
    }

    private synchronized void change(int carriers) {
        JvmInfo jvm = counted.jvm();
        if (carriers > 0
                && carriers != jvm.parallelismNow()
                && jvm.carrierChanges().size() < CarrierChange.MOST) {
            counted(jvm.changed(new CarrierChange(stream.now(), carriers)));
            stream.tell(counted.jvm());
        }
    }

    private void counted(JvmInfo jvm) {
        counted.findings().changes(jvm.carrierChanges());
        counted = new Counted(jvm, counted.pins(), counted.findings());
    }

    /**
     * Drops changes of the parallelism that were not written to the recording before its end, so that the report agrees
     * with an analysis of the recording.
     */
    synchronized void recorded(JvmInfo recorded) {
        List<CarrierChange> announced = recorded.carrierChanges();
        List<CarrierChange> ours = counted.jvm().carrierChanges();
        if (announced.size() < ours.size() && announced.equals(ours.subList(0, announced.size()))) {
            counted(counted.jvm().changed(announced));
        }
    }

    /** The last minute, up to the last flush. */
    LastMinute lastMinute() {
        return counted().findings().lastMinute(EpochNanos.nanos(stream.startTime()), knownUntil());
    }

    /** The time up to which all pins are known. */
    private long knownUntil() {
        return stream.ended() == null ? lastFlush : stream.now();
    }

    /** The current values of figures that do not belong to a single pin. */
    AgentGauges vitals() {
        long until = knownUntil();
        Counted now = counted();
        Carriers carriers = now.findings().carriers(until - GAUGE_NANOS, until);
        JvmInfo jvm = now.jvm();
        int aimed = scheduler.getAsInt(); // may have changed since the last flush
        return new AgentGauges(
                jvm.javaVersion(),
                aimed > 0 ? aimed : jvm.parallelismNow(),
                stream.submitFailures(),
                new AgentGauges.Pinned(
                        carriers.mean(),
                        carriers.max(),
                        carriers.capacityLost(),
                        carriers.starvedSeconds(),
                        carriers.nearMisses()),
                thresholds(
                        stream.pinnedThreshold(),
                        jvm.monitorsPin() ? stream.monitorThreshold() : null,
                        stream.fileThreshold()),
                new AgentGauges.Coverage(
                        stream.ended() == null,
                        blindSeconds(),
                        stream.lostBytes(),
                        carriers.truncatedStacks(),
                        now.pins().foldedPins()),
                new AgentGauges.Cost(selfSeconds(), stream.selfAllocatedBytes()));
    }

    /** The figures of a watch that records no pins. It is blind since the start of the JVM. */
    static AgentGauges withoutPins(JvmInfo jvm) {
        return AgentGauges.withoutPins(
                jvm.javaVersion(),
                jvm.parallelism(),
                thresholds(
                        jvm.pinnedThreshold(), jvm.monitorsPin() ? jvm.monitorThreshold() : null, jvm.fileThreshold()),
                JvmStart.secondsUntil(Instant.now()));
    }

    private static AgentGauges.Thresholds thresholds(Duration pinned, @Nullable Duration monitor, Duration file) {
        return new AgentGauges.Thresholds(
                pinned.toNanos() / 1e9, monitor == null ? null : monitor.toNanos() / 1e9, file.toNanos() / 1e9);
    }

    /** Processor time of the threads that read events and diagnose stacks. */
    double selfSeconds() {
        DiagnosisWorker worker = pins;
        return stream.selfSeconds() + (worker == null ? 0 : worker.selfSeconds());
    }

    /** The time before the watch, and the time since its end if it ended early. */
    private double blindSeconds() {
        Instant ended = stream.ended();
        return blindSeconds
                + (ended == null ? 0 : Duration.between(ended, Instant.now()).toNanos() / 1e9);
    }
}
