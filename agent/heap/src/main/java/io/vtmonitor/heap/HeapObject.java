package io.vtmonitor.heap;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** An object of a heap dump, with the values that were read of it. */
public final class HeapObject {
    /** Characters of a string that are read. */
    static final int MOST_TEXT = 1_000;

    private final long id;
    private final @Nullable HeapClass type;
    private final byte[] values;
    private final int idSize;
    private final boolean array;

    /**
     * An object.
     *
     * @param type null for an array of primitives, and where the dump lacks the class
     * @param values of the fields, those of its own class first, or the first elements
     */
    HeapObject(long id, @Nullable HeapClass type, byte[] values, int idSize, boolean array) {
        this.id = id;
        this.type = type;
        this.values = values;
        this.idSize = idSize;
        this.array = array;
    }

    /** Its identifier. */
    public long id() {
        return id;
    }

    /** The name of its class; empty for an array of primitives. */
    public String className() {
        return type == null ? "" : type.name();
    }

    /** Whether it is an instance of that class, which is no interface. */
    public boolean is(String ancestor) {
        return type != null && type.is(ancestor);
    }

    /** Whether it has such a field. */
    public boolean has(String field) {
        return offset(field) >= 0;
    }

    /** The identifier of what a field refers to; 0 for null, and where there is no such field. */
    public long reference(String field) {
        int at = offset(field);
        return at < 0 || size(field) != idSize ? 0 : id(at);
    }

    /** The value of a field of a type of whole numbers; 0 if there is no such field. */
    public long number(String field) {
        int at = offset(field);
        return at < 0
                ? 0
                : switch (size(field)) {
                    case 1 -> values[at];
                    case 2 -> ByteBuffer.wrap(values).getShort(at);
                    case 4 -> ByteBuffer.wrap(values).getInt(at);
                    case 8 -> ByteBuffer.wrap(values).getLong(at);
                    default -> 0;
                };
    }

    /** What the first elements of an array refer to, 0 for null; empty for other objects. */
    public long[] elements() {
        if (!array || type == null) {
            return new long[0];
        }
        long[] elements = new long[values.length / idSize];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = id(i * idSize);
        }
        return elements;
    }

    /** The characters of an array of bytes in one of the codings that strings have (JEP 254). */
    String characters(Charset coding) {
        return new String(values, coding);
    }

    private long id(int at) {
        ByteBuffer buffer = ByteBuffer.wrap(values);
        return idSize == Long.BYTES ? buffer.getLong(at) : buffer.getInt(at) & 0xffff_ffffL;
    }

    private int size(String field) {
        for (HeapClass of = type; of != null; of = of.parent()) {
            for (HeapClass.Field each : of.fields()) {
                if (each.name().equals(field)) {
                    return SubRecords.size(each.type(), idSize);
                }
            }
        }
        return 0;
    }

    /** Where a field is in the values; -1 where there is none of that name. */
    private int offset(String field) {
        int at = 0;
        for (HeapClass of = array ? null : type; of != null; of = of.parent()) {
            for (HeapClass.Field each : of.fields()) {
                int size = SubRecords.size(each.type(), idSize);
                if (each.name().equals(field)) {
                    return at + size <= values.length ? at : -1;
                }
                at += size;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return className() + "@" + Long.toHexString(id);
    }
}
