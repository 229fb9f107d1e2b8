package io.vtmonitor.source;

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

    private final ChunkWindow window;
    private final ChunkTypes types = new ChunkTypes();
    private int[] textAt = new int[0];
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
     * @throws DamagedChunkException where it is not one, or contradicts itself
     */
    static ChunkTypes read(ChunkWindow window, long offset) throws IOException, DamagedChunkException {
        return new MetadataEvent(window).read(offset);
    }

    private ChunkTypes read(long offset) throws IOException, DamagedChunkException {
        start = offset;
        window.seek(offset);
        long size = window.integer();
        if (size <= 0 || size > window.end() - offset) {
            throw new DamagedChunkException(offset, "metadata of " + size + " bytes are said to be there");
        }
        window.contiguous(offset, size);
        window.integer();
        if (window.number() != 0) {
            throw new DamagedChunkException(offset, "there is another event where the metadata should be");
        }
        window.number(); // start
        window.number(); // duration
        window.number(); // metadata id
        int strings = window.count(1);
        textAt = new int[strings];
        texts = new String[strings];
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
        String element = text(window.integer());
        boolean isClass = element.equals("class");
        boolean isField = parent == null ? false : element.equals("field");
        String name = "";
        long id = -1;
        boolean pooled = false;
        boolean array = false;
        int attributes = window.count(2);
        for (int i = 0; i < attributes; i++) {
            int key = window.integer();
            int value = window.integer();
            if (isClass || isField) {
                switch (text(key)) {
                    case "name" -> name = text(value);
                    case "id" -> id = isClass ? id(text(value)) : id;
                    case "class" -> id = isField ? id(text(value)) : id;
                    case "constantPool" -> pooled = text(value).equals("true");
                    case "dimension" -> array = !text(value).equals("0");
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

    private long id(String text) throws DamagedChunkException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
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
