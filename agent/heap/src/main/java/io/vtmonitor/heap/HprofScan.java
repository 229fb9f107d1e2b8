package io.vtmonitor.heap;

import java.io.EOFException;
import java.io.IOException;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The one pass over the whole file. */
final class HprofScan {
    private static final int SYMBOL = 0x01;
    private static final int LOAD_CLASS = 0x02;
    private static final int FRAME = 0x04;
    private static final int STACK = 0x05;
    private static final int HEAP_DUMP = 0x0c;
    private static final int SEGMENT = 0x1c;
    private static final int END = 0x2c;

    /** Local variables that are noted. */
    private static final int MOST_LOCALS = 4_000_000;
    /** Objects of the classes that are asked for. */
    private static final int MOST_INDEXED = 2_000_000;

    /** A record without a body: its kind, a time, and its length. */
    private static final int EMPTY_RECORD = 9;

    private static final long PROGRESS = 16 << 20;

    private final HprofInput in;
    private final SubRecords records;
    private final HeapIndex index;
    private final Classes classes;
    private final Set<String> wanted;
    private final LongConsumer progress;
    private long reported;
    private boolean hasHeap;
    /** Where the record begins that is read. */
    private long record;
    /** Where the last sub-record ends that is whole. */
    private long whole;

    HprofScan(HprofInput in, HeapIndex index, Classes classes, Set<String> wanted, LongConsumer progress) {
        this.in = in;
        this.records = new SubRecords(in);
        this.index = index;
        this.classes = classes;
        this.wanted = wanted;
        this.progress = progress;
    }

    /**
     * Notes what is there.
     *
     * @return what is wrong with the file, which ends the pass; null if nothing is
     */
    @Nullable
    String run() throws IOException {
        String damage = null;
        try {
            damage = records() ? null : "it ends without the record that ends a heap dump";
        } catch (EOFException e) {
            damage = endsAsWhole()
                    ? "the record at byte " + record
                            + " says that it is longer than what is left of the file, which ends as a whole one does"
                    : "it is cut off after " + in.size() + " bytes";
        } catch (BadHeapDumpException e) {
            damage = e.getMessage();
        }
        index.blocks.close(whole);
        index.blocks.sort();
        if (!hasHeap) {
            throw new BadHeapDumpException(damage == null ? "it has no objects" : "it has no objects: " + damage);
        }
        return damage;
    }

    /** Whether the last bytes of the file are the record that ends a heap dump. */
    private boolean endsAsWhole() throws IOException {
        if (in.size() < EMPTY_RECORD) {
            return false;
        }
        in.seek(in.size() - EMPTY_RECORD);
        return in.u1() == END && in.i4() == 0 && in.i4() == 0;
    }

    /** Whether the end is there where it should be: dumps of HotSpot in segments have one. */
    private boolean records() throws IOException {
        boolean segments = false;
        while (in.position() < in.size()) {
            record = in.position();
            int tag = in.u1();
            in.skip(4);
            long length = in.u4();
            long body = in.position();
            if (tag == HEAP_DUMP || tag == SEGMENT) {
                segments |= tag == SEGMENT;
                segment(body, length);
                continue;
            }
            if (body + length > in.size()) {
                throw new EOFException();
            }
            switch (tag) {
                case SYMBOL -> symbol(body, length);
                case LOAD_CLASS -> loadClass();
                case FRAME -> index.frames.add(in.id(), body);
                case STACK -> index.stacks.put(in.u4(), body);
                case END -> {
                    return true;
                }
                default -> {
                    // Records of allocation sites and of the processor's use, which HotSpot does not write.
                }
            }
            in.seek(body + length);
            tell(body);
        }
        return !segments;
    }

    /** Of a longer one the begin: names in class files have at most so many bytes (JVMS 4.4.7). */
    private void symbol(long body, long length) throws IOException {
        long characters = length - in.idSize();
        if (characters < 0) {
            throw new BadHeapDumpException("the symbol at byte " + body + " has no identifier");
        }
        index.symbols.put(in.id(), (body + in.idSize()) << 16 | Math.min(characters, 0xffff));
    }

    private void loadClass() throws IOException {
        long number = in.u4();
        long type = in.id();
        in.skip(4);
        index.classNames.put(type, in.id());
        index.classesByNumber.put(number, type);
    }

    /** The length of a segment that was not finished is 0: it goes on to the end of the file. */
    private void segment(long body, long length) throws IOException {
        boolean unfinished = length == 0;
        long last = unfinished ? in.size() : body + length;
        long end = Math.min(last, in.size());
        while (in.position() < end) {
            long at = in.position();
            try {
                records.step(end);
            } catch (BadHeapDumpException e) {
                if (last > in.size() || unfinished) {
                    throw new EOFException();
                }
                throw e;
            }
            whole = in.position();
            hasHeap = true;
            note(at);
        }
        index.blocks.close(whole);
        tell(in.position());
        if (last > in.size()) {
            throw new EOFException();
        }
    }

    private void note(long at) throws IOException {
        switch (records.tag) {
            case SubRecords.INSTANCE -> {
                index.blocks.add(at, records.id);
                if (isWanted(records.type) && index.indexed.size() < MOST_INDEXED) {
                    index.indexed.add(records.id);
                    index.indexedAt.add(at);
                }
            }
            case SubRecords.OBJECT_ARRAY, SubRecords.PRIMITIVE_ARRAY -> index.blocks.add(at, records.id);
            case SubRecords.CLASS -> index.classes.put(records.id, records.body);
            case SubRecords.THREAD -> index.threads.add(new ThreadRoot(records.id, records.count, records.second));
            case SubRecords.JAVA_FRAME -> {
                if (index.locals.size() < 3 * MOST_LOCALS) {
                    index.locals.add(records.id);
                    index.locals.add(records.count);
                    index.locals.add(records.second);
                }
            }
            default -> {
                // Other roots keep objects alive; they do not say what threads wait for.
            }
        }
    }

    private boolean isWanted(long type) throws IOException {
        Boolean known = index.isWanted(type);
        if (known != null) {
            return known;
        }
        HeapClass described = classes.of(type);
        boolean is = described != null && wanted.stream().anyMatch(described::is);
        index.isWanted(type, is);
        return is;
    }

    private void tell(long position) {
        if (position - reported >= PROGRESS) {
            reported = position;
            progress.accept(position);
        }
    }
}
