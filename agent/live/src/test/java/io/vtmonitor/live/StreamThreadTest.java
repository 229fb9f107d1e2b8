package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.model.Pin;
import io.vtmonitor.pins.JvmInfo;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.EventStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream of a file ends without a word when all is read, as JFR's of its repository does when it can't read on. */
class StreamThreadTest {
    private static final JvmInfo JVM = JvmInfo.current(Duration.ofMillis(1), Duration.ofMillis(20));

    @TempDir
    private Path folder;

    private OwnRecording recording;
    private RecordingEnd end;
    private final LiveEvents events = new LiveEvents(
            JVM, 1_000, () -> true, (event, threshold) -> {}, raised -> {}, new StreamClock(null, () -> 0));
    private final AtomicBoolean anything = new AtomicBoolean(true);
    private final List<Pin> pins = new CopyOnWriteArrayList<>();

    @BeforeEach
    void record() throws IOException {
        recording = new OwnRecording(JVM, 64, null, folder, new RepositoryOwner(type -> null, false));
        recording.start();
        end = new RecordingEnd(recording, () -> {});
        events.deliverTo(pins::add, busy -> {}, () -> {});
    }

    @AfterEach
    void forget() {
        recording.discard();
    }

    @Test
    void a_stream_that_ends_without_a_word_is_told_and_read_again_and_each_pin_is_delivered_once() throws Exception {
        Path file = recordPin();
        CountDownLatch opened = new CountDownLatch(4);
        StreamThread thread = thread(() -> {
            opened.countDown();
            return EventStream.openFile(file);
        });
        thread.start(() -> {}, () -> {});

        assertThat(opened.await(30, TimeUnit.SECONDS)).as("opened again").isTrue();
        assertThat(end.at()).as("ended").isNull();
        end.expect();
        assertThat(thread.hasEnded(System.nanoTime() + 30_000_000_000L)).isTrue();
        assertThat(events.unread()).isGreaterThanOrEqualTo(3);
        assertThat(pins).hasSize(1);
    }

    @Test
    void nothing_is_opened_until_there_is_something_to_read_and_it_is_told_that_there_is_not() throws Exception {
        anything.set(false);
        Path file = recordPin();
        CountDownLatch opened = new CountDownLatch(1);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch nothing = new CountDownLatch(2);
        StreamThread thread = thread(() -> {
            assertThat(first.getCount()).as("what takes them is made before").isZero();
            opened.countDown();
            return EventStream.openFile(file);
        });
        thread.start(first::countDown, nothing::countDown);

        assertThat(nothing.await(30, TimeUnit.SECONDS)).as("told twice").isTrue();
        assertThat(opened.getCount()).as("not opened").isOne();
        assertThat(first.getCount()).as("what takes them is not made").isOne();
        assertThat(thread.isReading()).isFalse();
        anything.set(true);
        assertThat(opened.await(30, TimeUnit.SECONDS)).as("opened").isTrue();
        assertThat(thread.isReading()).isTrue();
        end.expect();
        thread.close();
        assertThat(thread.hasEnded(System.nanoTime() + 30_000_000_000L)).isTrue();
    }

    @Test
    void one_that_is_closed_before_there_is_anything_to_read_is_never_opened() throws Exception {
        anything.set(false);
        StreamThread thread = thread(() -> {
            throw new AssertionError("opened");
        });
        thread.start(() -> {}, () -> {});
        thread.close();
        anything.set(true);

        assertThat(thread.hasEnded(System.nanoTime() + 30_000_000_000L)).isTrue();
        assertThat(end.why()).isNull();
    }

    @Test
    void what_takes_the_events_is_made_all_the_same_once_the_recording_was_given_up() throws Exception {
        anything.set(false);
        CountDownLatch first = new CountDownLatch(1);
        StreamThread thread = thread(() -> {
            throw new AssertionError("opened");
        });
        thread.start(first::countDown, () -> {});
        assertThat(first.getCount()).as("not made").isOne();
        end.giveUp("the disk is full", "");
        thread.close();

        assertThat(thread.hasEnded(System.nanoTime() + 30_000_000_000L)).isTrue();
        assertThat(first.getCount()).as("made").isZero();
        assertThat(thread.isReading()).isFalse();
    }

    @Test
    void what_takes_the_events_is_made_again_where_there_was_no_memory_and_given_up_where_it_fails_for_good()
            throws Exception {
        List<Error> failures = new CopyOnWriteArrayList<>(List.of(
                new OutOfMemoryError("a test's"),
                new InternalError(new OutOfMemoryError("a test's")),
                new NoClassDefFoundError("gone")));
        StreamThread thread = thread(() -> {
            throw new AssertionError("opened");
        });
        thread.start(
                () -> {
                    throw failures.remove(0);
                },
                () -> {});

        assertThat(thread.hasEnded(System.nanoTime() + 30_000_000_000L)).isTrue();
        assertThat(failures).isEmpty();
        assertThat(end.why()).asString().contains("gone");
    }

