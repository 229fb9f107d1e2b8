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

/** What a watch counts: pins, file I/O, and the vitals. */
final class LiveFigures {
    /** The interval that the gauges of pinned carriers look back over. */
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
     * The pins, added up for a JVM with so many carriers.
     *
     * @param jvm the JVM, with its carriers
     * @param pins all of them, added up
     * @param findings takes them
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
     * Returns the number of carriers: to be set before the first pin.
     *
     * @param parallelism what the scheduler aims at, 0 as long as that is not known
     */
    void ask(IntSupplier parallelism) {
        scheduler = parallelism;
    }

    /** What passes the pins on: to be set before the first. */
    void ask(DiagnosisWorker worker) {
        pins = worker;
    }

    /** Takes the pins. */
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

    /** What has been counted up to now. */
    Counted counted() {
        return settled(false);
    }

    /**
     * The carriers are counted once the scheduler is there, which no property tells for sure before; no pin comes
     * earlier. If it can't be asked, the first pin leaves it at what the properties say.
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

    /** Takes file I/O, and has it added up. */
    Consumer<FileIo> fileIo() {
        return busy.above(
                stream.jvm().fileThreshold(),
                interval -> settled(true).findings().fileIo(interval));
    }

    /** The file I/O, added up. */
    FileIoTally busy() {
        return busy;
    }

    /**
     * All that was recorded up to now has been handed over, and counted if nothing waits for its diagnosis. The
     * application may have changed the parallelism meanwhile.
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

    /** The recording may have ended before the last change was written to it: an analysis does not see it then. */
    synchronized void recorded(JvmInfo recorded) {
        List<CarrierChange> announced = recorded.carrierChanges();
        List<CarrierChange> ours = counted.jvm().carrierChanges();
        if (announced.size() < ours.size() && announced.equals(ours.subList(0, announced.size()))) {
            counted(counted.jvm().changed(announced));
        }
    }

    /** The last minute, up to what has been flushed. */
    LastMinute lastMinute() {
        return counted().findings().lastMinute(EpochNanos.nanos(stream.startTime()), knownUntil());
    }

    /** Up to when pins have been taken. */
    private long knownUntil() {
        return stream.ended() == null ? lastFlush : stream.now();
    }

    /** The figures that belong to no single pin, as they are now. */
    AgentGauges vitals() {
        long until = knownUntil();
        Counted now = counted();
        Carriers carriers = now.findings().carriers(until - GAUGE_NANOS, until);
        JvmInfo jvm = now.jvm();
        int aimed = scheduler.getAsInt(); // its parallelism may change meanwhile
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

    /** The same where no pins are recorded. All of the time since the JVM began is blind time. */
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

    /** Processor time of the threads that read events and look their stacks up. */
    double selfSeconds() {
        DiagnosisWorker worker = pins;
        return stream.selfSeconds() + (worker == null ? 0 : worker.selfSeconds());
    }

    /** Before the watch, and since its end where that came too early. */
    private double blindSeconds() {
        Instant ended = stream.ended();
        return blindSeconds
                + (ended == null ? 0 : Duration.between(ended, Instant.now()).toNanos() / 1e9);
    }
}
