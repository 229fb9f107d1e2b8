package io.vtmonitor.tally;

import io.vtmonitor.common.CarrierChange;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Site;
import io.vtmonitor.plan.Forecast;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.NearMisses;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.timeline.CarrierTimeline;
import io.vtmonitor.timeline.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Adds findings up, those of each JVM by themselves. Bounded by construction: a site once admitted never leaves, and
 * those that come after the bound count as {@link Site#OTHER}, which only grows.
 *
 * <p>Thread-safe: each JVM's findings come from one thread; reports are asked for by others.
 */
public final class Aggregation {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<JvmFindings> jvms = new ArrayList<>();
    private final Bounds bounds;
    private final boolean withThreads;

    private Aggregation(Bounds bounds, boolean withThreads) {
        this.bounds = bounds;
        this.withThreads = withThreads;
    }

    /** For a JVM under watch: JDK 21 often does not say in time which virtual thread was pinned. */
    public static Aggregation live() {
        return new Aggregation(Bounds.LIVE, false);
    }

    /** For recordings, which know every thread's name. */
    public static Aggregation ofRecordings() {
        return new Aggregation(Bounds.RECORDING, true);
    }

    /** Takes the findings of one JVM. */
    public final class JvmFindings implements DiagnosedPinSink {
        private final JvmTally tally;

        private JvmFindings(CarrierPool pool) {
            this.tally = new JvmTally(pool, bounds, withThreads);
        }

        @Override
        public void accept(DiagnosedPin diagnosed) {
            lock.lock();
            try {
                tally.add(diagnosed);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void revised(Diagnosis before, Diagnosis after) {
            lock.lock();
            try {
                tally.revised(before, after);
            } finally {
                lock.unlock();
            }
        }

        /** When the watch began, nanoseconds since the epoch: what lies before is no lost capacity. */
        public void begin(long instant) {
            lock.lock();
            try {
                tally.timeline().begin(instant);
            } finally {
                lock.unlock();
            }
        }

        /** When the time that is asked for ends: to be set before the first finding. A pin may end later. */
        public void until(long instant) {
            lock.lock();
            try {
                tally.until(instant);
            } finally {
                lock.unlock();
            }
        }

        /** A stretch that nobody watched: see {@link CarrierTimeline#gap}. */
        public void gap(long from, long to) {
            lock.lock();
            try {
                tally.timeline().gap(from, to);
            } finally {
                lock.unlock();
            }
        }

        /** Pins will have rounded times: see {@link CarrierTimeline#rounded}. */
        public void rounded() {
            lock.lock();
            try {
                tally.timeline().rounded();
            } finally {
                lock.unlock();
            }
        }

        /** When the parallelism of the scheduler changed, in the order of the times. */
        public void changes(List<CarrierChange> all) {
            lock.lock();
            try {
                tally.timeline().changes(all);
            } finally {
                lock.unlock();
            }
        }

        /** File I/O, which is no pin: where it takes a spare carrier the pins lack it. */
        public void fileIo(FileIo busy) {
            if (busy.compensated()) {
                lock.lock();
                try {
                    tally.addFileIo(busy.startNanos(), busy.durationNanos());
                } finally {
                    lock.unlock();
                }
            }
        }

        /**
         * The carriers in a window of time, as far as pins have ended, or in the part of it whose pins are kept.
         *
         * @param fromNanos begin, nanoseconds since the epoch
         * @param toNanos end, likewise
         */
        public Carriers carriers(long fromNanos, long toNanos) {
            lock.lock();
            try {
                long from = tally.timeline().keptFrom(fromNanos);
                Sweep window = tally.timeline().sweep(from, toNanos);
                double wall = Math.max(1, toNanos - from);
                double mean = window.pinnedNanos() / wall;
                return new Carriers(
                        mean,
                        window.most(),
                        window.lostNanos() / wall / tally.timeline().parallelism(from, toNanos),
                        tally.timeline().total().starvedNanos() / 1e9,
                        tally.truncated(),
                        JvmReport.nearMisses(tally));
            } finally {
                lock.unlock();
            }
        }

        /**
         * The last minute before an instant, or the part of it that was watched and whose pins are kept.
         *
         * @param beginNanos when the watch began, nanoseconds since the epoch
         * @param toNanos the instant, likewise
         */
        public LastMinute lastMinute(long beginNanos, long toNanos) {
            lock.lock();
            try {
                long from = tally.timeline().keptFrom(Math.max(beginNanos, toNanos - LastMinute.NANOS));
                long wall = Math.max(1, toNanos - from);
                Sweep window = tally.timeline().sweep(from, toNanos);
                return new LastMinute(
                        wall,
                        window.pinnedNanos(),
                        (double) window.lostNanos() / wall / tally.timeline().parallelism(from, toNanos),
                        window.starvedNanos(),
                        tally.sites(from, toNanos));
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * How pinned the carriers are.
     *
     * @param mean pinned carriers, mean over the window
     * @param max most of them at one instant of the window
     * @param capacityLost mean of the pinned carriers, spare ones left out, over the parallelism; 0 to 1
     * @param starvedSeconds time in which as many as the parallelism were pinned at once, or more, since the begin
     * @param truncatedStacks pins with a stack cut off, since the begin
     * @param nearMisses times in which all but one were pinned, since the begin; null if there were none
     */
    public record Carriers(
            double mean,
            int max,
            double capacityLost,
            double starvedSeconds,
            long truncatedStacks,
            @Nullable NearMisses nearMisses) {}

    /** A place for the findings of one more JVM. */
    public JvmFindings jvm(CarrierPool pool) {
        lock.lock();
        try {
            JvmFindings findings = new JvmFindings(pool);
            jvms.add(findings);
            return findings;
        } finally {
            lock.unlock();
        }
    }

    /** Pins counted under {@link Site#OTHER}. */
    public long foldedPins() {
        lock.lock();
        try {
            return jvms.stream().mapToLong(jvm -> jvm.tally.folded().pins()).sum();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The figures as they stand.
     *
     * @param source where the pins came from
     * @param watched one for each {@link #jvm}, in the same order
     * @param limits what the figures cannot show; what this aggregation folded is added
     * @param carrierBusy file I/O, added up by {@link FileIoTally}
     */
    public Report report(Source source, List<Jvm> watched, List<Limit> limits, List<BusyFigures> carrierBusy) {
        return Forecast.of(draft(source, watched, limits, carrierBusy));
    }

    /** The same without outlook and plan; see {@link Merge#draft}. */
    public Report draft(Source source, List<Jvm> watched, List<Limit> limits, List<BusyFigures> carrierBusy) {
        Merge merge = new Merge(source.tool());
        lock.lock();
        try {
            for (int i = 0; i < watched.size(); i++) {
                List<String> files = source.files().isEmpty()
                        ? List.of()
                        : List.of(source.files().get(i));
                Source of = new Source(source.kind(), source.tool(), files);
                boolean first = i == 0;
                merge.add(JvmReport.of(
                        jvms.get(i).tally,
                        of,
                        watched.get(i),
                        first ? limits : List.of(),
                        first ? carrierBusy : List.of()));
            }
        } finally {
            lock.unlock();
        }
        return merge.draft();
    }
}
