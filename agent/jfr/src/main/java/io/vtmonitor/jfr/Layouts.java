package io.vtmonitor.jfr;

import java.util.List;
import java.util.Map;

/** Makes {@link Layout}s of a chunk's metadata. */
public final class Layouts {
    static final String STRING_TYPE = "java.lang.String";

    /** Structures lie in structures, but no deeper than this in any recording that a JVM wrote. */
    private static final int DEEPEST = 16;

    private static final int LONGEST = 4_096;

    /** Empty structures in empty structures grow no program, and could be without end all the same. */
    private static final int MOST_STEPS = 100_000;

    private final ChunkTypes types;
    private final boolean compressed;
    private int steps;

    private Layouts(ChunkTypes types, boolean compressed) {
        this.types = types;
        this.compressed = compressed;
    }

    /** A structure can't be read: its metadata name a type that they do not describe, or have no end. */
    public static final class UnknownTypeException extends Exception {
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
        Layouts making = new Layouts(types, compressed);
        Layout layout = new Layout();
        for (ChunkField field : fields) {
            Integer slot = kept.get(field.name());
            if (slot == null || field.array()) {
                making.pass(layout, field, 0);
            } else {
                making.keep(layout, field, slot);
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
        Layout text = new Layout();
        text.add(Layout.STRING, 0);
        return text;
    }

    private void keep(Layout layout, ChunkField field, int slot) throws UnknownTypeException {
        String type = type(field).name();
        if (field.pooled()) {
            layout.add(Layout.KEEP_NUMBER, slot);
            return;
        }
        switch (type) {
            case "long" -> layout.add(Layout.KEEP_NUMBER, slot);
            case "int" -> layout.add(Layout.KEEP_INTEGER, slot);
            case "short", "char" -> layout.add(Layout.KEEP_SHORT, slot);
            case "boolean", "byte" -> layout.add(Layout.KEEP_BYTE, slot);
            case STRING_TYPE -> layout.add(Layout.KEEP_TEXT, slot);
            default -> pass(layout, field, 0);
        }
    }

    private ChunkType type(ChunkField field) throws UnknownTypeException {
        ChunkType type = types.byId(field.typeId());
        if (type == null) {
            throw new UnknownTypeException(
                    "field " + field.name() + " is of type " + field.typeId() + ", which the metadata do not describe");
        }
        return type;
    }

    private void pass(Layout layout, ChunkField field, int depth) throws UnknownTypeException {
        if (depth > DEEPEST || layout.length() > LONGEST || steps++ > MOST_STEPS) {
            throw new UnknownTypeException("field " + field.name() + " is of a structure that contains itself");
        }
        if (field.array()) {
            Layout element = new Layout();
            pass(element, new ChunkField(field.name(), field.typeId(), field.pooled(), false), depth + 1);
            layout.addArray(element);
            return;
        }
        ChunkType type = type(field);
        if (field.pooled()) {
            number(layout, Long.BYTES);
            return;
        }
        switch (type.name()) {
            case "long" -> number(layout, Long.BYTES);
            case "int" -> number(layout, Integer.BYTES);
            case "short", "char" -> number(layout, Short.BYTES);
            case "boolean", "byte" -> layout.merge(Layout.BYTES, 1);
            case "float" -> layout.merge(Layout.BYTES, Float.BYTES);
            case "double" -> layout.merge(Layout.BYTES, Double.BYTES);
            case STRING_TYPE -> layout.add(Layout.STRING, 0);
            default -> {
                for (ChunkField inner : type.fields()) {
                    pass(layout, inner, depth + 1);
                }
            }
        }
    }

    private void number(Layout layout, int width) {
        if (compressed) {
            layout.merge(Layout.NUMBERS, 1);
        } else {
            layout.merge(Layout.BYTES, width);
        }
    }
}
