package io.vtmonitor.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapDumpTest {
    private static final int HEADER = 31;
    private static final long OBJECT = 0x100;
    private static final long THREAD = 0x108;
    private static final long OWN_THREAD = 0x110;
    private static final long STRING = 0x118;
    private static final long ARRAY = 0x120;

    @TempDir
    private Path folder;

    private static HprofBuilder program() {
        return new HprofBuilder()
                .type(OBJECT, "java.lang.Object", 0, Map.of())
                .type(THREAD, "java.lang.Thread", OBJECT, Map.of("LIMIT", 7L), "name:L", "tid:J", "state:I", "daemon:B")
                .type(OWN_THREAD, "app.Own", THREAD, Map.of(), "job:L")
                .type(STRING, "java.lang.String", OBJECT, Map.of(), "value:L", "coder:B")
                .type(ARRAY, "[Ljava.lang.Object;", OBJECT, Map.of())
                .instance(0x2000, OWN_THREAD, out -> {
                    out.writeLong(0x3000);
                    out.writeLong(0x2100);
                    out.writeLong(42);
                    out.writeInt(-3);
                    out.writeByte(-1);
                })
                .instance(0x2100, STRING, out -> {
                    out.writeLong(0x2200);
                    out.writeByte(0);
                })
                .bytes(0x2200, "pay-1".getBytes(StandardCharsets.ISO_8859_1))
                .endSegment()
                .array(0x3000, ARRAY, 0x2000, 0, 0x2100)
                .thread(0x2000, 1, "work", 12, -1, -3)
                .local(1, 0, 0x2100)
                .local(1, 0, 0x3000)
                .local(1, 2, 0x2000);
    }

    private HeapDump open(byte[] bytes) throws IOException {
        return HeapDump.open(
                FileChannel.open(HprofBuilder.write(folder, bytes)), Set.of("java.lang.Thread"), read -> {});
    }

    @Test
    void an_object_has_the_fields_of_its_class_and_of_those_it_extends() throws Exception {
        try (HeapDump dump = open(program().build())) {
            assertThat(dump.damage()).isNull();
            assertThat(dump.time()).isEqualTo(Instant.ofEpochSecond(1));
            assertThat(dump.indexed()).isEqualTo(1);
            HeapObject thread = dump.indexed(0);
            assertThat(thread.is("java.lang.Thread")).isTrue();
            assertThat(thread.className()).isEqualTo("app.Own");
            assertThat(thread.number("tid")).isEqualTo(42);
            assertThat(thread.number("state")).isEqualTo(-3);
            assertThat(thread.number("daemon")).isEqualTo(-1);
            assertThat(thread.number("missing")).isZero();
            assertThat(dump.text(thread.reference("name"))).isEqualTo("pay-1");
            assertThat(dump.text(thread.id())).isNull();
            HeapObject job = dump.follow(thread, "job");
            assertThat(job).isNotNull();
            assertThat(job.elements()).containsExactly(0x2000, 0, 0x2100);
            assertThat(dump.object(0x9999)).isNull();
            HeapClass type = dump.type("java.lang.Thread");
            assertThat(type).isNotNull();
            assertThat(type.statics()).containsEntry("LIMIT", 7L);
            assertThat(dump.type("app.Missing")).isNull();
        }
    }

    @Test
    void a_stack_has_its_lines_and_the_variables_of_each_frame() throws Exception {
        try (HeapDump dump = open(program().build())) {
            ThreadRoot root = dump.threads().get(0);
            assertThat(dump.stack(root.stack()))
                    .containsExactly(
                            new StackTraceElement("java.lang.Object", "work", "App.java", 12),
                            new StackTraceElement("java.lang.Object", "work", "App.java", -1),
                            new StackTraceElement("java.lang.Object", "work", "App.java", -2));
            assertThat(dump.stack(99)).isEmpty();
            assertThat(dump.locals(root.number()))
                    .containsExactly(
                            new HeapDump.Local(0, 0x2100),
                            new HeapDump.Local(0, 0x3000),
                            new HeapDump.Local(2, 0x2000));
        }
    }

    /** Collectors that dump objects in the order in which they refer to each other give addresses in no order. */
    @Test
    void objects_are_found_whatever_the_order_of_their_addresses() throws Exception {
        List<Long> ids = new ArrayList<>();
        for (long id = 0; id < 20_000; id++) {
            ids.add(0x1_0000_0000L + id * 8 + (id % 7) * (32L << 20));
        }
        Collections.shuffle(ids, new Random(1));
        HprofBuilder builder = program();
        for (long id : ids) {
            builder.instance(id, STRING, out -> {
                out.writeLong(id);
                out.writeByte(1);
            });
        }
        try (HeapDump dump = open(builder.build())) {
            dump.load(ids.stream().mapToLong(Long::longValue).toArray());
            for (long id : ids) {
                HeapObject object = dump.object(id);
                assertThat(object == null ? -1 : object.reference("value")).isEqualTo(id);
            }
        }
    }

    @Test
    void a_dump_cut_at_any_byte_is_read_as_far_as_it_goes_or_refused() throws Exception {
        byte[] whole = program().build();
        int read = 0;
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            try (HeapDump dump = open(cut)) {
                read++;
                assertThat(dump.damage()).as("%d bytes", length).isNotNull();
                readAll(dump);
            } catch (BadHeapDumpException e) {
                assertThat(e).as("%d bytes", length).hasMessageMatching("it .*");
            }
        }
        assertThat(read).isGreaterThan(100);
    }

    @Test
    void no_changed_byte_leads_to_anything_but_a_sentence() throws Exception {
        byte[] whole = program().build();
        Random random = new Random(3);
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] = (byte) random.nextInt();
            try (HeapDump dump = open(changed)) {
                readAll(dump);
            } catch (IOException e) {
                assertThat(e.getMessage()).as("byte %d", at).isNotBlank();
            }
        }
    }

    @Test
    void a_length_that_leads_beyond_the_end_of_a_whole_file_is_not_called_a_cut() {
        byte[] changed = program().build();
        changed[HEADER + 5] = 0x7f;
        refused(
                changed,
                "it has no objects: the record at byte " + HEADER + " says that it is longer than what is left of the"
                        + " file, which ends as a whole one does");
        refused(Arrays.copyOf(changed, changed.length - 1), "it has no objects: it is cut off after ");
    }

    private static void readAll(HeapDump dump) throws IOException {
        for (int i = 0; i < dump.indexed(); i++) {
            HeapObject one = dump.indexed(i);
            dump.text(one.reference("name"));
            dump.follow(one, "job");
        }
        for (ThreadRoot root : dump.threads()) {
            dump.stack(root.stack());
            dump.locals(root.number());
        }
    }

    @Test
    void what_is_no_heap_dump_of_hotspot_is_refused_with_the_reason() {
        refused(new HprofBuilder().header("JAVA PROFILE 1.0.3", 4).build(), "it is a heap dump of Android");
        refused(new HprofBuilder().header("JAVA PROFILE 1.0.2", 5).build(), "its identifiers have 5 bytes");
        refused(new HprofBuilder().header("JAVA PROFILE 1.0.2", 8).build(), "it has no objects");
        refused(
                "\0\22portable heap dump\0\0\0\6".concat(" ".repeat(40)).getBytes(StandardCharsets.ISO_8859_1),
                "it is a portable heap dump of OpenJ9");
        refused(new byte[0], "it is cut off after 0 bytes");
    }

    private void refused(byte[] bytes, String begin) {
        assertThatExceptionOfType(BadHeapDumpException.class)
                .isThrownBy(() -> open(bytes).close())
                .withMessageStartingWith(begin);
    }

    @Test
    void an_array_that_is_longer_than_its_segment_ends_the_reading_there() throws Exception {
        byte[] whole = program().build();
        String text = new String(whole, StandardCharsets.ISO_8859_1);
        int array = text.indexOf("\0\0\0\5\u0008pay-1");
        whole[array] = 0x7f;
        try (HeapDump dump = open(whole)) {
            assertThat(dump.damage()).startsWith("the object at byte ").endsWith(" is longer than its segment");
            assertThat(dump.indexed()).isEqualTo(1);
        }
    }
}
