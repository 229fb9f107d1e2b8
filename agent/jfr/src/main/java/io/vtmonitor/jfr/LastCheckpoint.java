package io.vtmonitor.jfr;

import io.vtmonitor.common.VarInt;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * Finds when the last checkpoint of a chunk was written. The header names the one that stands last, and each names the
 * one before it. {@code jfr scrub} writes them in another order, with their times: then all of them are looked at.
 */
final class LastCheckpoint {
    private static final int TYPE = 1;

    /** JFR writes one or two a second. */
    private static final int MOST = 100_000;

    /** Size, type, begin, length, and the distance to the one before. */
    private static final int FIELDS = 5;

    private LastCheckpoint() {}

    /** In ticks; the chunk's begin where it has no checkpoint, or none that can be read. */
    static long ticks(FileChannel channel, Chunk chunk, long last) throws IOException {
        byte[] bytes = new byte[FIELDS * VarInt.LONGEST];
        long[] fields = new long[FIELDS];
        long latest = chunk.startTicks();
        long at = last;
        for (int i = 0; i < MOST && at >= ChunkHeaders.HEADER && at < chunk.size(); i++) {
            Arrays.fill(bytes, (byte) 0);
            ChunkHeaders.read(channel, ByteBuffer.wrap(bytes), chunk.offset() + at);
            decode(bytes, chunk.compressed(), fields);
            if (fields[1] != TYPE) {
                break;
            }
            // A library that writes recordings gives checkpoints a time since the epoch: that tells nothing.
            latest = fields[2] < chunk.startNanos() ? Math.max(latest, fields[2]) : latest;
            if (fields[4] >= 0
                    || (latest > chunk.startTicks() && chunk.upTo(latest).clocksAgree())) {
                break;
            }
            at += fields[4];
        }
        return latest;
    }

    private static void decode(byte[] bytes, boolean compressed, long[] fields) {
        int from = 0;
        for (int i = 0; i < FIELDS; i++) {
            int after;
            if (compressed) {
                after = VarInt.after(bytes, from);
                fields[i] = VarInt.value(bytes, from, after);
            } else {
                after = from + (i == 0 ? Integer.BYTES : Long.BYTES);
                ByteBuffer wide = ByteBuffer.wrap(bytes);
                fields[i] = i == 0 ? wide.getInt(from) : wide.getLong(from);
            }
            from = after;
        }
    }
}
