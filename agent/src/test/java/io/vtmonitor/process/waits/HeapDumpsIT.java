package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.stall.LockWithoutCarrier;
import io.vtmonitor.waiting.Waiting;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Heap dumps that JVMs of several releases write, read by the shipped jar. */
class HeapDumpsIT {
    @TempDir
    private Path folder;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}, {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "21 | deadlock | deadlock exact null",
                "25 | deadlock | deadlock exact io.vtmonitor.waiting.Waiting.takeBoth",
                "26 | deadlock | deadlock exact io.vtmonitor.waiting.Waiting.takeBoth",
                "27 | deadlock | deadlock exact io.vtmonitor.waiting.Waiting.takeBoth",
                "21 | mixed_deadlock | deadlock likely io.vtmonitor.waiting.Waiting.enterWithLock",
                "25 | mixed_deadlock | deadlock likely io.vtmonitor.waiting.Waiting.enterWithLock",
                "25 | monitor | lock_convoy likely io.vtmonitor.waiting.Waiting.holdMonitor",
                "25 | entangled | deadlock exact io.vtmonitor.waiting.Entangled.upgrade",
                "21 | abandoned | stuck likely unknown",
                "27 | abandoned | stuck likely io.vtmonitor.waiting.Waiting.holdLock"
            })
    void a_heap_dump_shows_who_waits_for_whom(int jdk, String program, String verdict) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, folder)
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of(program))
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds(verdict, () -> verdicts(told(dump(jvm))).contains(verdict));
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {25, 27})
    void a_thread_that_closes_an_executor_under_a_lock_that_its_task_needs_waits_for_itself(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, folder)
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of("upgraders"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            for (String end : List.of(
                    "\"closer\" waits at \\S+ for the end of virtual thread #\\d+; virtual thread #\\d+ waits at \\S+"
                            + " for the lock java\\.util\\.concurrent\\.locks\\.ReentrantLock that virtual thread"
                            + " #\\d+ \"closer\" holds",
                    "\"closer of its own\" waits at \\S+\\.closeOwn:\\d+ for the end of itself",
                    "\"closer of a pool\" waits at \\S+ for the end of platform thread \"pooled-0\"")) {
                Pattern evidence = Pattern.compile(end);
                Until.holds(
                        end,
                        () -> told(dump(jvm))
                                .at("/waits/verdicts")
                                .valueStream()
                                .anyMatch(verdict ->
                                        verdict.path("kind").asString().equals("deadlock")
                                                && evidence.matcher(verdict.path("evidence")
                                                                .asString())
                                                        .find()));
            }
        }
    }

    @Test
    void the_owner_of_a_lock_that_is_not_the_jdks_is_likely() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(25, folder)
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of("mutex"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds(
                    "an owner",
                    () -> told(dump(jvm))
                            .at("/waits/groups")
                            .valueStream()
                            .anyMatch(group -> group.at("/holder/confidence")
                                            .asString()
                                            .equals("likely")
                                    && group.at("/holder/doing").asString().equals("sleep")));
        }
    }

    private Path dump(ChildJvm jvm) throws Exception {
        Path file = folder.resolve("app.hprof");
        Files.deleteIfExists(file);
        Jcmd.ask(jvm, "GC.heap_dump", file.toString());
        return file;
    }

    private JsonNode told(Path... files) throws Exception {
        Path report = folder.resolve("report.json");
        assertThat(analyze(report, files)).isZero();
        return Watched.read(report);
    }

    private static int analyze(Path report, Path... files) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("analyze", "-o", report.toString()));
        for (Path file : files) {
            arguments.add(file.toString());
        }
        return ShippedCommandLine.run(arguments.toArray(String[]::new));
    }

    private static List<String> verdicts(JsonNode report) {
        return report.path("waits")
                .path("verdicts")
                .valueStream()
                .map(verdict -> verdict.path("kind").asString() + " "
                        + verdict.path("confidence").asString() + " "
                        + verdict.path("site").asString("null"))
                .toList();
    }

    @Test
    void a_lock_whose_next_owner_has_no_carrier_is_a_stall_of_one_instant() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, folder)
                .flags(List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2"))
                .main(List.of(Watched.testClasses()), LockWithoutCarrier.class.getName(), List.of("2"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds("a stall", () -> {
                JsonNode stall = told(dump(jvm)).path("stalls").path(0);
                return stall.path("pattern").asString().equals("lock_without_carrier")
                        && stall.path("confidence").asString().equals("exact");
            });
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void what_virtual_threads_keep_in_the_heap_is_counted(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, folder)
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of("carrying"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds("2,000 parked threads with 20 KB each", () -> {
                JsonNode memory = told(dump(jvm)).at("/waits/memory");
                JsonNode stacks = memory.at("/stacks/0");
                return stacks.path("threads").asInt() == 2_000
                        && stacks.path("operation").asString().equals(jdk == 21 ? "condition" : "queue")
                        && stacks.path("site")
                                .asString()
                                .equals(jdk == 21 ? "unknown" : Waiting.class.getName() + ".carry")
                        && stacks.path("bytes").asLong() > 2_000 * 200
                        && memory.path("locals")
                                .valueStream()
                                .anyMatch(each -> each.path("type").asString().equals("byte[]")
                                        && each.path("threads").asInt() == 2_000
                                        && each.path("values").asInt() == 2_000
                                        && each.path("bytes").asLong() == 2_000L * (20 << 10));
            });
            Path text = folder.resolve("report.txt");
            assertThat(analyze(text, folder.resolve("app.hprof"))).isZero();
            assertThat(Files.readString(text))
                    .contains("heap dump of 20", "Thread locals of 2000 virtual threads refer to 2000 byte[] of 39 MB")
                    .doesNotContain("watched for");
        }
    }

    @Test
    void a_heap_dump_with_a_later_thread_dump_is_not_called_a_thread_dump_of_its_own_time() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(25, folder)
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of("deadlock"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            Path heap = dump(jvm);
            Path threads = folder.resolve("threads.json");
            Jcmd.ask(jvm, "Thread.dump_to_file", "-format=json", threads.toString());
            JsonNode report = told(heap, threads);
            assertThat(report.at("/source/kind").asString()).isEqualTo("dump");
            assertThat(Instant.parse(report.at("/jvms/0/start").asString()))
                    .isEqualTo(Instant.parse(
                            Watched.read(threads).at("/threadDump/time").asString()));
        }
    }

    @Test
    void a_compressed_dump_says_the_same_and_a_cut_one_says_where_it_ends() throws Exception {
        Path whole;
        try (ChildJvm jvm = ChildJvm.on(25, folder)
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of("deadlock"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds("a deadlock", () -> !verdicts(told(dump(jvm))).isEmpty());
            whole = folder.resolve("app.hprof");
        }
        List<String> plain = verdicts(told(whole));
        Path packed = folder.resolve("packed");
        pack(whole, packed);
        assertThat(verdicts(told(packed))).isEqualTo(plain);

        Path cut = folder.resolve("cut.hprof");
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - 100));
        Path report = folder.resolve("cut.json");
        assertThat(analyze(report, cut)).isEqualTo(1);
        JsonNode told = Watched.read(report);
        assertThat(verdicts(told)).isEqualTo(plain);
        assertThat(told.at("/waits/limits/0/sentence").asString())
                .isEqualTo(cut + ": it is cut off after " + (bytes.length - 100) + " bytes");
    }

    private static void pack(Path from, Path to) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(to))) {
            Files.copy(from, out);
        }
    }
}
