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

    @Test
    void a_format_of_another_number_is_left_to_the_jdks_reader_and_the_report_says_so() throws Exception {
        Path file = recorded(List.of("jdk.VirtualThreadPinned"), RecordingReaderTest::sleepPinned);
        List<Pin> pins = new ArrayList<>();
        opened(file).read(pins::add, busy -> {});
        List<Pin> byJdk = new ArrayList<>();
        RecordingReader reader = opened(ofFormat(1, file)); // JDK 9's, which has the same shape

        RecordingSummary reading = reader.read(byJdk::add, busy -> {});

        assertThat(byJdk).isNotEmpty().isEqualTo(pins);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.limits())
                .anyMatch(limit -> limit.kind() == LimitKind.JDK_READER
                        && limit.text("problem").contains("JFR format 1."));
        assertThat(reader.startNanos()).isPositive();
        assertThat(reading.watched().endNanos()).isGreaterThan(reader.startNanos());
    }

    @Test
    void a_format_that_neither_knows_is_refused_in_words_of_both_and_by_the_name_that_was_given() throws Exception {
        Path file = ofFormat(3, recorded(List.of("jdk.VirtualThreadPinned"), () -> {}));
        Path packed = folder.resolve("new.jfr.gz");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, gzip);
        }
        for (Path named : List.of(file, packed)) {
            assertThatThrownBy(() -> Recordings.open(named))
                    .isInstanceOf(UnreadableRecordingException.class)
                    .hasMessageStartingWith("can't read " + named + ": at byte 0: JFR format 3.")
                    .hasMessageContaining("format 2, written by JDK 11 and later, is accepted")
                    .hasMessageContaining("The JDK's own reader says: ");
        }
    }

    @Test
    void a_reader_of_the_jdks_that_gets_no_further_is_given_up_and_the_message_says_so() throws Exception {
        Path file = ofFormat(1, recorded(List.of("jdk.VirtualThreadPinned"), () -> {}));
        byte[] one = Files.readAllBytes(file);
        for (int i = 0; i < 50; i++) {
            Files.write(file, one, StandardOpenOption.APPEND);
        }
        Duration lessThanItTakes = Duration.ofMillis(1);
        assertThatThrownBy(() -> Recordings.open(file, lessThanItTakes))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageStartingWith("can't read " + file)
                .hasMessageContaining("JFR format 1.")
                .hasMessageEndingWith("made no progress for 0 s, or read the same again, and was stopped");
    }

    private static Path ofFormat(int major, Path recording) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        bytes[5] = (byte) major;
        return Files.write(recording.resolveSibling("format-" + major + ".jfr"), bytes);
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
