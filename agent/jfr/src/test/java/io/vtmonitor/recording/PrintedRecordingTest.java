package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events as {@code jfr print} prints them, with what people paste around them. */
class PrintedRecordingTest {
    private static final String PINNED_21 = """
            jdk.VirtualThreadPinned {
              startTime = 07:02:48.296 (2024-06-19)
              duration = LENGTH
              eventThread = "" (javaThreadId = 261, virtual)
              stackTrace = [
                java.lang.VirtualThread.parkOnCarrierThread(boolean, long) line: 675
                shop.Cart.lambda$add$0() line: 33
                shop.Cart$$Lambda/0x00007f800857bc30.run()
                ...
              ]
            }

            """;

    private static final String ENTERED = """
            jdk.JavaMonitorEnter {
              startTime = 07:02:49.000 (2024-06-19)
              duration = 30.0 ms
              monitorClass = shop.Cart (classLoader = app)
              previousOwner = "other "one"" (javaThreadId = 7)
              address = 0x7F00
              eventThread = "mine" (javaThreadId = 262KIND)
              stackTrace = [
                shop.Cart.total() line: 40
                java.lang.VirtualThread.run(Runnable) line: 309
              ]
            }
            """;

    @TempDir
    private Path folder;

    private final List<Pin> pins = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "999 ms, 999000000",
        "'1,25 s', 1250000000",
        "\u0661\u0662\u066B\u0665 ms, 12500000",
        "\u0967 m \u0967\u0969 s, 73000000000",
        "12.5 us, 12500",
        "1 m 13 s, 73000000000",
        "2 h 3 m, 7380000000000",
        "0.050123456 s, 50123456",
        "0 s, 0"
    })
    void a_length_is_read_in_each_of_the_tools_units(String length, long nanos) throws IOException {
        assertThat(read(PINNED_21.replace("LENGTH", length))).isNotNull();
        assertThat(pins)
                .singleElement()
                .satisfies(pin -> assertThat(pin.durationNanos()).isEqualTo(nanos));
    }

    @Test
    void a_stack_that_is_cut_keeps_its_lines_and_times_are_local() throws IOException {
        RecordingSummary read = read("[ERROR] seen: [" + PINNED_21.replace("LENGTH", "50.0 ms") + "and = more {\n");
        Pin pin = pins.get(0);
        assertThat(pin.blocking().stack().frames())
                .extracting(Frame::toString)
                .containsExactly(
                        "java.lang.VirtualThread.parkOnCarrierThread:675",
                        "shop.Cart.lambda$add$0:33",
                        "shop.Cart$$Lambda.run");
        assertThat(pin.blocking().stack().truncated()).isTrue();
        assertThat(pin.blocking().monitorsPin()).isTrue();
        assertThat(pin.threadId()).isEqualTo(261);
        Instant begin = LocalDateTime.parse("2024-06-19T07:02:48.296")
                .atZone(ZoneId.systemDefault())
                .toInstant();
        assertThat(Instant.EPOCH.plusNanos(pin.startNanos())).isEqualTo(begin);
        assertThat(read.watched().nanos()).isEqualTo(50_000_000);
        assertThat(read.jvm().limits()).anyMatch(limit -> limit.kind() == LimitKind.PRINTED_EVENTS);
        assertThat(read.problems()).isEmpty();
    }

    @Test
    void a_virtual_thread_that_enters_a_monitor_is_pinned_where_a_pinned_event_shows_a_jdk_before_24()
            throws IOException {
        read(PINNED_21.replace("LENGTH", "50.0 ms") + ENTERED.replace("KIND", ", virtual"));
        assertThat(pins).hasSize(2);
        Pin enters = pins.get(1);
        assertThat(enters.threadName()).isEqualTo("mine");
        assertThat(enters.previousOwner()).isEqualTo("other \"one\"");
        assertThat(enters.blocking().monitorClass()).isEqualTo("shop.Cart");
        assertThat(enters.blocking().stack().truncated()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "int[], [I",
        "byte[][], [[B",
        "java.lang.Object[], [Ljava.lang.Object;",
        "shop.Cart$Item[][], [[Lshop.Cart$Item;"
    })
    void a_monitor_that_is_an_array_has_the_name_of_its_class_in_the_recording(String printed, String name)
            throws IOException {
        String entered = ENTERED.replace("KIND", ", virtual");
        read(PINNED_21.replace("LENGTH", "50.0 ms") + entered.replace("shop.Cart (", printed + " ("));
        assertThat(pins.get(1).blocking().monitorClass()).isEqualTo(name);
    }

    @Test
    void a_platform_thread_that_enters_a_monitor_is_not_pinned() throws IOException {
        read(PINNED_21.replace("LENGTH", "50.0 ms") + ENTERED.replace("KIND", ""));
        assertThat(pins).hasSize(1);
    }

    @Test
    void monitors_alone_are_no_pins_where_nothing_tells_the_jdk() throws IOException {
        assertThat(read(ENTERED.replace("KIND", ", virtual"))).isNull();
    }

    @Test
    void from_jdk_24_on_the_event_tells_the_reason_and_monitors_only_name_what_is_entered() throws IOException {
        String reason =
                "  blockingOperation = \"LockSupport.park\"\n  pinnedReason = \"Native or VM frame on stack\"\n";
        String event = PINNED_21.replace("LENGTH", "50.0 ms").replace("  eventThread", reason + "  eventThread");
        read(event + ENTERED.replace("KIND", ", virtual"));
        assertThat(pins).singleElement().satisfies(pin -> {
            assertThat(pin.blocking().monitorsPin()).isFalse();
            assertThat(pin.blocking().operationText()).isEqualTo("LockSupport.park");
            assertThat(pin.blocking().reasonText()).isEqualTo("Native or VM frame on stack");
        });
    }

    @Test
    void what_the_jvm_was_started_with_shows_how_many_carriers_it_had_and_whether_monitors_pin() throws IOException {
        String information = """
                jdk.JVMInformation {
                  startTime = 07:02:40.000 (2024-06-19)
                  jvmVersion = "OpenJDK 64-Bit Server VM (25.0.1+8-LTS) for linux-amd64 JRE (25.0.1+8-LTS)"
                  jvmArguments = "-Djdk.virtualThreadScheduler.parallelism=3 -XX:LockingMode=1"
                }
                """;
        RecordingSummary read = read(information + PINNED_21.replace("LENGTH", "50.0 ms"));
        assertThat(read.jvm().javaVersion()).startsWith("25.0.1");
        assertThat(read.jvm().parallelism()).isEqualTo(3);
        assertThat(read.jvm().parallelismFrom()).isEqualTo("property");
        assertThat(read.jvm().monitorsPin()).isTrue();
    }

    @Test
    void the_printed_types_tell_a_wait_with_a_timeout_from_one_without() throws IOException {
        String timed = "java.lang.Object.wait0(long)\n    java.lang.Object.wait(long) line: 389";
        String event = PINNED_21.replace("LENGTH", "50.0 ms");
        String parks = "java.lang.VirtualThread.parkOnCarrierThread(boolean, long) line: 675";
        read(event.replace(parks, timed) + event.replace(parks, timed + "\n    java.lang.Object.wait() line: 351"));
        assertThat(pins).extracting(pin -> pin.blocking().isTimedWait()).containsExactly(true, false);
    }

    @Test
    void what_is_cut_off_or_not_understood_is_counted_and_left_out() throws IOException {
        String whole = PINNED_21.replace("LENGTH", "50.0 ms");
        RecordingSummary read = read(whole
                + PINNED_21.replace("LENGTH", "soon")
                + whole.substring(0, whole.indexOf("..."))
                + whole.replace("2024-06-19", "2024-13-19"));
        assertThat(pins).hasSize(1);
        assertThat(read.problems()).containsExactly("3 printed events are cut off or damaged");
    }

    @Test
    void json_keeps_instructions_and_nanoseconds() throws IOException {
        RecordingSummary read = read("""
                {
                  "recording": {
                    "events": [{
                      "type": "jdk.CPULoad",
                      "values": { "startTime": "2024-06-19T07:02:47+02:00", "jvmUser": 0.5, "other": [1, {"a": []}] }
                    }, {
                      "type": "jdk.VirtualThreadPinned",
                      "values": {
                        "startTime": "2024-06-19T07:02:48.296000001+02:00",
                        "duration": "PT0.050000002S",
                        "eventThread": { "osName": null, "javaName": "mine", "javaThreadId": 261, "group": null,
                          "virtual": true },
                        "stackTrace": { "truncated": false, "frames": [{
                          "method": { "type": { "classLoader": null, "name": "shop/Cart", "hidden": false },
                            "name": "add", "descriptor": "(I)V", "modifiers": 33, "hidden": false },
                          "lineNumber": 33, "bytecodeIndex": 12, "type": "Interpreted" }] } } }]
                  }
                }
                """);
        Pin pin = pins.get(0);
        assertThat(pin.durationNanos()).isEqualTo(50_000_002);
        assertThat(Instant.EPOCH.plusNanos(pin.startNanos())).isEqualTo("2024-06-19T05:02:48.296000001Z");
        assertThat(pin.threadName()).isEqualTo("mine");
        assertThat(pin.blocking().stack().frames()).containsExactly(new Frame("shop.Cart", "add", "(I)V", 12, 33, 33));
        assertThat(pin.blocking().stack().truncated()).isTrue();
        assertThat(read.watched().nanos()).isEqualTo(1_346_000_003L);
    }

    @Test
    void json_that_is_cut_off_gives_the_events_before_the_cut() throws IOException {
        String event = """
                { "type": "jdk.VirtualThreadPinned", "values": { "startTime": "2024-06-19T07:02:48Z",
                  "duration": "PT0.05S" } }""";
        RecordingSummary read = read("{ \"recording\": { \"events\": [" + event + ", " + event.substring(0, 60));
        assertThat(pins).hasSize(1);
        assertThat(read.problems()).containsExactly("1 printed event is cut off or damaged");
    }

    private @Nullable RecordingSummary read(String text) throws IOException {
        PrintedRecording printed = PrintedRecording.of(Files.writeString(folder.resolve("printed"), text));
        return printed == null ? null : printed.read(pins::add, busy -> {});
    }
}
