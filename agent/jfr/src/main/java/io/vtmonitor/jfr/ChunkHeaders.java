package io.vtmonitor.jfr;

import io.vtmonitor.common.Durations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The chunk headers of a recording: its span, and where it is damaged. A JFR file is a sequence of chunks, each with a
 * header of 68 bytes, big-endian (JDK: {@code jfrChunkWriter.cpp}, {@code ChunkHeader.java}).
 *
 * @param chunks those with a whole header, in file order
 * @param problem what is wrong and at which byte, null if nothing is
 * @param length of the file when it was looked at
 */
public record ChunkHeaders(List<Chunk> chunks, @Nullable String problem, long length) {
    public static final int HEADER = 68;
    private static final int MAGIC = 0x464C5200; // F L R 0
    private static final int COMPRESSED = 1;
    private static final long HOUR = 3_600_000_000_000L;
    private static final long TEN_YEARS = 10 * 365 * 24 * HOUR;
    private static final long LATEST_NANOS = 230 * 365 * 24 * HOUR;
    private static final int MAJOR = 2;

    /** That of JDK 11 is 0, that of later ones up to 28 is 1. */
    private static final int LATEST_MINOR = 1;

    /** A JVM keeps some hundred; what lies beyond this is no recording of one. */
    private static final int MOST_CHUNKS = 100_000;

    private static final int SEARCHED_AT_A_TIME = 1 << 18;

