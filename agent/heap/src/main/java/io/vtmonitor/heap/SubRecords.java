package io.vtmonitor.heap;

import java.io.IOException;
import java.util.List;

/** Steps over the sub-records of a heap dump segment; after each step its fields describe the one before it. */
final class SubRecords {
    static final int JAVA_FRAME = 0x03;
    static final int THREAD = 0x08;
    static final int CLASS = 0x20;
    static final int INSTANCE = 0x21;
    static final int OBJECT_ARRAY = 0x22;
    static final int PRIMITIVE_ARRAY = 0x23;

    static final int OBJECT = 2;

    /** Bytes of a value by its type, as HPROF numbers them; 0 for an identifier and for none. */
    private static final int[] SIZES = {0, 0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8};

    private static final List<String> NAMES =
            List.of("boolean", "char", "float", "double", "byte", "short", "int", "long");

    private static final int FIRST_NAMED = 4;

    private final HprofInput in;

    /** What it is. */
    int tag;
    /** The object. */
    long id;
    /** Of an object the identifier of its class; of an array of primitives their type. */
    long type;
    /** Elements of an array, bytes of an instance, the number of a thread. */
    int count;
    /** Of a thread the number of its stack, of a local variable the depth of its frame. */
    int second;
    /** Where the values begin; of a class its whole body. */
    long body;

    SubRecords(HprofInput in) {
        this.in = in;
    }

    /** Whether the last one is an object with values of its own. */
    boolean isObject() {
        return tag >= INSTANCE && tag <= PRIMITIVE_ARRAY;
    }

    /**
     * Steps over one.
     *
     * @param end where its segment ends
     * @throws BadHeapDumpException if there is none that HotSpot writes
     */
    void step(long end) throws IOException {
        long at = in.position();
        int idSize = in.idSize();
        tag = in.u1();
        switch (tag) {
            case 0xff, 0x05, 0x07 -> id = in.id();
            case 0x01 -> in.skip(2L * idSize);
            case 0x02, JAVA_FRAME, THREAD -> {
                id = in.id();
                count = in.i4();
                second = in.i4();
            }
            case 0x04, 0x06 -> in.skip(idSize + 4L);
            case CLASS -> {
                body = in.position();
                skipClass();
            }
            case INSTANCE -> {
                id = in.id();
                in.skip(4);
                type = in.id();
                count = in.i4();
                body = in.position();
                skipValues(count, 1, at, end);
            }
            case OBJECT_ARRAY -> {
                id = in.id();
                in.skip(4);
                count = in.i4();
                type = in.id();
                body = in.position();
                skipValues(count, idSize, at, end);
            }
            case PRIMITIVE_ARRAY -> {
                id = in.id();
                in.skip(4);
                count = in.i4();
                type = in.u1();
                body = in.position();
                skipValues(count, size((int) type, idSize), at, end);
            }
            default -> throw new BadHeapDumpException("unknown record " + tag + " at byte " + at);
        }
        if (in.position() > end) {
            throw new BadHeapDumpException("the record at byte " + at + " is longer than its segment");
        }
    }

    private void skipValues(int values, int size, long at, long end) throws IOException {
        if (values < 0 || size == 0 || body + (long) values * size > end) {
            throw new BadHeapDumpException("the object at byte " + at + " is longer than its segment");
        }
        in.skip((long) values * size);
    }

    private void skipClass() throws IOException {
        id = in.id();
        in.skip(6L * in.idSize() + 8);
        int constants = in.u2();
        for (int i = 0; i < constants; i++) {
            in.skip(2);
            skipValue();
        }
        int statics = in.u2();
        for (int i = 0; i < statics; i++) {
            in.skip(in.idSize());
            skipValue();
        }
        int fields = in.u2();
        in.skip(fields * (in.idSize() + 1L));
    }

    private void skipValue() throws IOException {
        int type = in.u1();
        int size = size(type, in.idSize());
        if (size == 0) {
            throw new BadHeapDumpException("unknown type " + type + " at byte " + in.position());
        }
        in.skip(size);
    }

    /** A primitive type as in source code. */
    static String name(int type) {
        return type < FIRST_NAMED || type >= SIZES.length ? "unknown" : NAMES.get(type - FIRST_NAMED);
    }

    /** Bytes of a value; 0 for what is no type. */
    static int size(int type, int idSize) {
        return type == OBJECT ? idSize : type > 0 && type < SIZES.length ? SIZES[type] : 0;
    }
}
