package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.EventKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;

/** Recordings of this JVM and some made by hand, spoilt in many ways. */
final class SpoiltRecordings {
    private static final long[] EDGES = {
        0, 1, -1, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000L, Long.MAX_VALUE, Long.MIN_VALUE
    };

    private final List<byte[]> seeds;

    SpoiltRecordings(Path folder) throws IOException {
        seeds = seeds(folder);
    }

    /** A recording as the JVM wrote it. */
    byte[] good() {
        return seeds.get(0);
    }

    byte[] spoilt(Random random) {
        byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes && bytes.length > ChunkHeaders.HEADER; i++) {
            bytes = change(bytes, random);
        }
        return bytes;
    }

    byte[] change(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(9)) {
            case 0 -> {
                for (int i = random.nextInt(50); i >= 0; i--) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
            }
            case 1 -> bytes = Arrays.copyOf(bytes, at);
            case 2 -> header(bytes, random);
            case 3 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(64)), (byte) 0xff);
            case 4 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(4_096)), (byte) 0);
            case 5 -> number(bytes, at, random);
            case 6 -> {
                byte[] other = seeds.get(random.nextInt(seeds.size()));
                bytes = joined(
                        Arrays.copyOf(bytes, at),
                        Arrays.copyOfRange(other, random.nextInt(other.length), other.length));
            }
            case 7 -> bytes = joined(bytes, seeds.get(random.nextInt(seeds.size())));
            default -> {
                int length = Math.min(random.nextInt(1_000), bytes.length - at);
                System.arraycopy(bytes, at, bytes, random.nextInt(bytes.length - length + 1), length);
            }
        }
        return bytes;
    }

    /** One of the eight-byte figures of a header, or one of its last bytes. */
    private static void header(byte[] bytes, Random random) {
        if (random.nextInt(4) == 0) {
            bytes[64 + random.nextInt(4)] = (byte) random.nextInt(256);
        } else {
            long value = random.nextBoolean()
                    ? EDGES[random.nextInt(EDGES.length)]
                    : ByteBuffer.wrap(bytes).getLong(8) + random.nextInt(200) - 100;
            ByteBuffer.wrap(bytes).putLong(8 * (1 + random.nextInt(7)), value);
        }
    }

    /** A compressed number of a size that matters. */
    private static void number(byte[] bytes, int at, Random random) {
        long value = EDGES[random.nextInt(EDGES.length)];
        for (int i = at; i < Math.min(bytes.length, at + 9); i++) {
            boolean last = (value & ~0x7fL) == 0;
            bytes[i] = (byte) (last ? value : value & 0x7f | 0x80);
            value >>>= 7;
            if (last) {
                return;
            }
        }
    }

    static byte[] joined(byte[] one, byte[] two) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(one);
        all.writeBytes(two);
        return all.toByteArray();
    }

    /** Recordings of this JVM, and some made by hand. */
    private static List<byte[]> seeds(Path folder) throws IOException {
        Path file = folder.resolve("seed.jfr");
        try (Recording recording = new Recording()) {
            for (String event : EventKind.names()) {
                recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
            }
            recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withStackTrace();
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.JVMInformation");
            recording.start();
            Object lock = new Object();
            for (int i = 0; i < 20; i++) {
                Thread.ofVirtual().name("seed-" + i).start(() -> {
                    synchronized (lock) {
                        LockSupport.parkNanos(100_000);
                    }
                });
            }
            synchronized (lock) {
                LockSupport.parkNanos(1_000_000);
            }
            recording.stop();
            recording.dump(file);
        }
        byte[] real = Files.readAllBytes(file);
        byte[] compressed = written(true);
        byte[] wide = written(false);
        byte[] old = real.clone();
        old[5] = 1; // a format that is refused
        return List.of(real, real, compressed, wide, joined(compressed, wide), joined(real, compressed), old);
    }

    private static byte[] written(boolean compressed) {
        WrittenChunk chunk = new WrittenChunk(compressed);
        for (int i = 0; i < 40; i++) {
            chunk.thread(22 + i, WrittenChunk.utf8("seed " + i), i % 2 == 0)
                    .pin(
                            1_000 + i,
                            5_000,
                            22 + i,
                            2 + i % 5,
                            WrittenChunk.latin1("LockSupport.park"),
                            WrittenChunk.pooled(5))
                    .stack(2 + i % 5, 3 + i % 7);
        }
        return chunk.strings(Map.of(5L, "Native or VM frame on stack")).finished();
    }
}
