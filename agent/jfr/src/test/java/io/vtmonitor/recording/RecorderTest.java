package io.vtmonitor.recording;

import static io.vtmonitor.recording.WrittenChunk.field;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chunks by hand: of the JVM itself, and of profilers, which write no events of pins. */
class RecorderTest {
    private static final int LONG = 10;
    private static final int STRING = 13;
    private static final int ACTIVE_RECORDING = 101;
    private static final int JVM_INFORMATION = 102;
    private static final int PROPERTY = 103;
    private static final long START = WrittenChunk.START_NANOS / 1_000_000 - 5_000;
    private static final String HOTSPOT = "OpenJDK 64-Bit Server VM";
    private static final Limit OLD = Limit.of(LimitKind.NO_PINNED_EVENT);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "async-profiler 4.2.1, OpenJDK 64-Bit Server VM, 25.0.1+8-LTS, async-profiler 4.2.1, 25.0.1",
        "async-profiler <b>1, OpenJDK 64-Bit Server VM, 25.0.1+8-LTS, async-profiler, 25.0.1",
        "java-profiler 1.30.0, OpenJDK 64-Bit Server VM, 21.0.8+9-LTS, Datadog's java-profiler 1.30.0, 21.0.8",
        "1, Substrate VM, 25.0.1+8-LTS, a GraalVM native image, 25.0.1",
        "1, Eclipse OpenJ9 VM, JRE 21 Linux amd64-64-Bit, OpenJ9, 21",
        "1, OpenJDK 64-Bit Server VM, 21.0.8+9-LTS, '', 21.0.8",
        "async-profiler 4.2.1, OpenJDK 64-Bit Server VM, odd, async-profiler 4.2.1, unknown"
    })
    void of_a_jvm_that_may_pin_the_recorder_is_named(
            String recording, String vm, String told, String recorder, String version) throws Exception {
        RecordingReader reader = only(
                withoutPins().event(ACTIVE_RECORDING, name(recording)).event(JVM_INFORMATION, jvm(vm, told, START, 1)));
        assertThat(limits(reader)).containsExactly(Limit.of(LimitKind.NO_EVENTS_OF_PINS, recorder));
        assertThat(reader.jvm().javaVersion()).isEqualTo(version);
    }

    @ParameterizedTest
    @CsvSource({"17.0.5+8", "25.392-b08", "OpenJDK 64-Bit Server VM (25.504-b01) for linux-amd64 JRE (1.8.0_504-b01)"})
    void a_jvm_is_older_than_21_where_its_version_says_so(String told) throws Exception {
        assertThat(limits(only(withoutPins().event(JVM_INFORMATION, jvm(HOTSPOT, told, START, 1)))))
                .containsExactly(OLD);
    }

    @Test
    void a_version_that_can_not_be_read_is_that_of_the_specification() throws Exception {
        WrittenBytes property = new WrittenBytes(true)
                .number(1_000)
                .text(utf8("java.vm.specification.version"))
                .text(utf8("17"));
        RecordingReader reader = only(withoutPins()
                .event(JVM_INFORMATION, jvm("Eclipse OpenJ9 VM", "openj9-0.46.0", START, 1))
                .event(PROPERTY, property));
        assertThat(limits(reader)).containsExactly(OLD);
        assertThat(reader.jvm().javaVersion()).isEqualTo("17");
    }

    @Test
    void its_carriers_are_those_that_the_arguments_request_where_no_property_was_recorded() throws Exception {
        WrittenBytes jvm = jvm(HOTSPOT, "21.0.8+9-LTS", START, 1)
                .text(utf8("-Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.parallelism=8"));
        WrittenChunk chunk = written(field("jvmArguments", STRING)).event(JVM_INFORMATION, jvm);
        assertThat(only(chunk).jvm().pool().parallelism()).isEqualTo(8);
    }

    @Test
    void a_recording_without_a_word_of_its_jvm_tells_nothing_about_pins() throws Exception {
        assertThat(limits(only(withoutPins()))).containsExactly(Limit.of(LimitKind.NO_EVENTS_OF_PINS, ""));
    }

    @Test
    void a_profile_joined_to_a_recording_of_the_same_process_is_of_the_same_jvm_in_either_order() throws Exception {
        byte[] recording = recording(4_711, START).finished();
        byte[] profile = profile(4_711, START - 300);
        assertThat(jvms(recording, profile)).isEqualTo("one with pins");
        assertThat(jvms(profile, recording)).isEqualTo("one with pins");
    }

    @Test
    void so_is_one_that_async_profiler_appends_without_a_word_of_its_process() throws Exception {
        byte[] profile = withoutPins()
                .startingAt(77)
                .event(ACTIVE_RECORDING, name("async-profiler 4.1"))
                .finished();
        assertThat(jvms(recording(4_711, START).finished(), profile)).isEqualTo("one with pins");
    }

    @Test
    void a_profile_of_another_process_or_of_another_time_is_of_another_jvm() throws Exception {
        byte[] recording = recording(1, START).finished();
        assertThat(jvms(recording, profile(2, START))).isEqualTo("2");
        assertThat(jvms(recording, profile(1, START - 3_600_000))).isEqualTo("2");
        byte[] later = recording(1, START).startingAfter(3_600_000_000_000L).finished();
        assertThat(jvms(later, profile(1, START))).isEqualTo("2");
    }

    @Test
    void process_1_of_two_containers_is_two_jvms_and_with_one_start_it_is_one() throws Exception {
        byte[] one = recording(1, START).finished();
        assertThat(jvms(one, recording(1, START + 40).startingAt(77).finished()))
                .isEqualTo("2");
        assertThat(jvms(one, recording(1, START).startingAt(77).finished())).isEqualTo("one with pins");
    }

    private static WrittenChunk withoutPins() {
        return written().type(WrittenChunk.PINNED, "profiler.Log");
    }

    private static WrittenChunk recording(long pid, long start) {
        return written().event(JVM_INFORMATION, jvm(HOTSPOT, "25.0.1+8-LTS", start, pid));
    }

    private static byte[] profile(long pid, long start) {
        return withoutPins()
                .startingAt(77)
                .event(ACTIVE_RECORDING, name("java-profiler 1.30.0"))
                .event(JVM_INFORMATION, jvm(HOTSPOT, "25.0.1+8-LTS", start, pid))
                .finished();
    }

    private static WrittenChunk written(String[]... more) {
        List<String[]> jvm = new ArrayList<>(List.of(
                field("startTime", LONG),
                field("jvmName", STRING),
                field("jvmVersion", STRING),
                field("jvmStartTime", LONG),
                field("pid", LONG)));
        jvm.addAll(List.of(more));
        return new WrittenChunk(true)
                .type(
                        PROPERTY,
                        "jdk.InitialSystemProperty",
                        field("startTime", LONG),
                        field("key", STRING),
                        field("value", STRING))
                .type(ACTIVE_RECORDING, "jdk.ActiveRecording", field("startTime", LONG), field("name", STRING))
                .type(JVM_INFORMATION, "jdk.JVMInformation", jvm.toArray(String[][]::new));
    }

    private static WrittenBytes name(String recording) {
        return new WrittenBytes(true).number(1_000).text(utf8(recording));
    }

    private static WrittenBytes jvm(String name, String version, long start, long pid) {
        return new WrittenBytes(true)
                .number(1_000)
                .text(utf8(name))
                .text(utf8(version))
                .number(start)
                .number(pid);
    }

    private RecordingReader only(WrittenChunk chunk) throws Exception {
        return Recordings.open(Files.write(folder.resolve("one.jfr"), chunk.finished()))
                .jvms()
                .get(0);
    }

    private static List<Limit> limits(RecordingReader reader) {
        return reader.read(pins -> {}, busy -> {}).limits();
    }

    /** How many JVMs wrote these, joined in one file. */
    private String jvms(byte[] one, byte[] two) throws Exception {
        Path file = Files.write(folder.resolve("joined.jfr"), SpoiltRecordings.joined(one, two));
        try (Recordings recordings = Recordings.open(file)) {
            List<RecordingReader> jvms = recordings.jvms();
            boolean pins = limits(jvms.get(0)).stream().noneMatch(limit -> limit.kind() == LimitKind.NO_EVENTS_OF_PINS);
            return jvms.size() == 1 && pins ? "one with pins" : "" + jvms.size();
        }
    }
}
