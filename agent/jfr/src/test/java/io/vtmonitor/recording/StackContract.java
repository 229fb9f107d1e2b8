package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkClock;
import io.vtmonitor.jfr.ChunkConstants;
import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.jfr.ChunkMetadata;
import io.vtmonitor.jfr.ChunkTypes;
import io.vtmonitor.jfr.ChunkWalk;
import io.vtmonitor.jfr.ChunkWindow;
import io.vtmonitor.jfr.ConstantIndex;
import io.vtmonitor.jfr.DamagedChunkException;
import io.vtmonitor.jfr.Layouts.UnknownTypeException;
import io.vtmonitor.jfr.WantedEvents;
import io.vtmonitor.model.Stack;
import io.vtmonitor.pins.RecordedEvents;
import io.vtmonitor.pins.RecordedStacks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Recordings of other programs hold few pins or none, but thousands of events with stacks: all of them, whatever their
 * type, must have the time, the length and the frames that the JDK's reader gives them, in the same order.
 */
final class StackContract {
    private static final Map<String, Integer> FIELDS = WantedEvents.slots("startTime", "duration", "stackTrace");

    /** As many types at a time as {@link WantedEvents} can tell apart. */
    private static final int AT_A_TIME = 100;

    private StackContract() {}

    /** An event as either reader sees it. */
    record Seen(String type, long startNanos, long durationNanos, Stack stack) {}

    /** By our own reader. */
    static List<Seen> ours(Path file, Chunk chunk) throws IOException, DamagedChunkException, UnknownTypeException {
        List<Seen> seen = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkWindow window = new ChunkWindow();
            window.open(channel, chunk.offset(), readable(channel, chunk), chunk.compressed());
            ChunkTypes types = new ChunkMetadata(window, ChunkMetadata.Known.NOTHING).of(chunk);
            List<String> names = new ArrayList<>();
            types.all().forEach(type -> {
                if (type.field("stackTrace") != null && type.field("startTime") != null) {
                    names.add(type.name());
                }
            });
            for (int i = 0; i < names.size(); i += AT_A_TIME) {
                List<String> some = names.subList(i, Math.min(names.size(), i + AT_A_TIME));
                try {
                    window.exact(false);
                    seen.addAll(read(window, chunk, types, some));
                } catch (DamagedChunkException ignored) {
                    window.exact(true);
                    seen.addAll(read(window, chunk, types, some));
                }
            }
            window.close();
        }
        return seen;
    }

    private static long readable(FileChannel channel, Chunk chunk) throws IOException {
        return chunk.size() == 0 ? channel.size() - chunk.offset() : chunk.size();
    }

    private static List<Seen> read(ChunkWindow window, Chunk chunk, ChunkTypes types, List<String> names)
            throws IOException, DamagedChunkException, UnknownTypeException {
        WantedEvents wanted = WantedEvents.in(types, chunk.compressed(), names, FIELDS);
        ConstantIndex index = new ConstantIndex(true);
        index.begin(types, chunk.compressed());
        ChunkConstants constants = new ChunkConstants(window, index);
        constants.begin(types);
        List<long[]> events = new ArrayList<>();
        ChunkWalk.walk(window, wanted.kinds(), ChunkHeaders.HEADER, (kind, start, end, at) -> {
            if (kind == WantedEvents.CHECKPOINT) {
                index.checkpoint(at, end);
            } else {
                long[] values = {0, 0, 0, kind - 1};
                wanted.layouts().get(kind - 1).read(at, values);
                at.check(end);
                events.add(values);
            }
            return true;
        });
        List<Seen> seen = new ArrayList<>();
        ChunkClock ticks = new ChunkClock(chunk.startNanos(), chunk.startTicks(), chunk.ticksPerSecond());
        for (long[] event : events) {
            seen.add(new Seen(
                    wanted.names().get((int) event[3]),
                    ticks.nanos(event[0]),
                    ticks.span(event[0], event[1]),
                    constants.stack(event[2])));
        }
        return seen;
    }

    /** By the JDK's, which reads the chunk as a file of its own. */
    static List<Seen> byJdk(Path file, Chunk chunk, Path scratch) throws IOException {
        try (FileChannel channel = FileChannel.open(file);
                var alone = Files.newOutputStream(scratch)) {
            channel.transferTo(chunk.offset(), readable(channel, chunk), java.nio.channels.Channels.newChannel(alone));
        }
        List<Seen> seen = new ArrayList<>();
        try (RecordingFile recording = new RecordingFile(scratch)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.hasField("stackTrace")) {
                    seen.add(new Seen(
                            event.getEventType().getName(),
                            RecordedEvents.startNanos(event),
                            event.hasField("duration") ? RecordedEvents.durationNanos(event) : 0,
                            new RecordedStacks().read(event.getStackTrace())));
                }
            }
        }
        return seen;
    }
}
