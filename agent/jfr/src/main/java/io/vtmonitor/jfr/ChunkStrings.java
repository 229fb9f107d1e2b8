package io.vtmonitor.jfr;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Strings as JFR writes them: a byte that tells how, then the text (JDK: {@code StringParser.java}). */
public final class ChunkStrings {
    static final int NULL = 0;
    static final int EMPTY = 1;
    private static final int POOLED = 2;
    private static final int UTF_8 = 3;
    private static final int CHARACTERS = 4;
    private static final int LATIN_1 = 5;

    /** No text that we ask for is longer; what is, is cut off there. */
    private static final int LONGEST = 1 << 20;

    private ChunkStrings() {}

    /** Where strings lie that an event only refers to. */
    interface Pool {
        @Nullable
        String text(long key) throws IOException, DamagedChunkException;
    }

    /** Whether a length and as many bytes follow. */
    static boolean isBytes(int encoding) {
        return encoding == UTF_8 || encoding == LATIN_1;
    }

    /** Passes over one. */
    public static void skip(ChunkWindow window) throws IOException, DamagedChunkException {
        int encoding = window.raw();
        switch (encoding) {
            case NULL, EMPTY -> {
                // that was all
            }
            case POOLED -> window.number();
            case UTF_8, LATIN_1 -> window.skip(window.count(1));
            case CHARACTERS -> skipCharacters(window);
            default -> throw unknown(window, encoding);
        }
    }

    private static void skipCharacters(ChunkWindow window) throws IOException, DamagedChunkException {
        int count = window.count(window.compressed() ? 1 : 2);
        if (window.compressed()) {
            window.skipNumbers(count);
        } else {
            window.skip(2L * count);
        }
    }

    /**
     * Reads one.
     *
     * @param pool where the text is looked up if there is only a reference; null if none is allowed
     */
    static @Nullable String read(ChunkWindow window, @Nullable Pool pool) throws IOException, DamagedChunkException {
        int encoding = window.raw();
        return switch (encoding) {
            case NULL -> null;
            case EMPTY -> "";
            case POOLED -> pooled(window, pool);
            case UTF_8 -> {
                byte[] text = raw(window);
                yield new String(text, StandardCharsets.UTF_8);
            }
            case LATIN_1 -> {
                byte[] text = raw(window);
                yield new String(text, StandardCharsets.ISO_8859_1);
            }
            case CHARACTERS -> characters(window);
            default -> throw unknown(window, encoding);
        };
    }

    private static @Nullable String pooled(ChunkWindow window, @Nullable Pool pool)
            throws IOException, DamagedChunkException {
        long key = window.number();
        if (pool == null) {
            throw new DamagedChunkException(window.offset(), "a reference where a text should be");
        }
        return pool.text(key);
    }

    private static byte[] raw(ChunkWindow window) throws IOException, DamagedChunkException {
        int length = window.count(1);
        byte[] text = new byte[Math.min(length, LONGEST)];
        window.copy(text);
        window.skip(length - text.length);
        return text;
    }

    private static String characters(ChunkWindow window) throws IOException, DamagedChunkException {
        int length = window.count(window.compressed() ? 1 : 2);
        String ascii = window.ascii(length);
        if (ascii != null) {
            return ascii;
        }
        char[] text = new char[Math.min(length, LONGEST)];
        for (int i = 0; i < length; i++) {
            char next = window.character();
            if (i < text.length) {
                text[i] = next;
            }
        }
        return new String(text);
    }

    private static DamagedChunkException unknown(ChunkWindow window, int encoding) {
        return new DamagedChunkException(window.offset() - 1, "a string of the unknown encoding " + encoding);
    }
}
