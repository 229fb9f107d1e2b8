package io.vtmonitor.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A recording as another JVM would have made it: a mere copy has the same chunks, and those count once. */
public final class RecordedLater {
    /** Where a chunk's header has its length and its begin. */
    private static final int LENGTH = 8;

    private static final int START_NANOS = 32;

    private RecordedLater() {}

    /** The file's bytes, begun so many hours later. */
    public static byte[] by(int hours, Path recording) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        ByteBuffer chunks = ByteBuffer.wrap(bytes);
        for (int at = 0; at < bytes.length; at += (int) chunks.getLong(at + LENGTH)) {
            int start = at + START_NANOS;
            chunks.putLong(
                    start, chunks.getLong(start) + Duration.ofHours(hours).toNanos());
        }
        return bytes;
    }
}
