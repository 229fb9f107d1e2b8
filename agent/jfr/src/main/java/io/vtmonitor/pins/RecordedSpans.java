package io.vtmonitor.pins;

import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.report.figures.Gap;
import io.vtmonitor.report.figures.Gaps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times in which a JVM was recorded. A recording that was stopped and started again, or combined from several, has
 * gaps: it can't contain pins of that time, so that time does not count as watched.
 *
 * @param startNanos begin, nanoseconds since the epoch
 * @param endNanos end, likewise
 * @param left stretches in between that are not read here, in order
 * @param gaps those of them that nobody recorded; the others are read from another file
 */
public record RecordedSpans(long startNanos, long endNanos, List<Stretch> left, List<Stretch> gaps) {
    /**
     * A JVM begins a chunk at the nanosecond at which it ends the one before, but JFR tells how far it got once a
     * second: of a chunk that was never finished the last second may be missing from its header.
     */
    static final long TOLERANCE = 1_000_000_000L;

    /** The longest of very many. */
    private static final int LISTED_GAPS = 100;

    /**
     * A stretch of time.
     *
     * @param startNanos begin, nanoseconds since the epoch
     * @param endNanos end, likewise
     */
    public record Stretch(long startNanos, long endNanos) {
        long nanos() {
            return endNanos - startNanos;
        }
    }

    public RecordedSpans {
        left = List.copyOf(left);
        gaps = List.copyOf(gaps);
    }

    /** Without a gap. If the clock was set back to before the start meanwhile, it has no length. */
    public static RecordedSpans of(long startNanos, long endNanos) {
        return new RecordedSpans(startNanos, Math.max(endNanos, startNanos), List.of(), List.of());
    }

    /**
     * The time of chunks, as their headers tell it.
     *
     * @param read at least one
     * @param elsewhere those of the same JVM that are read from other files
     * @param lastNanos when the last pin ended, which may be after the end that a header tells
     */
    public static RecordedSpans of(List<Chunk> read, List<Chunk> elsewhere, long lastNanos) {
        List<Stretch> stretches = joined(read);
        List<Chunk> all = new ArrayList<>(read);
        all.addAll(elsewhere);
        long start = stretches.get(0).startNanos();
        long end = Math.max(stretches.get(stretches.size() - 1).endNanos(), lastNanos);
        return new RecordedSpans(start, end, between(stretches), between(joined(all))).between(start, end);
    }

    /** In order, chunks that touch or overlap as one stretch. */
    private static List<Stretch> joined(List<Chunk> chunks) {
        List<Chunk> sorted = new ArrayList<>(chunks);
        if (sorted.size() > 1) { // most recordings have one, and shall not load the comparison
            sorted.sort((one, other) -> Long.compare(one.startNanos(), other.startNanos()));
        }
        List<Stretch> joined = new ArrayList<>();
        long start = 0;
        long end = Long.MIN_VALUE;
        for (Chunk chunk : sorted) {
            if (end == Long.MIN_VALUE || chunk.startNanos() - end > TOLERANCE) {
                if (end != Long.MIN_VALUE) {
                    joined.add(new Stretch(start, end));
                }
                start = chunk.startNanos();
                end = start;
            }
            end = Math.max(end, chunk.startNanos() + chunk.durationNanos());
        }
        joined.add(new Stretch(start, end));
        return joined;
    }

    private static List<Stretch> between(List<Stretch> stretches) {
        List<Stretch> between = new ArrayList<>(stretches.size());
        for (int i = 1; i < stretches.size(); i++) {
            long lastEnded = stretches.get(i - 1).endNanos();
            between.add(new Stretch(lastEnded, stretches.get(i).startNanos()));
        }
        return between;
    }

    /**
     * As much of it as lies between two instants, nanoseconds since the epoch. Where that is nothing it has no length,
     * and begins no earlier than the first of them.
     */
    public RecordedSpans between(long fromNanos, long toNanos) {
        long start = Math.max(startNanos, fromNanos);
        long end = Math.max(Math.min(endNanos, toNanos), start);
        return new RecordedSpans(start, end, within(left, start, end), within(gaps, start, end));
    }

    private static List<Stretch> within(List<Stretch> stretches, long start, long end) {
        List<Stretch> within = new ArrayList<>(stretches.size());
        for (Stretch stretch : stretches) {
            Stretch part = new Stretch(Math.max(stretch.startNanos(), start), Math.min(stretch.endNanos(), end));
            if (part.nanos() > 0) {
                within.add(part);
            }
        }
        return within;
    }

    /** How long it is, in nanoseconds. */
    public long nanos() {
        return endNanos - startNanos - sum(left);
    }

    private static long sum(List<Stretch> stretches) {
        long sum = 0;
        for (Stretch stretch : stretches) {
            sum += stretch.nanos();
        }
        return sum;
    }

    /** The gaps as the report shows them; null if there is none. */
    @Nullable
    Gaps reported() {
        if (gaps.isEmpty()) {
            return null;
        }
        List<Stretch> longest = new ArrayList<>(gaps);
        longest.sort((one, other) -> Long.compare(other.nanos(), one.nanos()));
        List<Stretch> listed = new ArrayList<>(longest.subList(0, Math.min(LISTED_GAPS, longest.size())));
        listed.sort((one, other) -> Long.compare(one.startNanos(), other.startNanos()));
        List<Gap> first = new ArrayList<>(listed.size());
        for (Stretch gap : listed) {
            first.add(new Gap(EpochNanos.instant(gap.startNanos()), gap.nanos()));
        }
        return new Gaps(gaps.size(), sum(gaps), first);
    }
}
