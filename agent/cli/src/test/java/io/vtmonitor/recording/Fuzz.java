package io.vtmonitor.recording;

import com.sun.management.ThreadMXBean;
import io.vtmonitor.cli.Main;
import io.vtmonitor.jfr.ChunkHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;

/**
 * Reads recordings that were spoilt on purpose, for as long as it is told. Whatever the bytes are, the reader must end
 * in time, throw nothing but {@link UnreadableRecordingException}, and allocate in proportion to the file. An input
 * that it fails on is left next to it, with the seed it was made from. Of some, one field of a header is changed: see
 * {@link SpoiltHeaders}.
 */
final class Fuzz {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** What a reader needs for the smallest file, and for each byte of a larger one. */
    private static final long ALLOWANCE = 96L << 20;

    private static final long PER_BYTE = 64;
    private static final int WHOLE_EVERY = 20;
    private static final int HEADER_EVERY = 4;

    private final Path folder;
    private final SpoiltRecordings recordings;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final SpoiltReports reports;
    private final SpoiltHeaders headers;
    private long inputs;
    private long whole;
    private long readable;
    private long pins;
    private long mostAllocated;
    private long longestNanos;

    private Fuzz(Path folder) throws IOException {
        this.folder = folder;
        this.recordings = new SpoiltRecordings(folder);
        this.reports = new SpoiltReports(folder, recordings.good());
        this.headers = new SpoiltHeaders(folder);
    }

    /**
     * Runs.
     *
     * @param length no longer than this
     * @param most no more inputs than this
     * @return what was done, in words
     * @throws AssertionError at the first failure
     */
    static String run(Path folder, Duration length, long most, long seed) throws IOException {
        Fuzz fuzz = new Fuzz(folder);
        long end = System.nanoTime() + length.toNanos();
        for (long i = 0; i < most && System.nanoTime() < end; i++) {
            fuzz.one(seed + i);
        }
        return fuzz.inputs + " inputs, " + fuzz.whole + " of them by the command as a whole, " + fuzz.readable
                + " readable in part, " + fuzz.pins + " pins; at most "
                + (fuzz.mostAllocated >> 20) + " MB allocated and " + fuzz.longestNanos / 1_000_000 + " ms for one";
    }

    private void one(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] input = recordings.spoilt(random);
        Path file = Files.write(folder.resolve("input.jfr"), input);
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        List<String> problems = new ArrayList<>();
        try (Recordings opened = Recordings.open(file)) {
            for (RecordingReader jvm : opened.jvms()) {
                RecordingSummary reading = jvm.read(pin -> pins++, busy -> {}, 1);
                problems.addAll(reading.problems());
                reading.jvm().limits();
                reading.jvm().reported(reading.watched());
            }
            readable++;
        } catch (UnreadableRecordingException e) {
            problems.add(e.getMessage());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw failure(seed, file, e.toString(), e);
        }
        long took = System.nanoTime() - begin;
        long used = threads.getCurrentThreadAllocatedBytes() - allocated;
        inputs++;
        mostAllocated = Math.max(mostAllocated, used);
        longestNanos = Math.max(longestNanos, took);
        if (took > LONGEST.toNanos()) {
            throw failure(seed, file, "it took " + Duration.ofNanos(took), null);
        }
        if (used > ALLOWANCE + PER_BYTE * input.length) {
            throw failure(seed, file, used + " bytes were allocated for a file of " + input.length, null);
        }
        if (inputs % HEADER_EVERY == 0) {
            String wrong = headers.one(random);
            if (!wrong.isEmpty()) {
                throw failure(seed, folder.resolve("header.jfr"), wrong, null);
            }
        }
        if (inputs % WHOLE_EVERY == 0) {
            command(seed, file, "analyze", packed(input, random).toString(), "-o", "report.json");
        } else if (inputs % WHOLE_EVERY == 1) {
            command(seed, file, "merge", reports.spoilt(random), reports.good(), "-o", "merged.json");
        } else if (inputs % WHOLE_EVERY == 2) {
            command(seed, file, "diff", reports.good(), reports.spoilt(random), "-o", "diff.html");
        }
        for (String problem : problems) {
            if (problem.contains(ChunkWorkers.FAULT)) {
                throw failure(seed, file, problem, null);
            }
        }
    }

    /** A command as a whole: times and thresholds that no JVM would write get as far as the report. */
    private void command(long seed, Path file, String... arguments) throws IOException {
        whole++;
        arguments[arguments.length - 1] =
                folder.resolve(arguments[arguments.length - 1]).toString();
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        long begin = System.nanoTime();
        int code;
        try {
            System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
            code = Main.run(arguments);
        } finally {
            System.setErr(before);
        }
        String text = said.toString(StandardCharsets.UTF_8);
        boolean thrown = text.contains(ChunkWorkers.FAULT) || text.contains("\tat ");
        if (code < 0 || code > 1 || thrown || System.nanoTime() - begin > LONGEST.toNanos()) {
            Path input = arguments[0].equals("analyze") ? Path.of(arguments[1]) : reports.last();
            throw failure(seed, input, String.join(" ", arguments) + " ended with " + code + " and said " + text, null);
        }
    }

    /** As it is, or in a package that may be spoilt, too. */
    private Path packed(byte[] input, Random random) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        switch (random.nextInt(4)) {
            case 0 -> {
                try (OutputStream gzip = new GZIPOutputStream(packed)) {
                    gzip.write(input);
                }
            }
            case 1 -> {
                try (ZipOutputStream zip = new ZipOutputStream(packed)) {
                    zip.putNextEntry(new ZipEntry("one.jfr"));
                    zip.write(input);
                }
            }
            case 2 -> {
                try (OutputStream lz4 = new LZ4FrameOutputStream(packed)) {
                    lz4.write(input);
                }
            }
            default -> {
                return Files.write(folder.resolve("plain.jfr"), input);
            }
        }
        byte[] bytes = packed.toByteArray();
        if (bytes.length > ChunkHeaders.HEADER && random.nextBoolean()) {
            bytes = recordings.change(bytes, random);
        }
        return Files.write(folder.resolve("packed.jfr"), bytes);
    }

    private AssertionError failure(long seed, Path file, String what, Throwable cause) throws IOException {
        Path kept = Files.copy(file, folder.resolve("failed-" + seed + "-" + file.getFileName()));
        return new AssertionError("seed " + seed + ", input " + kept + ": " + what, cause);
    }
}
