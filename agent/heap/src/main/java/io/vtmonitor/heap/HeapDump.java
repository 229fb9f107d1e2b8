package io.vtmonitor.heap;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A heap dump in the format of HotSpot (HPROF 1.0.1 and 1.0.2; {@code heapDumper.cpp}). One pass notes where classes,
 * stacks, and threads are; objects are read when they are asked for. So its memory grows with the threads, and hardly
 * with the file. For one thread.
 */
public final class HeapDump implements Closeable {
    private static final String PROFILE = "JAVA PROFILE 1.0.";
    private static final int HEADER = 19;
    private static final int AT_ONCE = 1 << 20;
    private static final int WINDOW = 64 << 10;
    private static final int MOST_ELEMENTS = 100_000;
    private static final int MOST_KEPT = 400_000;
    private static final int MOST_FIELD_BYTES = 64 << 10;
    private static final int VALUES_OF_LOCAL = 3;

    private final FileChannel file;
    private final HprofInput in;
    private final HeapIndex index;
    private final Classes classes;
    private final Stacks stacks;
    private final Instant time;
    private final @Nullable String damage;
    private final Map<Long, @Nullable HeapObject> kept = new HashMap<>();
    private @Nullable Map<String, Long> classIds;
    private @Nullable Map<Integer, Integer> firstLocals;

    private HeapDump(
            FileChannel file, HprofInput in, Instant time, HeapIndex index, Classes classes, @Nullable String damage) {
        this.file = file;
        this.in = in;
        this.time = time;
        this.index = index;
        this.classes = classes;
        this.damage = damage;
        stacks = new Stacks(in, index, classes);
    }

    /** Whether a file that begins so may be a heap dump of some kind, one that is refused included. */
    public static boolean isDump(byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        return text.startsWith("JAVA PROFILE ") || text.startsWith("portable heap", 2);
    }

