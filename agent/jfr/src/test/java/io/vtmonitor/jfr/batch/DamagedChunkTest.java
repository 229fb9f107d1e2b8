package io.vtmonitor.jfr.batch;

import static io.vtmonitor.recording.WrittenChunk.field;
import static io.vtmonitor.recording.WrittenChunk.latin1;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.recording.UnreadableRecordingException;
import io.vtmonitor.recording.WrittenChunk;
import io.vtmonitor.recording.WrittenChunk.Text;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import org.junit.jupiter.api.Test;

/** Chunks of which a part is missing or wrong. */
class DamagedChunkTest extends WrittenChunks {
    private static final Text PARK = latin1("LockSupport.park");
    private static final Text NATIVE = latin1("Native or VM frame on stack");

    @Test
    void constants_that_are_missing_are_counted_and_the_pin_is_kept() throws Exception {
        Read read =
                read(new WrittenChunk(true).pin(1_000, 5, 22, 2, PARK, NATIVE).finished());
        assertThat(read.pins())
                .singleElement()
                .satisfies(pin -> assertThat(pin.blocking().stack().frames()).isEmpty());
        assertThat(read.limits()).contains(Limit.of(LimitKind.DANGLING_REFERENCES, 2));
    }

    @Test
    void a_field_of_a_type_that_is_not_described_is_a_problem_and_no_pin_is_made_up() throws Exception {
        WrittenChunk chunk = new WrittenChunk(true)
                .type(WrittenChunk.PINNED, "jdk.VirtualThreadPinned", field("startTime", 10), field("odd", 4_711))
                .event(
                        WrittenChunk.PINNED,
                        new WrittenChunk(true).bytes().number(1).number(2));
        Read read = read(chunk.finished());
        assertThat(read.pins()).isEmpty();
        assertThat(read.problems())
                .singleElement()
                .asString()
                .contains("jdk.VirtualThreadPinned: field odd is of type 4711, which the metadata do not describe");
    }

    @Test
    void a_structure_that_contains_itself_is_a_problem_and_not_the_end() throws Exception {
        WrittenChunk chunk = new WrittenChunk(true)
                .type(50, "com.acme.Loop", field("again", 50))
                .type(WrittenChunk.PINNED, "jdk.VirtualThreadPinned", field("startTime", 10), field("loop", 50));
        assertThat(read(chunk.finished()).problems())
                .singleElement()
                .asString()
                .contains("a structure that contains itself");
    }

    @Test
    void a_chunk_that_was_never_flushed_is_read_as_far_as_it_goes() throws Exception {
        WrittenChunk chunk = new WrittenChunk(true)
                .metadata()
                .thread(22, utf8("v"), true)
                .pin(1_000, 5, 22, 2, PARK, NATIVE)
                .stack(2);
        Read read = read(chunk.neverFlushed());
        assertThat(read.pins()).hasSize(1);
        assertThat(read.problems()).isEmpty();
        assertThat(read.limits()).contains(Limit.of(LimitKind.UNFINISHED_CHUNK));
    }

    @Test
    void after_a_damaged_chunk_the_next_one_is_found() throws Exception {
        byte[] damaged = new WrittenChunk(true)
                .thread(22, utf8("v"), true)
                .pin(1_000, 5, 22, 2, PARK, NATIVE)
                .stack(2)
                .finished();
        damaged[13] = 0x7f; // its length
        byte[] good = new WrittenChunk(true)
                .startingAt(5_000_000_000L)
                .thread(22, utf8("v"), true)
                .pin(5_000_000_000L, 5, 22, 2, PARK, NATIVE)
                .stack(2)
                .finished();
        Read read = read(damaged, good);
        assertThat(read.pins()).hasSize(2);
        assertThat(read.problems()).anyMatch(problem -> problem.startsWith("at byte 0: a chunk of "));
    }

    @Test
    void a_damaged_event_is_told_with_its_byte_and_what_comes_before_it_is_used() throws Exception {
        WrittenChunk chunk =
                new WrittenChunk(true).metadata().thread(22, utf8("v"), true).stack(2);
        byte[] start = chunk.finished();
        byte[] bytes = chunk.pin(1_000, 5, 22, 2, PARK, NATIVE)
                .pin(1_001, 5, 22, 2, PARK, NATIVE)
                .finished();
        int second = start.length + (bytes.length - start.length) / 2;
        bytes[second + 3] = 0x7f; // its size
        Read read = read(bytes);
        assertThat(read.pins()).hasSize(1);
        assertThat(read.problems()).singleElement().asString().startsWith("at byte " + second + ": an event of ");
    }

    @Test
    void a_file_without_metadata_is_refused_with_the_place() {
        byte[] bytes = new byte[200];
        System.arraycopy(new WrittenChunk(true).finished(), 0, bytes, 0, 68);
        bytes[14] = 0;
        bytes[15] = (byte) 200;
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageContaining("at byte ");
    }
}
