package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.truth.CrossedLocksWithCrowd;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A heap dump that a JVM wrote, cut and changed, read by the shipped jar as far as the verdicts.
 * {@code .ci/truth/heap-dumps} does the same with more of them, and bounds time and memory.
 */
class DamagedHeapDumpsIT {
    private static final int PARTS = 21;
    private static final int SEEDS = 100;
    private static final int HEADER = 31;
    private static final int RECORD = 9;
    private static final int SEGMENT = 0x1c;

    @TempDir
    private static Path folder;

    private static byte[] whole = {};

    @BeforeAll
    static void dump() throws Exception {
        Path file = folder.resolve("whole.hprof");
        try (ChildJvm jvm = ChildJvm.on(25, folder)
                .main(List.of(Watched.testClasses()), CrossedLocksWithCrowd.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.send("dump " + file);
            jvm.awaitOut("done"::equals);
        }
        whole = Files.readAllBytes(file);
    }

    @Test
    void what_is_cut_off_leads_to_the_truth_or_to_no_verdict() throws Exception {
        int told = 0;
        for (int part = 1; part < PARTS; part++) {
            byte[] cut = Arrays.copyOf(whole, (int) ((long) whole.length * part / PARTS));
            assertThat(analyze(cut)).as("part %d", part).isEqualTo(1);
            if (Files.exists(report())) {
                assertThat(Watched.read(report()).at("/jvms/0/javaVersion").asString())
                        .as("part %d", part)
                        .isNotEmpty();
            }
            for (JsonNode verdict : verdicts()) {
                told++;
                assertThat(verdict.path("kind").asString()).as("part %d", part).isEqualTo("deadlock");
                assertThat(verdict.path("evidence").asString())
                        .as("part %d", part)
                        .contains("\"debit\"", "\"credit\"");
            }
        }
        assertThat(told).as("cuts behind the two threads").isPositive();
    }

    /** Most changes are behind all names and stacks, in the objects that verdicts rest on. */
    @Test
    void no_changed_byte_leads_to_anything_but_a_report_or_a_sentence() throws Exception {
        int objects = objects();
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            byte[] changed = whole.clone();
            int first = seed % 4 == 0 ? HEADER : objects;
            for (int i = 0; i < 1 << seed % 7; i++) {
                changed[first + random.nextInt(changed.length - first)] = (byte) random.nextInt();
            }
            assertThat(analyze(changed)).as("seed %d", seed).isBetween(0, 1);
        }
    }

    /** Where the first segment of objects begins. */
    private static int objects() {
        ByteBuffer dump = ByteBuffer.wrap(whole);
        int at = HEADER;
        while (dump.get(at) != SEGMENT) {
            at += RECORD + dump.getInt(at + RECORD - Integer.BYTES);
        }
        return at;
    }

    private static int analyze(byte[] dump) throws IOException {
        Path report = report();
        Files.deleteIfExists(report);
        Path file = Files.write(folder.resolve("app.hprof"), dump);
        StringWriter said = new StringWriter();
        int code = ShippedCommandLine.run(
                new PrintWriter(said, true), "analyze", file.toString(), "-o", report.toString());
        assertThat(said.toString()).doesNotContain("\tat ");
        assertThat(said.toString().isBlank()).as("says nothing").isEqualTo(code == 0);
        return code;
    }

    private static Path report() {
        return folder.resolve("report.json");
    }

    private static List<JsonNode> verdicts() throws IOException {
        return Files.exists(report())
                ? Watched.read(report())
                        .path("waits")
                        .path("verdicts")
                        .valueStream()
                        .toList()
                : List.of();
    }
}
