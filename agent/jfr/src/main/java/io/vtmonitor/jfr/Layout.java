package io.vtmonitor.jfr;

import io.vtmonitor.common.VarInt;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How to go over a structure of a chunk, and which of its fields to keep: a short program that {@link Layouts} makes of
 * the metadata once, run for each event or constant. Neighbours that are not kept are passed over together.
 */
public final class Layout {
    static final int NUMBERS = 0;
    static final int BYTES = 1;
    static final int STRING = 2;
    static final int ARRAY = 3;
    static final int KEEP_NUMBER = 4;
    static final int KEEP_INTEGER = 5;
    static final int KEEP_SHORT = 6;
    static final int KEEP_BYTE = 7;
    static final int KEEP_TEXT = 8;

    private static final int AT_ONCE = 64;
    private static final long[] NOTHING_KEPT = {};

    private int[] operations = new int[8];
    private int[] arguments = new int[8];
    private Layout[] elements = new Layout[8];
    private int length;

    /** Takes the numbers of a structure that is made of nothing else; empty for others. */
    private long @Nullable [] row;

    /** Appends a step, or lengthens the last one if it is of the same kind. */
    void merge(int operation, int amount) {
        if (length > 0 && operations[length - 1] == operation) {
            arguments[length - 1] += amount;
        } else {
            add(operation, amount);
        }
    }

    /** Appends a step. */
    void add(int operation, int argument) {
        if (length == operations.length) {
            operations = Arrays.copyOf(operations, 2 * length);
            arguments = Arrays.copyOf(arguments, 2 * length);
            elements = Arrays.copyOf(elements, 2 * length);
        }
        operations[length] = operation;
        arguments[length++] = argument;
    }

    /** Appends a step that goes over as many elements as the chunk says. */
    void addArray(Layout element) {
        add(ARRAY, 0);
        elements[length - 1] = element;
    }

    /** How many steps it has. */
    int length() {
        return length;
    }

    /** Of how many compressed numbers, and nothing else, the structure is made; 0 if it is not, or of many. */
    int numbers() {
        int numbers = 0;
        for (int i = 0; i < length; i++) {
            if (operations[i] != NUMBERS && operations[i] != KEEP_NUMBER && operations[i] != KEEP_INTEGER) {
                return 0;
            }
            numbers += operations[i] == NUMBERS ? Math.min(arguments[i], AT_ONCE) : 1;
        }
        return numbers > AT_ONCE ? 0 : numbers;
    }

    /** Which of those numbers is kept there; -1 where none is. */
    int place(int slot) {
        int place = 0;
        for (int i = 0; i < length; i++) {
            if (operations[i] != NUMBERS && arguments[i] == slot) {
                return place;
            }
            place += operations[i] == NUMBERS ? arguments[i] : 1;
        }
        return -1;
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
    public void read(ChunkWindow window, long[] slots) throws IOException, DamagedChunkException {
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
     * Reads a structure that most likely lies in the window as a whole and is made of numbers, as events and frames
     * are: faster than {@link #read}, which it falls back to.
     */
    public void readAtHand(ChunkWindow window, long[] slots) throws IOException, DamagedChunkException {
        long[] row = row();
        if (row.length == 0 || !window.compressed() || window.position() + 9 * row.length > window.limit()) {
            read(window, slots);
            return;
        }
        window.moveTo(VarInts.read(window.bytes(), window.position(), row, 0, row.length));
        int place = 0;
        for (int i = 0; i < length; i++) {
            int argument = arguments[i];
            if (operations[i] == NUMBERS) {
                place += argument;
            } else {
                long value = row[place++];
                slots[argument] = operations[i] == KEEP_INTEGER ? (int) value : value;
            }
        }
    }

    private long[] row() {
        long[] known = row;
        if (known == null) {
            known = new long[numbers()];
            row = known;
        }
        return known;
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
                        p = VarInt.after(bytes, p);
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
                    int after = VarInt.after(bytes, p);
                    if (after - p > 2) {
                        return -1;
                    }
                    int count = (int) VarInt.value(bytes, p, after);
                    long passed = VarInts.skip(bytes, after, count * element.arguments[0], limit);
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
