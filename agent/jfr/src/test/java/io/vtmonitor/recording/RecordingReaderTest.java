package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.model.Pin;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings of this JVM, made with settings other than the agent's. */
class RecordingReaderTest {
    private static final Object GATE = new Object();
    private static final CountDownLatch OWNED = new CountDownLatch(1);

    @TempDir
    private Path folder;

    /** Enters a monitor in a static initializer, where a virtual thread can't unmount on any JDK. */
    static final class EntersInItsInitializer {
        static int entered;

        static {
            synchronized (GATE) {
                entered++;
            }
        }

        private EntersInItsInitializer() {}

        static void touch() {}
    }

    @Test
    void one_wait_for_a_monitor_is_one_pin_with_the_monitors_class_and_its_previous_owner() throws Exception {
        assumeTrue(Runtime.version().feature() >= 24, "before 24 the monitor event alone tells");
        List<Pin> pins = new ArrayList<>();
        Path file = recorded(
                List.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait"),
                RecordingReaderTest::enterContended);
        opened(file).read(pins::add, busy -> {});

        assertThat(pins)
                .filteredOn(
                        pin -> "Contended monitor enter".equals(pin.blocking().operationText()))
                .singleElement()
                .satisfies(pin -> {
                    assertThat(pin.blocking().monitorClass()).isEqualTo("java.lang.Object");
                    assertThat(pin.previousOwner()).isEqualTo("owner");
                    assertThat(pin.threadName()).isEqualTo("entering");
                });
        ReaderContract.holds(file);
    }

    @Test
    void a_recording_without_pinned_events_says_so_first() throws Exception {
        RecordingReader reader = opened(recorded(List.of("jdk.JavaMonitorEnter"), () -> {}));
        assertThat(reader.jvm().limits().get(0)).isEqualTo(Limit.of(LimitKind.PINNED_EVENT_OFF));
        assertThat(reader.jvm().limits()).contains(Limit.of(LimitKind.FILE_EVENTS_OFF));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 2", "3, 0"})
    void a_format_that_is_not_known_is_refused_by_the_name_that_was_given(int major, int minor) throws Exception {
        Path file = ofFormat(major, minor, recorded(List.of("jdk.VirtualThreadPinned"), () -> {}));
        Path packed = folder.resolve("new.jfr.gz");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, gzip);
        }
        for (Path named : List.of(file, packed)) {
            assertThatThrownBy(() -> Recordings.open(named))
                    .isInstanceOf(UnreadableRecordingException.class)
                    .hasMessage("can't read " + named + ": at byte 0: JFR format " + major + "." + minor
                            + "; formats 2.0 and 2.1, written by JDK 11 to 28, are accepted; use the jfr tool of the"
                            + " JDK that wrote it");
        }
    }

    @Test
    void chunks_of_a_known_format_are_read_beside_one_that_is_not_known() throws Exception {
        Path known = recorded(List.of("jdk.VirtualThreadPinned"), RecordingReaderTest::sleepPinned);
        List<Pin> pins = new ArrayList<>();
        opened(known).read(pins::add, busy -> {});
        Path both = ofFormat(3, 0, known);
        Files.write(both, Files.readAllBytes(known), StandardOpenOption.APPEND);
        List<Pin> read = new ArrayList<>();
        RecordingSummary reading = opened(both).read(read::add, busy -> {});
        assertThat(read).isNotEmpty().isEqualTo(pins);
        assertThat(reading.problems()).singleElement().asString().startsWith("at byte 0: JFR format 3.0; ");
    }

    private static Path ofFormat(int major, int minor, Path recording) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        bytes[5] = (byte) major;
        bytes[7] = (byte) minor;
        return Files.write(recording.resolveSibling("format-" + major + "." + minor + ".jfr"), bytes);
    }

    /** Holds its carrier on any JDK: a class's initializer is on the stack. */
    static final class SleepsInItsInitializer {
        static {
            LockSupport.parkNanos(20_000_000);
        }

        private SleepsInItsInitializer() {}

        static void touch() {}
    }

    private static void sleepPinned() throws InterruptedException {
        Thread.ofVirtual().name("sleeping").start(SleepsInItsInitializer::touch).join();
    }

    private static void enterContended() throws InterruptedException {
        Thread entering = Thread.ofVirtual().name("entering").unstarted(EntersInItsInitializer::touch);
        Thread owner = Thread.ofPlatform().name("owner").start(() -> {
            synchronized (GATE) {
                OWNED.countDown();
                while (entering.getState() != Thread.State.BLOCKED && entering.getState() != Thread.State.TERMINATED) {
                    Thread.onSpinWait();
                }
                LockSupport.parkNanos(20_000_000); // the block has to outlast the threshold
            }
        });
        OWNED.await();
        entering.start();
        entering.join();
        owner.join();
    }

    private static RecordingReader opened(Path file) throws UnreadableRecordingException {
        return Recordings.open(file).jvms().get(0);
    }

    /** What a test does while it is recorded. */
    private interface Body {
        void run() throws InterruptedException;
    }

    private Path recorded(List<String> events, Body body) throws Exception {
        Path file = folder.resolve("test.jfr");
        try (Recording recording = new Recording()) {
            events.forEach(event ->
                    recording.enable(event).withThreshold(Duration.ofMillis(5)).withStackTrace());
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.JVMInformation");
            recording.start();
            body.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }
}
