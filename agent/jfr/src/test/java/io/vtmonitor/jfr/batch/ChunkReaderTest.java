package io.vtmonitor.jfr.batch;

import static io.vtmonitor.recording.WrittenChunk.characters;
import static io.vtmonitor.recording.WrittenChunk.field;
import static io.vtmonitor.recording.WrittenChunk.latin1;
import static io.vtmonitor.recording.WrittenChunk.pooled;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.jfr.ChunkWindow;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.recording.WrittenChunk;
import io.vtmonitor.recording.WrittenChunk.Text;
import io.vtmonitor.report.LimitKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks that no available JVM writes. */
class ChunkReaderTest extends WrittenChunks {
    private static final Text PARK = latin1("LockSupport.park");
    private static final Text NATIVE = latin1("Native or VM frame on stack");

    @ParameterizedTest(name = "compressed: {0}")
    @ValueSource(booleans = {true, false})
    void a_pin_is_read_with_its_time_its_thread_and_its_stack(boolean compressed) throws Exception {
        WrittenChunk chunk = new WrittenChunk(compressed)
                .thread(22, utf8("handler"), true)
                .pin(51_000, 9_000_000, 22, 2, PARK, NATIVE)
                .stack(2);

        Read read = read(chunk.finished());

        assertThat(read.problems()).isEmpty();
        assertThat(read.pins()).singleElement().satisfies(pin -> {
            assertThat(pin.startNanos()).isEqualTo(WrittenChunk.START_NANOS + 50_000);
            assertThat(pin.durationNanos()).isEqualTo(9_000_000);
            assertThat(pin.threadId()).isEqualTo(1_022);
            assertThat(pin.threadName()).isEqualTo("handler");
            assertThat(pin.blocking().operationText()).isEqualTo("LockSupport.park");
            assertThat(pin.blocking().reasonText()).isEqualTo("Native or VM frame on stack");
            assertThat(pin.blocking().stack().frames())
                    .containsExactly(new Frame("some.Holder", "hold", "()V", 42, 7, 0x20));
        });
    }

    @ParameterizedTest(name = "compressed: {0}")
    @ValueSource(booleans = {true, false})
    void a_string_is_read_however_it_was_written(boolean compressed) throws Exception {
        String beyondLatin = "Grüße, 世界";
        WrittenChunk chunk = new WrittenChunk(compressed).strings(Map.of(5L, "from the pool"));
        List<Text> names = List.of(
                WrittenChunk.NULL,
                WrittenChunk.EMPTY,
                pooled(5),
                utf8(beyondLatin),
                characters(beyondLatin),
                latin1("Grüße"));
        for (int i = 0; i < names.size(); i++) {
            chunk.thread(30 + i, names.get(i), true).pin(1_000 + i, 5, 30 + i, 0, names.get(i), WrittenChunk.NULL);
        }

        Read read = read(chunk.finished());

        assertThat(read.pins())
                .extracting(Pin::threadName)
                .containsExactly("", "", "from the pool", beyondLatin, beyondLatin, "Grüße");
        assertThat(read.pins())
                .extracting(pin -> pin.blocking().operationText())
                .containsExactly(null, "", "from the pool", beyondLatin, beyondLatin, "Grüße");
    }

    @ParameterizedTest(name = "compressed: {0}")
    @ValueSource(booleans = {true, false})
    void strings_that_many_events_refer_to_are_passed_over_though_the_metadata_give_them_no_field(boolean compressed)
            throws Exception {
        WrittenChunk chunk = new WrittenChunk(compressed)
                .thread(22, utf8("handler"), true)
                .pin(51_000, 9_000_000, 22, 2, pooled(2), pooled(3))
                .stringsAndSymbols(
                        new TreeMap<>(Map.of(1L, "some other text", 2L, "LockSupport.park", 3L, "Native frame")),
                        Map.of(5L, "hold", 7L, "some/Holder", 6L, "()V"))
                .stackWithoutNames(2);

        Read read = read(chunk.finished());

        assertThat(read.problems()).isEmpty();
        assertThat(read.pins()).singleElement().satisfies(pin -> {
            assertThat(pin.blocking().operationText()).isEqualTo("LockSupport.park");
            assertThat(pin.blocking().stack().frames().get(0).className()).isEqualTo("some.Holder");
        });
    }

