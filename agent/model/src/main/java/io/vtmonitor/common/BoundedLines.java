package io.vtmonitor.common;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The lines of a text. A line longer than those of thread dumps is cut. */
public final class BoundedLines {
    private static final int MOST = 1 << 16;

    private final Reader in;
    private final char[] buffer = new char[1 << 13]; // a reader that is asked for each character locks each time
    private int begin;
    private int end;
    private @Nullable String back;
    private long read;

    /** @param in the text, in UTF-8; not closed */
    public BoundedLines(InputStream in) {
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
    }

    /** Without its end; null after the last one. */
    public @Nullable String next() throws IOException {
        String again = back;
        back = null;
        return again == null ? line() : again;
    }

    /** How many characters there were by now. */
    public long read() {
        return read;
    }

    /** Gives the last one again. */
    public void again(String line) {
        back = line;
    }

    private @Nullable String line() throws IOException {
        if (!fill()) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        boolean isOver = false;
        while (!isOver && fill()) {
            int until = begin;
            while (until < end && buffer[until] != '\n') {
                until++;
            }
            isOver = until < end;
            read += until - begin;
            line.append(buffer, begin, Math.min(until - begin, MOST - line.length()));
            begin = isOver ? until + 1 : until;
        }
        int last = line.length() - 1;
        if (last >= 0 && line.charAt(last) == '\r') {
            line.setLength(last);
        }
        return line.toString();
    }

    /** Whether there is another character. */
    private boolean fill() throws IOException {
        if (begin == end) {
            begin = 0;
            end = Math.max(0, in.read(buffer, 0, buffer.length));
        }
        return begin < end;
    }
}
