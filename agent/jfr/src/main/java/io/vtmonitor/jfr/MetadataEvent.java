package io.vtmonitor.jfr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a chunk's metadata: a table of strings, then a tree of elements with attributes, all of them numbers of strings
 * (JDK: {@code MetadataReader.java}). Strings are made of what is asked for only; most are labels and descriptions.
 */
final class MetadataEvent {
    /** The JDK's tree is five deep. */
    private static final int DEEPEST = 20;

    private static final byte OTHER = 1;
    private static final byte CLASS = 2;
    private static final byte FIELD = 3;
    private static final byte NAME = 4;
    private static final byte ID = 5;
    private static final byte CONSTANT_POOL = 6;
    private static final byte DIMENSION = 7;

    private final ChunkWindow window;
    private final ChunkTypes types = new ChunkTypes();

    /** Of each string; 0 if nobody has asked. */
    private byte[] words = new byte[0];

    /** The number that each string was read as; 0 if nobody has asked. */
    private long[] ids = new long[0];

    private int[] textAt = new int[0];
    private final long[] pairs = new long[16];
    private @Nullable String[] texts = new String[0];
    private long start;

    private MetadataEvent(ChunkWindow window) {
        this.window = window;
    }

    /**
     * Reads it.
     *
     * @param window of the chunk
     * @param offset of the event
     * @throws DamagedChunkException if it is not one, or contradicts itself
     */
    static ChunkTypes read(ChunkWindow window, long offset) throws IOException, DamagedChunkException {
        return new MetadataEvent(window).read(offset);
    }

    private ChunkTypes read(long offset) throws IOException, DamagedChunkException {
        start = offset;
        window.seek(offset);
        long size = window.integer();
        if (size <= 0 || size > window.end() - offset) {
            throw new DamagedChunkException(offset, "metadata with a declared size of " + size + " bytes");
        }
        window.contiguous(offset, size);
        window.integer();
        if (window.number() != 0) {
            throw new DamagedChunkException(offset, "another event where the metadata should be");
        }
        window.number(); // start
        window.number(); // duration
        window.number(); // metadata id
        int strings = window.count(1);
        textAt = new int[strings];
        texts = new String[strings];
        words = new byte[strings];
        ids = new long[strings];
        for (int i = 0; i < strings; i++) {
            textAt[i] = (int) (window.offset() - offset);
            ChunkStrings.skip(window);
        }
        element(0, null, null);
        window.check(offset + size);
        if (types.isEmpty()) {
            throw new DamagedChunkException(offset, "the metadata describe no type");
        }
        return types;
    }

    private void element(int depth, @Nullable List<ChunkField> siblings, @Nullable ChunkType parent)
            throws IOException, DamagedChunkException {
        if (depth > DEEPEST) {
            throw new DamagedChunkException(window.offset(), "metadata more than " + DEEPEST + " deep");
        }
        byte element = word(window.integer());
        boolean isClass = element == CLASS;
        boolean isField = parent != null && element == FIELD;
        String name = "";
        long id = -1;
        boolean pooled = false;
        boolean array = false;
        int attributes = window.count(2);
        for (int i = 0; i < attributes; i++) {
            int at = 2 * i % pairs.length;
            if (at == 0) {
                window.integers(pairs, Math.min(pairs.length, 2 * (attributes - i)));
            }
            int key = (int) pairs[at];
            int value = (int) pairs[at + 1];
            if (isClass || isField) {
                switch (word(key)) {
                    case NAME -> name = text(value);
                    case ID -> id = isClass ? id(value) : id;
                    case CLASS -> id = isField ? id(value) : id;
                    case CONSTANT_POOL -> pooled = text(value).equals("true");
                    case DIMENSION -> array = !text(value).equals("0");
                    default -> {
                        // of no use here
                    }
                }
            }
        }
        List<ChunkField> fields = new ArrayList<>();
        ChunkType type = isClass ? new ChunkType(id, name, fields) : null;
        if (type != null) {
            types.add(type);
        }
        if (isField && siblings != null) {
            siblings.add(new ChunkField(name, id, pooled, array));
        }
        int children = window.count(3);
        for (int i = 0; i < children; i++) {
            element(depth + 1, fields, type);
        }
    }

    private byte word(int number) throws IOException, DamagedChunkException {
        if (number < 0 || number >= words.length || words[number] == 0) {
            byte word = word(text(number));
            words[number] = word;
            return word;
        }
        return words[number];
    }

    private static byte word(String text) {
        return switch (text) {
            case "class" -> CLASS;
            case "field" -> FIELD;
            case "name" -> NAME;
            case "id" -> ID;
            case "constantPool" -> CONSTANT_POOL;
            case "dimension" -> DIMENSION;
            default -> OTHER;
        };
    }

    private long id(int number) throws IOException, DamagedChunkException {
        if (number < 0 || number >= ids.length || ids[number] == 0) {
            long id = id(text(number));
            ids[number] = id;
            return id;
        }
        return ids[number];
    }

    private long id(String text) throws DamagedChunkException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException ignored) {
            throw new DamagedChunkException(window.offset(), "the metadata give a type the id '" + text + "'");
        }
    }

    private String text(int number) throws IOException, DamagedChunkException {
        if (number < 0 || number >= texts.length) {
            throw new DamagedChunkException(
                    window.offset(), "the metadata name string " + number + " of " + texts.length);
        }
        String known = texts[number];
        if (known != null) {
            return known;
        }
        long here = window.offset();
        window.seek(start + textAt[number]);
        String text = ChunkStrings.read(window, null);
        window.seek(here);
        texts[number] = text == null ? "" : text;
        return text == null ? "" : text;
    }
}
