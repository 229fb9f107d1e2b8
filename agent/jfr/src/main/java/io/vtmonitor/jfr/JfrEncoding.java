package io.vtmonitor.jfr;

import io.vtmonitor.common.VarInt;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How fields of events without structure are written in JFR 2.x with compressed integers. */
public final class JfrEncoding {
    private static final int NULL = 0;
    private static final int EMPTY = 1;
    private static final int UTF_8 = 3;
    private static final int LATIN_1 = 5;

    private JfrEncoding() {}

    /** Reads a compressed number of a buffer that has an array. */
    public static long integer(ByteBuffer bytes) {
        byte[] array = bytes.array();
        int from = bytes.arrayOffset() + bytes.position();
        int left = bytes.remaining();
        if (left < VarInt.LONGEST) {
            array = Arrays.copyOfRange(array, from, from + VarInt.LONGEST);
            Arrays.fill(array, left, VarInt.LONGEST, (byte) 0);
            from = 0;
        }
        int after = VarInt.after(array, from);
        if (after - from > left) {
            throw new BufferUnderflowException();
        }
        bytes.position(bytes.position() + after - from);
        return VarInt.value(array, from, after);
    }

    /** Skips a field that is no string. */
    public static void skip(String type, ByteBuffer bytes) {
        switch (type) {
            case "boolean", "byte" -> bytes.get();
            case "float" -> bytes.getInt();
            case "double" -> bytes.getLong();
            default -> integer(bytes); // numbers, and references to threads and stacks
        }
    }

    /** The text, a character for each of its bytes; empty for null. */
    public static String string(ByteBuffer bytes) throws IOException {
        byte encoding = bytes.get();
        return switch (encoding) {
            case NULL, EMPTY -> "";
            case UTF_8, LATIN_1 -> {
                byte[] text = new byte[length(bytes)];
                bytes.get(text);
                yield new String(text, StandardCharsets.ISO_8859_1);
            }
            default -> throw new IOException("a string is written in a way not known here: " + encoding);
        };
    }

    private static int length(ByteBuffer bytes) throws IOException {
        long length = integer(bytes);
        if (length < 0 || length > bytes.remaining()) {
            throw new IOException("a string is longer than its record");
        }
        return (int) length;
    }

    /** Writes a text as long as the string that was just read over it, one byte a character. */
    public static void overwrite(ByteBuffer bytes, String text) {
        byte[] written = text.getBytes(StandardCharsets.ISO_8859_1);
        int end = bytes.position();
        bytes.position(end - written.length).put(written);
    }
}