    @Test
    void a_string_longer_than_64_kb_is_read_whole() throws Exception {
        String name = "x".repeat(70_000);
        Read read = read(new WrittenChunk(true)
                .thread(22, latin1(name), true)
                .pin(1_000, 5, 22, 0, PARK, NATIVE)
                .finished());
        assertThat(read.pins()).extracting(Pin::threadName).containsExactly(name);
    }

    @Test
    void metadata_of_a_thousand_types_are_read() throws Exception {
        WrittenChunk chunk = new WrittenChunk(true);
        for (int i = 0; i < 1_000; i++) {
            chunk.type(2_000 + i, "com.acme.Event" + i, field("startTime", 10), field("text", 13));
        }
        Read read = read(chunk.thread(22, utf8("v"), true)
                .pin(1_000, 5, 22, 2, PARK, NATIVE)
                .stack(2)
                .finished());
        assertThat(read.pins()).hasSize(1);
    }

    @Test
    void keys_of_nine_bytes_do_not_hide_the_constants_behind_them() throws Exception {
        long nine = 0xF0F0_F0F0_F0F0_F0F0L;
        Read read = read(new WrittenChunk(true)
                .thread(22, utf8("v"), true)
                .stack(2, nine)
                .pin(1_000, 5, 22, 2, PARK, NATIVE)
                .finished());
        assertThat(read.problems()).isEmpty();
        assertThat(read.pins().get(0).blocking().stack().frames()).hasSize(1);
    }

    @Test
    void a_chunk_larger_than_the_window_is_read_with_constants_at_either_end() throws Exception {
        WrittenChunk chunk =
                new WrittenChunk(true).thread(22, utf8("first"), true).pin(1_000, 5, 22, 2, PARK, NATIVE);
        for (int i = 0; i < 27; i++) {
            chunk.filler(1_000_000 + i).pin(2_000 + i, 6, 23, 2, PARK, NATIVE);
        }
        byte[] bytes = chunk.thread(23, utf8("last"), true).stack(2).finished();
        assertThat(bytes.length).isGreaterThan(ChunkWindow.LARGEST_WHOLE);

        Read read = read(bytes);

        assertThat(read.problems()).isEmpty();
        assertThat(read.limits()).noneMatch(limit -> limit.kind() == LimitKind.DANGLING_REFERENCES);
        assertThat(read.pins())
                .hasSize(28)
                .allMatch(pin -> pin.blocking().stack().frames().size() == 1);
        assertThat(read.pins().get(0).threadName()).isEqualTo("first");
        assertThat(read.pins().get(27).threadName()).isEqualTo("last");
    }

    @Test
    void more_pins_than_a_batch_holds_are_read_each_once_and_in_order() throws Exception {
        int pins = 2 * EventBatch.MOST + 1_234;
        WrittenChunk chunk = new WrittenChunk(true);
        for (int i = 0; i < pins; i++) {
            chunk.pin(1_000 + i, 5, 22 + i % 3, 2, PARK, NATIVE);
        }
        chunk.thread(22, utf8("a"), true)
                .thread(23, utf8("b"), true)
                .thread(24, utf8("c"), true)
                .stack(2);
        Read read = read(chunk.finished());
        assertThat(read.pins()).hasSize(pins);
        for (int i = 0; i < pins; i++) {
            assertThat(read.pins().get(i).startNanos()).isEqualTo(WrittenChunk.START_NANOS + i);
        }
        assertThat(read.pins().get(pins - 1).threadName())
                .isEqualTo(List.of("a", "b", "c").get((pins - 1) % 3));
    }

    @Test
    void constants_of_one_jvm_are_never_those_of_another_in_the_same_file() throws Exception {
        WrittenChunk one = new WrittenChunk(true).thread(22, utf8("one"), true).pin(1_000, 5, 22, 2, PARK, NATIVE);
        one.stack(2);
        WrittenChunk two = new WrittenChunk(true)
                .startingAt(5_000_000_000L)
                .thread(22, utf8("two"), true)
                .pin(5_000_000_000L, 5, 22, 2, PARK, NATIVE)
                .constants(21, Map.of(2L, new WrittenChunk(true).bytes().raw(1).integer(0)));
        Read read = read(one.finished(), two.finished());
        assertThat(read.readings()).hasSize(2);
        assertThat(read.pins()).extracting(Pin::threadName).containsExactly("one", "two");
        assertThat(read.pins().get(1).blocking().stack().frames()).isEmpty();
        assertThat(read.pins().get(1).blocking().stack().truncated()).isTrue();
    }
}
