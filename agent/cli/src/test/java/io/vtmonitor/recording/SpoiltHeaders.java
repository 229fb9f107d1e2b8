package io.vtmonitor.recording;

import io.vtmonitor.cli.Main;
import io.vtmonitor.jfr.EventKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A recording with one field of a chunk's header changed. What is answered with exit code 0 must be what is answered of
 * the recording as it was. Three fields are the only ones that know what they say, so that a lie is the truth of
 * another recording; even then pins, their lengths, and their sites stay the same.
 */
final class SpoiltHeaders {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long[] STEPS = {1, -1, 100, -1_000, 1_000_000, -400_000_000, 3_000_000_000L, -60_000_000_000L};

    /** A field, and what another place of the recording says of it. */
    private enum Field {
        MAJOR(4, 2, true),
        MINOR(6, 2, true),
        SIZE(8, 8, true),
        CONSTANTS(16, 8, true),
        METADATA(24, 8, true),
        /** The date is nowhere else; the start of the JVM is a bound for it. */
        START(32, 8, false),
        /** Of the wall clock; the ticks differ from it where the machine slept. */
        DURATION(40, 8, false),
        /** Bounded by the length of the chunk; events of a recording in memory may be older. */
        TICKS(48, 8, false),
        TICKS_PER_SECOND(56, 8, true),
        /** That a chunk was still being written is nowhere else. */
        STATE(64, 1, false),
        UNUSED(65, 1, true),
        FLAGS(66, 2, true);

        private final int at;
        private final int bytes;
        private final boolean witnessed;

        Field(int at, int bytes, boolean witnessed) {
            this.at = at;
            this.bytes = bytes;
            this.witnessed = witnessed;
        }

        long in(ByteBuffer chunk) {
            return bytes == 8 ? chunk.getLong(at) : bytes == 2 ? chunk.getShort(at) : chunk.get(at);
        }

        void put(ByteBuffer chunk, long value) {
            switch (bytes) {
                case 8 -> chunk.putLong(at, value);
                case 2 -> chunk.putShort(at, (short) value);
                default -> chunk.put(at, (byte) value);
            }
        }
    }

    /** Waits in its initializer: a pin on every JDK. */
    private static final class Slow {
        static final long NANOS = System.nanoTime();

        static {
            LockSupport.parkNanos(20_000_000);
        }
    }

    private final Path folder;
    private final byte[] good;
    private final JsonNode truth;

    SpoiltHeaders(Path folder) throws IOException {
        this.folder = folder;
        good = recorded(folder.resolve("headers.jfr"));
        if (analyze(good) != 0) {
            throw new AssertionError("a recording as the JVM wrote it ended with exit code 1");
        }
        truth = report();
    }

    private static byte[] recorded(Path file) throws IOException {
        try (Recording recording = new Recording()) {
            EventKind.names().forEach(event -> recording.enable(event).withThreshold(Duration.ZERO));
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ZERO)
                    .withStackTrace();
            recording.enable("jdk.JVMInformation");
            recording.start();
            Thread.ofVirtual()
                    .start(() -> LockSupport.parkNanos(Slow.NANOS % 2))
                    .join();
            recording.stop();
            recording.dump(file);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Files.readAllBytes(file);
    }

    /**
     * Changes a field.
     *
     * @return what is wrong with the answer; empty if nothing is
     */
    String one(Random random) throws IOException {
        Field field = Field.values()[random.nextInt(Field.values().length)];
        byte[] bytes = good.clone();
        ByteBuffer chunk = ByteBuffer.wrap(bytes);
        long before = field.in(chunk);
        long after = switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> before * 2;
            case 2 -> before - before / 10;
            default -> before + STEPS[random.nextInt(STEPS.length)];
        };
        field.put(chunk, after);
        if (field.in(chunk) == before || analyze(bytes) != 0) {
            return "";
        }
        JsonNode report = report();
        boolean same = field.witnessed ? report.equals(truth) : figures(report).equals(figures(truth));
        return same
                ? ""
                : field + " was changed from " + before + " to " + field.in(chunk) + ", and the answer with it";
    }

    /** Pins and their lengths by site, to the microsecond: dates that far off cost a long its last digits. */
    private static String figures(JsonNode report) {
        StringBuilder figures = new StringBuilder();
        report.path("sites")
                .valueStream()
                .forEach(site -> figures.append(site.path("id").asString())
                        .append(' ')
                        .append(site.path("pins").asLong())
                        .append(' ')
                        .append(Math.round(site.path("pinnedSeconds").asDouble() * 1e5))
                        .append('\n'));
        return figures.toString();
    }

    private int analyze(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("header.jfr"), bytes);
        PrintStream before = System.err;
        try {
            System.setErr(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
            String json = folder.resolve("header.json").toString();
            return Main.run(new String[] {"analyze", file.toString(), "-o", json});
        } finally {
            System.setErr(before);
        }
    }

    private JsonNode report() {
        return JSON.readTree(folder.resolve("header.json").toFile());
    }
}
