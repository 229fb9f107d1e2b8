package io.vtmonitor.common;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The lines of a text, each of which is cut where it is longer than a thread dump's can be. */
public final class BoundedLines {
    private static final int MOST = 1 << 16;

    private final BufferedReader in;
    private @Nullable String back;
    private long read;

    /** @param in the text, in UTF-8; not closed */
    public BoundedLines(InputStream in) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
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
        StringBuilder line = new StringBuilder();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            read++;
            if (line.length() < MOST) {
                line.append((char) next);
            }
        }
        int last = line.length() - 1;
        if (last >= 0 && line.charAt(last) == '\r') {
            line.setLength(last);
        }
        return line.toString();
    }
}