    /**
     * Reads where things are.
     *
     * @param file is closed with the dump, and at once if it is none
     * @param indexed names of classes whose objects, and those of classes that extend them, are asked for
     * @param progress takes how many bytes were read by now
     * @throws BadHeapDumpException if it is no heap dump, or one without objects
     */
    public static HeapDump open(FileChannel file, Set<String> indexed, LongConsumer progress) throws IOException {
        try {
            HprofInput in = new HprofInput(file, WINDOW);
            HprofInput pass = new HprofInput(file, AT_ONCE);
            Instant time = header(pass);
            in.idSize(pass.idSize());
            HeapIndex index = new HeapIndex(pass.idSize());
            Classes classes = new Classes(in, index);
            String damage = new HprofScan(pass, index, classes, indexed, progress).run();
            return new HeapDump(file, in, time, index, classes, damage);
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static Instant header(HprofInput in) throws IOException {
        if (in.size() < HEADER + 12) {
            throw new BadHeapDumpException("it is cut off after " + in.size() + " bytes, within its header");
        }
        byte[] head = in.bytes(HEADER);
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (text.startsWith("portable heap", 2)) {
            throw new BadHeapDumpException(
                    "it is a portable heap dump of OpenJ9, which has no values of fields; analyze"
                            + " reads HPROF: java -Xdump:heap:opts=CLASSIC does not help, jcmd PID Thread.print does");
        }
        char version = text.charAt(PROFILE.length());
        if (version == '3') {
            throw new BadHeapDumpException("it is a heap dump of Android, which has no virtual threads");
        }
        if (!text.startsWith(PROFILE) || text.charAt(HEADER - 1) != 0 || (version != '1' && version != '2')) {
            throw new BadHeapDumpException("it does not begin with " + PROFILE + "1 or " + PROFILE + "2");
        }
        int idSize = in.i4();
        if (idSize != Integer.BYTES && idSize != Long.BYTES) {
            throw new BadHeapDumpException("its identifiers have " + idSize + " bytes; 4 and 8 are read");
        }
        in.idSize(idSize);
        return Instant.ofEpochMilli(in.i8());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** When it was made. */
    public Instant time() {
        return time;
    }

    /** What is wrong with the file, from some byte on; null if all of it was read. */
    public @Nullable String damage() {
        return damage;
    }

    /** The class of that name; of several with one name the first. Null if there is none. */
    public @Nullable HeapClass type(String name) throws IOException {
        Map<String, Long> ids = classIds;
        if (ids == null) {
            ids = new HashMap<>();
            long[] all = index.classesByNumber.values();
            Arrays.sort(all);
            for (long id : all) {
                ids.putIfAbsent(classes.name(id), id);
            }
            classIds = ids;
        }
        Long id = ids.get(name);
        return id == null ? null : classes.of(id);
    }

    /** The class that an identifier stands for; null if it is no class. */
    public @Nullable String classNamed(long id) throws IOException {
        return index.classNames.has(id) ? classes.name(id) : null;
    }

    /** The objects of the classes that were asked for, in the order of the file. */
    public int indexed() {
        return index.indexed.size();
    }

    /** One of these. */
    public HeapObject indexed(int number) throws IOException {
        SubRecords records = new SubRecords(in);
        in.seek(index.indexedAt.get(number));
        records.step(in.size());
        return read(records);
    }

    /** Threads whose stacks the dump has. */
    public List<ThreadRoot> threads() {
        return index.threads;
    }

    /** The frames of a stack, topmost first; empty if the dump does not have it. */
    public List<StackTraceElement> stack(int number) throws IOException {
        return stacks.of(number);
    }

    /** How many parameters of the method of a frame are references; 0 if the dump does not say. */
    public int references(int stack, int depth) throws IOException {
        return stacks.references(stack, depth);
    }

    /**
     * What the local variables in a thread's frames refer to, as far as the dump tells, in the order of their slots.
     */
    public List<Local> locals(int thread) {
        Map<Integer, Integer> first = firstLocals;
        if (first == null) {
            first = new HashMap<>();
            for (int i = 0; i < index.locals.size(); i += VALUES_OF_LOCAL) {
                first.putIfAbsent((int) index.locals.get(i + 1), i);
            }
            firstLocals = first;
        }
        List<Local> locals = new ArrayList<>();
        int from = first.getOrDefault(thread, index.locals.size());
        for (int i = from; i < index.locals.size() && index.locals.get(i + 1) == thread; i += VALUES_OF_LOCAL) {
            locals.add(new Local((int) index.locals.get(i + 2), index.locals.get(i)));
        }
        return locals;
    }

    /**
     * A local variable that refers to an object.
     *
     * @param depth of its frame in the thread's stack, 0 is the topmost
     * @param object that it refers to
     */
    public record Local(int depth, long object) {}

    /** Reads many objects at once, which is much faster than one by one. */
    public void load(long[] ids) throws IOException {
        if (kept.size() > MOST_KEPT) {
            kept.clear();
        }
        LongTable wanted = new LongTable();
        for (long id : ids) {
            if (id != 0 && !kept.containsKey(id)) {
                wanted.put(id, 1);
            }
        }
        walk(wanted, records -> kept.put(records.id, read(records)));
        for (long id : wanted.keys()) {
            kept.putIfAbsent(id, null);
        }
    }

    /** Takes what an object is and how large, and nothing of what it contains. */
    @FunctionalInterface
    public interface Measured {
        /**
         * Takes one.
         *
         * @param id of the object
         * @param type the name of its class as in source code, such as {@code byte[]}; empty if the dump lacks it
         * @param bytes of its fields or elements; a reference has as many as an identifier of the dump
         */
        void take(long id, String type, long bytes);
    }

    /** Finds out how large many objects are, in no order. */
    public void measure(long[] ids, Measured to) throws IOException {
        LongTable wanted = new LongTable();
        for (long id : ids) {
            if (id != 0) {
                wanted.put(id, 1);
            }
        }
        walk(wanted, records -> to.take(records.id, typeOf(records), bytes(records)));
    }

    private long bytes(SubRecords records) {
        return switch (records.tag) {
            case SubRecords.INSTANCE -> records.count;
            case SubRecords.OBJECT_ARRAY -> (long) records.count * in.idSize();
            default -> (long) records.count * SubRecords.size((int) records.type, in.idSize());
        };
    }

    private String typeOf(SubRecords records) throws IOException {
        if (records.tag == SubRecords.PRIMITIVE_ARRAY) {
            return SubRecords.name((int) records.type) + "[]";
        }
        HeapClass type = classes.of(records.type);
        String name = type == null ? "" : type.name();
        int dimensions = 0;
        while (name.startsWith("[", dimensions)) {
            dimensions++;
        }
        return dimensions == 0 || !name.endsWith(";")
                ? name
                : name.substring(dimensions + 1, name.length() - 1) + "[]".repeat(dimensions);
    }

    private interface Visitor {
        void visit(SubRecords records) throws IOException;
    }

    private void walk(LongTable wanted, Visitor visitor) throws IOException {
        if (wanted.size() == 0) {
            return;
        }
        SubRecords records = new SubRecords(in);
        for (Blocks.Block block : index.blocks.of(wanted.keys())) {
            in.seek(block.begin());
            while (in.position() < block.end()) {
                records.step(block.end());
                if (records.isObject() && wanted.has(records.id)) {
                    long next = in.position();
                    visitor.visit(records);
                    in.seek(next);
                }
            }
        }
    }

    /** The object of that identifier; null if it stands for none. */
    public @Nullable HeapObject object(long id) throws IOException {
        if (id == 0) {
            return null;
        }
        if (!kept.containsKey(id)) {
            load(new long[] {id});
        }
        return kept.get(id);
    }

    /** What a field refers to; null if that is nothing. */
    public @Nullable HeapObject follow(@Nullable HeapObject from, String field) throws IOException {
        return from == null ? null : object(from.reference(field));
    }

    /** The characters of a {@code String}; null if it is none. */
    public @Nullable String text(long string) throws IOException {
        HeapObject text = object(string);
        HeapObject value = text == null || !text.className().equals("java.lang.String") ? null : follow(text, "value");
        if (text == null || value == null) {
            return null;
        }
        return text.has("coder")
                ? value.characters(text.number("coder") == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE)
                : value.characters(StandardCharsets.UTF_16BE); // JDK 8: HPROF has characters as they are in files
    }

    private HeapObject read(SubRecords records) throws IOException {
        int idSize = in.idSize();
        in.seek(records.body);
        return switch (records.tag) {
            case SubRecords.INSTANCE -> {
                byte[] values = in.bytes(Math.min(records.count, MOST_FIELD_BYTES));
                yield new HeapObject(records.id, classes.of(records.type), values, idSize, false);
            }
            case SubRecords.OBJECT_ARRAY -> {
                byte[] values = in.bytes(Math.min(records.count, MOST_ELEMENTS) * idSize);
                yield new HeapObject(records.id, classes.of(records.type), values, idSize, true);
            }
            default -> {
                int size = SubRecords.size((int) records.type, idSize);
                long bytes = Math.min((long) records.count * size, 2L * HeapObject.MOST_TEXT);
                yield new HeapObject(records.id, null, in.bytes((int) bytes), idSize, true);
            }
        };
    }
}
