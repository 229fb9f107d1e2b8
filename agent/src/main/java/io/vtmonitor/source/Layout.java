package io.vtmonitor.source;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How to go over a structure of a chunk, and which of its fields to keep: a short program made of the metadata once, run
 * for each event or constant. Neighbours that are not kept are passed over together.
 */
final class Layout {
    static final String STRING_TYPE = "java.lang.String";

    private static final int NUMBERS = 0;
    private static final int BYTES = 1;
    private static final int STRING = 2;
    private static final int ARRAY = 3;
    private static final int KEEP_NUMBER = 4;
    private static final int KEEP_INTEGER = 5;
    private static final int KEEP_SHORT = 6;
    private static final int KEEP_BYTE = 7;
    private static final int KEEP_TEXT = 8;

    /** Structures lie in structures, but no deeper than this in any recording that a JVM wrote. */
    private static final int DEEPEST = 16;

    private static final int LONGEST = 4_096;

    private static final int AT_ONCE = 64;
    private static final long[] NOTHING_KEPT = {};

    /** Empty structures in empty structures grow no program, and could be without end all the same. */
    private static final int MOST_STEPS = 100_000;

    private int[] operations = new int[8];
    private int[] arguments = new int[8];
    private Layout[] elements = new Layout[8];
    private int length;
    private final int[] steps;

    private Layout(int[] steps) {
        this.steps = steps;
    }

    /** A structure can't be read: its metadata name a type that they do not describe, or have no end. */
    static final class UnknownTypeException extends Exception {
        private static final long serialVersionUID = 1L;

        UnknownTypeException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Makes one.
     *
     * @param types of the chunk
     * @param fields to go over, in this order
     * @param compressed whether the chunk's numbers are
     * @param kept where the value of a field is to be put; of a string, where it begins
     */
    static Layout of(ChunkTypes types, List<ChunkField> fields, boolean compressed, Map<String, Integer> kept)
            throws UnknownTypeException {
        Layout layout = new Layout(new int[1]);
        for (ChunkField field : fields) {
            Integer slot = kept.get(field.name());
            if (slot == null || field.array()) {
                layout.pass(types, field, compressed, 0);
            } else {
                layout.keep(types, field, compressed, slot);
            }
        }
        return layout;
    }

    /**
     * Makes one for the constants of a type.
     *
     * @param types of the chunk
     * @param compressed whether the chunk's numbers are
     */
    static Layout ofConstant(ChunkTypes types, ChunkType type, boolean compressed) throws UnknownTypeException {
        if (!type.name().equals(STRING_TYPE)) {
            return of(types, type.fields(), compressed, Map.of());
        }
        // The metadata give a string no fields; it is written as a text all the same (JDK: StringParser.java).
        Layout text = new Layout(new int[1]);
        text.add(STRING, 0);
        return text;
    }

    private void keep(ChunkTypes types, ChunkField field, boolean compressed, int slot) throws UnknownTypeException {
        String type = type(types, field).name();
        if (field.pooled()) {
            add(KEEP_NUMBER, slot);
            return;
        }
        switch (type) {
            case "long" -> add(KEEP_NUMBER, slot);
            case "int" -> add(KEEP_INTEGER, slot);
            case "short", "char" -> add(KEEP_SHORT, slot);
            case "boolean", "byte" -> add(KEEP_BYTE, slot);
            case STRING_TYPE -> add(KEEP_TEXT, slot);
            default -> pass(types, field, compressed, 0);
        }
    }

    private static ChunkType type(ChunkTypes types, ChunkField field) throws UnknownTypeException {
        ChunkType type = types.byId(field.typeId());
        if (type == null) {
            throw new UnknownTypeException(
                    "field " + field.name() + " is of type " + field.typeId() + ", which the metadata do not describe");
        }
        return type;
    }

    private void pass(ChunkTypes types, ChunkField field, boolean compressed, int depth) throws UnknownTypeException {
        if (depth > DEEPEST || length > LONGEST || steps[0]++ > MOST_STEPS) {
            throw new UnknownTypeException("field " + field.name() + " is of a structure without end");
        }
        if (field.array()) {
            Layout element = new Layout(steps);
            element.pass(
                    types, new ChunkField(field.name(), field.typeId(), field.pooled(), false), compressed, depth + 1);
            add(ARRAY, 0);
            elements[length - 1] = element;
            return;
        }
        ChunkType type = type(types, field);
        if (field.pooled()) {
            number(compressed, Long.BYTES);
            return;
        }
        switch (type.name()) {
            case "long" -> number(compressed, Long.BYTES);
            case "int" -> number(compressed, Integer.BYTES);
            case "short", "char" -> number(compressed, Short.BYTES);
            case "boolean", "byte" -> merge(BYTES, 1);
            case "float" -> merge(BYTES, Float.BYTES);
            case "double" -> merge(BYTES, Double.BYTES);
            case STRING_TYPE -> add(STRING, 0);
            default -> {
                for (ChunkField inner : type.fields()) {
                    pass(types, inner, compressed, depth + 1);
                }
            }
        }
    }

    private void number(boolean compressed, int width) {
        if (compressed) {
            merge(NUMBERS, 1);
        } else {
            merge(BYTES, width);
        }
    }