    @Test
    void one_that_never_tells_of_anything_is_given_up_and_that_is_told() throws Exception {
        Path file = recordPin();
        StreamThread thread = thread(() -> {
            EventStream closed = EventStream.openFile(file);
            closed.close();
            return closed;
        });
        thread.start(() -> {}, () -> {});

        assertThat(thread.hasEnded(System.nanoTime() + 30_000_000_000L)).isTrue();
        assertThat(end.why()).asString().contains("JFR's stream of its repository has ended 10 times in a row");
        assertThat(end.at()).isNotNull();
        assertThat(pins).isEmpty();
    }

    @Test
    void what_it_counts_beside_the_pins_is_counted_once_though_it_be_read_again() throws Exception {
        Path file = folder.resolve("counted.jfr");
        try (Recording counted = new Recording()) {
            counted.enable(Loss.class);
            counted.enable(Refused.class);
            counted.start();
            for (int i = 0; i < 3; i++) {
                Loss loss = new Loss();
                loss.amount = 100 + i;
                loss.commit();
                Refused refused = new Refused();
                refused.javaThreadId = i;
                refused.commit();
            }
            counted.stop();
            counted.dump(file);
        }
        CountDownLatch opened = new CountDownLatch(4);
        StreamThread thread = thread(() -> {
            opened.countDown();
            return EventStream.openFile(file);
        });
        thread.start(() -> {}, () -> {});

        assertThat(opened.await(30, TimeUnit.SECONDS)).as("opened again").isTrue();
        end.expect();
        assertThat(thread.hasEnded(System.nanoTime() + 30_000_000_000L)).isTrue();
        assertThat(events.submitFailures()).isEqualTo(3);
        assertThat(events.lostBytes()).isEqualTo(303);
    }

    @Test
    void requests_are_counted_once_though_they_be_read_again() throws Exception {
        assumeTrue(Runtime.version().feature() >= 25, "@Contextual came with JDK 25");
        Class<? extends Annotation> contextual =
                Class.forName("jdk.jfr.Contextual").asSubclass(Annotation.class);
        EventFactory requests = EventFactory.create(
                List.of(new AnnotationElement(Name.class, "test.Request")),
                List.of(new ValueDescriptor(String.class, "path", List.of(new AnnotationElement(contextual)))));
        requests.register();
        Path file = folder.resolve("requests.jfr");
        try (Recording served = new Recording()) {
            served.enable("test.Request").withThreshold(Duration.ZERO);
            served.start();
            for (int i = 0; i < 3; i++) {
                Event request = requests.newEvent();
                request.begin();
                request.set(0, "/" + i);
                LockSupport.parkNanos(1_000_000);
                request.commit();
            }
            served.stop();
            served.dump(file);
        }
        List<String> ended = new CopyOnWriteArrayList<>();
        events.deliverRequests((what, thread, start, end) -> ended.add(what), null);
        CountDownLatch opened = new CountDownLatch(4);
        StreamThread thread = thread(() -> {
            opened.countDown();
            return EventStream.openFile(file);
        });
        thread.start(() -> {}, () -> {});

        assertThat(opened.await(30, TimeUnit.SECONDS)).as("opened again").isTrue();
        end.expect();
        assertThat(thread.hasEnded(System.nanoTime() + 30_000_000_000L)).isTrue();
        assertThat(ended).containsExactlyInAnyOrder("/0", "/1", "/2");
        requests.unregister();
    }

    /** As the JDK's, which can't be brought about. */
    @Name("jdk.DataLoss")
    @StackTrace(false)
    static final class Loss extends Event {
        long amount;
    }

    /** Stands in for the JDK's event of that name. */
    @Name("jdk.VirtualThreadSubmitFailed")
    @StackTrace(false)
    static final class Refused extends Event {
        long javaThreadId;
    }

    private StreamThread thread(StreamThread.Opener opener) {
        return new StreamThread(events, end, Instant.EPOCH, anything::get, opener, Duration.ofMillis(1));
    }

    /** Runs on a JDK on which monitors do not pin, too. */
    private Path recordPin() throws Exception {
        Path file = folder.resolve("pin.jfr");
        try (Recording pinned = new Recording()) {
            pinned.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(20));
            pinned.start();
            Thread.ofVirtual().start(() -> assertThat(Slow.VALUE).isNotNull()).join();
            pinned.stop();
            pinned.dump(file);
        }
        return file;
    }

    private static final class Slow {
        static final Object VALUE = slowly();

        private static Object slowly() {
            long end = System.nanoTime() + 60_000_000;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            return new Object();
        }
    }
}