    /**
     * One chunk.
     *
     * @param offset of its header in the file
     * @param size in bytes; while it is still being written, as much as was complete; 0 before anything was
     * @param startNanos begin, nanoseconds since the epoch
     * @param durationNanos length, 0 while it is still being written
     * @param startTicks begin, in the JVM's own time
     * @param ticksPerSecond how long that is
     * @param metadata offset of the metadata from the chunk's begin
     * @param finished false while it is still being written, or was when its JVM was killed
     * @param compressed whether its numbers are
     * @param lastTicks when its last checkpoint was written, in the JVM's own time; its begin where nothing tells
     */
    public record Chunk(
            long offset,
            long size,
            long startNanos,
            long durationNanos,
            long startTicks,
            long ticksPerSecond,
            long metadata,
            boolean finished,
            boolean compressed,
            long lastTicks) {
        public static final Chunk NONE = new Chunk(0, 0, 0, 0, 0, 1, 0, false, false, 0);

        /** JDK 11 measures a chunk in milliseconds. */
        private static final long ROUNDING = 20_000_000;

        /** A JVM writes the last constants of a chunk after it has measured it, which takes time on a busy machine. */
        private static final long LATE = 2_000_000_000L;

        /** How far events may be after the end of their chunk, and chunks of one JVM may overlap. */
        private static final double EVENT_AFTER = 1e9;

        static Chunk of(long offset, ByteBuffer header) {
            long size = header.getLong(8);
            return new Chunk(
                    offset,
                    size,
                    header.getLong(32),
                    header.getLong(40),
                    header.getLong(48),
                    header.getLong(56),
                    header.getLong(24),
                    size != 0 && header.get(64) == 0,
                    (header.getShort(66) & COMPRESSED) != 0,
                    header.getLong(48));
        }

        /** The same, whose last checkpoint was written then. */
        public Chunk upTo(long ticks) {
            return new Chunk(
                    offset,
                    size,
                    startNanos,
                    durationNanos,
                    startTicks,
                    ticksPerSecond,
                    metadata,
                    finished,
                    compressed,
                    ticks);
        }

        /**
         * Whether that is the header of this chunk as the JVM wrote it at a flush, for those that stream from the file:
         * it is part of what was flushed, and ends it (JDK: {@code write_chunk_header_checkpoint}).
         */
        private boolean isFlushedAt(Chunk copy) {
            return copy.startNanos == startNanos
                    && copy.startTicks == startTicks
                    && copy.size == copy.offset - offset + HEADER;
        }

        private double nanosByTicks() {
            return ((double) lastTicks - startTicks) * 1e9 / ticksPerSecond;
        }

        /**
         * Whether its ticks and its duration tell the same length, up to a factor of two. A JVM ends each chunk with a
         * checkpoint, so that the time of the last one is the chunk's end. In 674 chunks of JDK 11 to 27, of 0.3 ms to
         * 3.6 s, the two lengths were at most 76 ms apart, half of them at most 0.15 ms. HotSpot mistakes the frequency
         * of some processors (JDK-8191415): in public recordings by up to 28 %. Events would not do: a quiet chunk has
         * none near its end. async-profiler and Datadog's profiler give each checkpoint the time of the chunk's begin,
         * which tells nothing. A machine that slept for longer than it recorded looks the same as a header that is
         * wrong.
         */
        boolean clocksAgree() {
            double ticks = nanosByTicks();
            return lastTicks <= startTicks
                    || (2 * ticks + ROUNDING >= durationNanos && ticks <= 2.0 * durationNanos + LATE);
        }

        /** What is wrong with it, to follow its place; null if it is plausible. */
        public @Nullable String problem() {
            if (!makesSense()) {
                return "the chunk's header is invalid";
            }
            if (size == 0 && metadata != 0) {
                return "the chunk's header contradicts itself: its size is 0, as before anything is written, and its"
                        + " metadata are at byte " + metadata;
            }
            return clocksAgree()
                    ? null
                    : "the chunk's header contradicts itself: the chunk lasted "
                            + Durations.text(durationNanos) + " by its duration, and "
                            + Durations.text((long) nanosByTicks()) + " by its ticks per second";
        }

        /**
         * What is wrong where the JVM's own event says how long a tick is; null if nothing is. The JVM asks the same
         * function for both; in 61 chunks that have the event, of JDK 11 to 27, they are equal.
         *
         * @param os of the system's clock
         * @param processor of the processor's, the same where that is not used
         */
        public @Nullable String contradictsClock(long os, long processor) {
            return processor <= 0 || ticksPerSecond == processor || ticksPerSecond == os
                    ? null
                    : "the chunk's header contradicts itself: " + ticksPerSecond + " ticks a second by the header, and "
                            + processor + " by jdk.CPUTimeStampCounter";
        }

        /**
         * What is wrong with when an event ended; null if nothing is. A chunk's last checkpoint is written after its
         * events: in 202 chunks of JDK 11 to 27 and of profilers, none ended later. Its begin is no bound: what was
         * recorded in memory before, settings too, is written into the first chunk, in a public recording 154 s later.
         * After {@code jfr scrub} the checkpoint that stands last may be any: then the duration is the bound.
         */
        public @Nullable String outside(long endTicks) {
            double lasted = Math.max(nanosByTicks(), (double) durationNanos);
            double after = ((double) endTicks - startTicks) * 1e9 / ticksPerSecond - lasted;
            return finished && lastTicks > startTicks && after > EVENT_AFTER && endTicks < startNanos
                    ? "an event ended " + Durations.text((long) after) + " after its chunk ended"
                    : null;
        }

        /**
         * What is wrong with the times of two chunks of one JVM, to follow their places; null if nothing is. Its ticks
         * always have the same length, and JFR's time of the day never goes back: a chunk that begins later by the one
         * begins later by the other. Forward it may jump, where the clock is set or the machine sleeps.
         */
        public @Nullable String contradicts(Chunk other) {
            if (ticksPerSecond != other.ticksPerSecond) {
                return "the headers of two chunks of one JVM contradict each other: " + ticksPerSecond + " and "
                        + other.ticksPerSecond + " ticks a second";
            }
            boolean isFirst = startTicks <= other.startTicks;
            Chunk first = isFirst ? this : other;
            Chunk second = isFirst ? other : this;
            long overlap = first.startNanos + (first.finished ? first.durationNanos : 0) - second.startNanos;
            return first.lastTicks > second.startTicks || overlap <= EVENT_AFTER
                    ? null
                    : "the headers of two chunks of one JVM contradict each other: they follow each other by their"
                            + " ticks, and overlap by " + Durations.text(overlap) + " by their times";
        }

        /** Whether its figures make sense: times from 1970 to 2200, and no chunk of more than ten years. */
        public boolean plausible() {
            return makesSense() && clocksAgree();
        }

        private boolean makesSense() {
            return ticksPerSecond > 0
                    && size >= 0
                    && startNanos >= 0
                    && startNanos < LATEST_NANOS
                    && durationNanos >= 0
                    && durationNanos < TEN_YEARS;
        }

        /** Whether an event can be of this chunk: it may have begun long before, but ended within it or soon after. */
        public boolean covers(long eventStart, long eventDuration) {
            long latest = startNanos + (finished && durationNanos > 0 ? durationNanos + HOUR : TEN_YEARS);
            return eventStart >= 0
                    && eventStart > startNanos - TEN_YEARS
                    && eventDuration < TEN_YEARS
                    && eventStart <= latest
                    && eventStart + eventDuration <= latest;
        }
    }

    public ChunkHeaders {
        chunks = List.copyOf(chunks);
    }