    private void merge(int operation, int amount) {
        if (length > 0 && operations[length - 1] == operation) {
            arguments[length - 1] += amount;
        } else {
            add(operation, amount);
        }
    }

    private void add(int operation, int argument) {
        if (length == operations.length) {
            operations = Arrays.copyOf(operations, 2 * length);
            arguments = Arrays.copyOf(arguments, 2 * length);
            elements = Arrays.copyOf(elements, 2 * length);
        }
        operations[length] = operation;
        arguments[length++] = argument;
    }

    /** Passes over a structure; what was to be kept is lost. */
    void skip(ChunkWindow window) throws IOException, DamagedChunkException {
        read(window, NOTHING_KEPT);
    }

    /**
     * Goes over a structure.
     *
     * @param slots take what is kept
     */
    void read(ChunkWindow window, long[] slots) throws IOException, DamagedChunkException {
        for (int i = 0; i < length; i++) {
            int argument = arguments[i];
            switch (operations[i]) {
                case NUMBERS -> window.skipNumbers(argument);
                case BYTES -> window.skip(argument);
                case STRING -> ChunkStrings.skip(window);
                case ARRAY -> elements[i].skipAll(window, window.count(0));
                case KEEP_NUMBER -> slots[argument] = window.number();
                case KEEP_INTEGER -> slots[argument] = window.integer();
                case KEEP_SHORT -> slots[argument] = (short) window.character();
                case KEEP_BYTE -> slots[argument] = window.raw();
                default -> {
                    slots[argument] = window.offset();
                    ChunkStrings.skip(window);
                }
            }
        }
    }

    /**
     * Goes over a structure of numbers that lies in an array, as a frame is: there are thousands for each stack.
     *
     * @param from index of its begin
     * @param limit index that nothing is read beyond
     * @param slots take what is kept
     * @return the index behind it; -1 where this can't tell, and {@link #read(ChunkWindow, long[])} has to
     */
    int read(byte[] bytes, int from, int limit, long[] slots) {
        int p = from;
        for (int i = 0; i < length; i++) {
            int operation = operations[i];
            int argument = arguments[i];
            if (operation == NUMBERS) {
                if (argument > AT_ONCE || p + 9 * argument > limit) {
                    return -1;
                }
                for (int n = 0; n < argument; n++) {
                    while (bytes[p++] < 0) {
                        // not its last byte
                    }
                }
            } else if ((operation == KEEP_NUMBER || operation == KEEP_INTEGER) && p + 9 <= limit) {
                long value = bytes[p++];
                if (value < 0) {
                    value &= 0x7f;
                    int shift = 7;
                    byte next;
                    do {
                        next = bytes[p++];
                        value |= (next & 0x7fL) << shift;
                        shift += 7;
                    } while (next < 0 && shift < 56);
                    if (next < 0) {
                        return -1;
                    }
                }
                slots[argument] = operation == KEEP_INTEGER ? (int) value : value;
            } else {
                return -1;
            }
        }
        return p <= limit ? p : -1;
    }

    /**
     * Passes over a structure that lies in an array, as most do: the loop over millions of threads calls nothing.
     *
     * @param from index of its begin
     * @param limit index that nothing is read beyond
     * @return the index behind it; -1 where this can't tell, and {@link #skip} has to
     */
    int skip(byte[] bytes, int from, int limit) {
        int p = from;
        for (int i = 0; i < length; i++) {
            int argument = arguments[i];
            switch (operations[i]) {
                case NUMBERS -> {
                    if (argument > AT_ONCE || p + 9 * argument > limit) {
                        return -1;
                    }
                    for (int n = 0; n < argument; n++) {
                        while (bytes[p++] < 0) {
                            // not its last byte
                        }
                    }
                }
                case BYTES -> p += argument;
                case STRING -> {
                    if (p + 9 > limit) {
                        return -1;
                    }
                    int encoding = bytes[p++];
                    if (encoding != ChunkStrings.NULL && encoding != ChunkStrings.EMPTY) {
                        int size = bytes[p++];
                        if (size < 0 || !ChunkStrings.isBytes(encoding)) {
                            return -1;
                        }
                        p += size;
                    }
                }
                case ARRAY -> {
                    Layout element = elements[i];
                    if (p + 9 > limit || element.length != 1 || element.operations[0] != NUMBERS) {
                        return -1;
                    }
                    int count = bytes[p++];
                    if (count < 0) {
                        int high = bytes[p++];
                        if (high < 0) {
                            return -1;
                        }
                        count = (count & 0x7f) | (high << 7);
                    }
                    long passed = VarInts.skip(bytes, p, count * element.arguments[0], limit);
                    if (passed >>> 32 != 0) {
                        return -1;
                    }
                    p = (int) passed;
                }
                default -> {
                    return -1;
                }
            }
            if (p < from || p > limit) {
                return -1;
            }
        }
        return p;
    }

    /** Passes over as many structures one after the other. */
    void skipAll(ChunkWindow window, int count) throws IOException, DamagedChunkException {
        if (length == 0) {
            return; // nothing, however often
        }
        if (length == 1 && operations[0] == NUMBERS) {
            window.skipNumbers((long) count * arguments[0]);
        } else if (length == 1 && operations[0] == BYTES) {
            window.skip((long) count * arguments[0]);
        } else {
            for (int i = 0; i < count; i++) {
                skip(window);
            }
        }
    }
}
