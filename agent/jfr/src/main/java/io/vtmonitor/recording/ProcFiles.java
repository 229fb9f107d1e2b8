package io.vtmonitor.recording;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small files in which Linux describes a process: proc(5) and cgroups(7). */
final class ProcFiles {
    private static final int MOST_BYTES = 1 << 16;

    private ProcFiles() {}

    /** Asks for all of it at once: where a second read begins, the files of sysctl(8) seem to end. */
    static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }

    /** The first word after this name at the begin of a line. Without a pattern: the start of a JVM waits for it. */
    static String field(String text, String name) throws IOException {
        int line = text.startsWith(name) ? 0 : text.indexOf('\n' + name) + 1;
        if (line == 0 && !text.startsWith(name)) {
            throw new IOException("no " + name);
        }
        int begin = line + name.length();
        while (begin < text.length() && Character.isWhitespace(text.charAt(begin))) {
            begin++;
        }
        int end = begin;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return text.substring(begin, end);
    }
}