    public static ChunkHeaders of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return of(channel);
        }
    }

    public static ChunkHeaders of(FileChannel channel) throws IOException {
        List<Chunk> chunks = new ArrayList<>();
        long length = channel.size();
        String problem = length == 0 ? "the file is empty" : walk(channel, length, chunks);
        return new ChunkHeaders(chunks, problem, length);
    }

    private static String noRecording(FileChannel channel) throws IOException {
        String printed = PrintedPins.reason(channel);
        return "it is not a JFR recording: " + (printed.isEmpty() ? "it does not begin with the letters FLR" : printed);
    }

    /** The first thing that is wrong; what comes after it is looked for all the same. */
    private static @Nullable String walk(FileChannel channel, long length, List<Chunk> chunks) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        String problem = null;
        long offset = 0;
        while (offset >= 0 && offset < length) {
            String wrong = null;
            long passedOver = 0;
            read(channel, header, offset);
            if (header.position() < 4 || header.getInt(0) != MAGIC) {
                wrong = offset == 0
                        ? noRecording(channel)
                        : "at byte " + offset + ": no chunk begins where the one before it ends";
            } else if (header.hasRemaining()) {
                wrong = "at byte " + offset + ": the file ends within a chunk's header";
            } else if (!isKnownFormat(header, 0)) {
                wrong = "at byte " + offset + ": JFR format " + header.getShort(4) + "." + header.getShort(6)
                        + "; formats 2.0 and 2.1, written by JDK 11 to 28, are accepted; use the jfr tool of the JDK"
                        + " that wrote it";
                passedOver = header.getLong(8); // where its size is in every format so far
            }
            Chunk chunk = wrong == null ? Chunk.of(offset, header) : null;
            boolean next = passedOver >= HEADER && passedOver <= length - offset;
            if (chunk != null) {
                chunks.add(chunk);
                if (chunk.finished() && (chunk.size() < HEADER || chunk.size() > length - offset)) {
                    wrong = "at byte " + offset + ": a chunk of " + chunk.size() + " bytes begins, but "
                            + (length - offset) + " are left";
                } else if (chunk.finished()) {
                    next = true;
                    chunks.set(chunks.size() - 1, chunk.upTo(LastCheckpoint.ticks(channel, chunk, header.getLong(16))));
                }
            }
            problem = problem == null ? wrong : problem;
            if (chunks.size() >= MOST_CHUNKS) {
                return "at byte " + offset + ": after " + MOST_CHUNKS + " chunks the rest is left out";
            }
            long size = chunk == null ? passedOver : chunk.size();
            offset = next ? offset + size : search(channel, offset + HEADER, length, chunk);
        }
        return problem;
    }

    private static boolean isKnownFormat(ByteBuffer chunk, int at) {
        return chunk.getShort(at + 4) == MAJOR && chunk.getShort(at + 6) >= 0 && chunk.getShort(at + 6) <= LATEST_MINOR;
    }

    static void read(FileChannel channel, ByteBuffer into, long offset) throws IOException {
        into.clear();
        while (into.hasRemaining() && channel.read(into, offset + into.position()) >= 0) {
            // a read may come short of all
        }
    }

    /**
     * Where a chunk may begin: its first letters, the format's number, and figures that make sense; -1 if nowhere.
     *
     * @param before the chunk that is searched, null if its header can't be read
     */
    private static long search(FileChannel channel, long from, long length, @Nullable Chunk before) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(SEARCHED_AT_A_TIME);
        for (long at = from; at + HEADER <= length; at += SEARCHED_AT_A_TIME - HEADER) {
            read(channel, buffer, at);
            int end = buffer.position() - HEADER;
            byte[] bytes = buffer.array();
            for (int i = 0; i <= end; i++) {
                if (bytes[i] == 'F' && buffer.getInt(i) == MAGIC && isKnownFormat(buffer, i)) {
                    Chunk found = Chunk.of(at + i, buffer.slice(i, HEADER));
                    boolean inside = before != null && before.isFlushedAt(found);
                    if (!inside && found.plausible() && found.size() <= length - at - i) {
                        return at + i;
                    }
                }
            }
        }
        return -1;
    }

    /** How many bytes of the chunk at that place of the list there are to be read. */
    public long readable(int number) {
        Chunk chunk = chunks.get(number);
        long next = number + 1 < chunks.size() ? chunks.get(number + 1).offset() : length;
        long left = next - chunk.offset();
        return chunk.size() < HEADER ? left : Math.min(left, chunk.size());
    }

    /** Begin of the first chunk, nanoseconds since the epoch. */
    public long startNanos() {
        return chunks.stream().mapToLong(Chunk::startNanos).min().orElse(0);
    }

    /** End of the last chunk; for one still being written its begin, since the header does not say more. */
    public long endNanos() {
        return chunks.stream()
                .mapToLong(chunk -> chunk.startNanos() + chunk.durationNanos())
                .max()
                .orElse(0);
    }
}
