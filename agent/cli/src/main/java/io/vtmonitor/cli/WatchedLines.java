package io.vtmonitor.cli;

import io.vtmonitor.cli.output.WaitNotice;
import io.vtmonitor.log.LogLine;
import io.vtmonitor.report.text.TextStyle;
import io.vtmonitor.report.text.TextWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Prints the lines that the agent in a watched JVM logs, formatted for a terminal: wrapped, and events with their time
 * of day.
 */
final class WatchedLines {
    /** The most bytes that are read at a time. */
    private static final int MOST_BYTES = 1 << 20;

    private static final DateTimeFormatter TIME_OF_DAY =
            DateTimeFormatter.ofPattern("HH:mm:ssX").withZone(ZoneOffset.UTC);

    private final Path file;
    private final PrintWriter out;
    private final TextStyle style;
    private long read;
    private boolean afterBlock;

    /** Has read nothing yet. */
    WatchedLines(Path file, PrintWriter out, TextStyle style) {
        this.file = file;
        this.out = out;
        this.style = style;
    }

    /**
     * Prints all complete lines since the last call.
     *
     * @return false if nobody reads them any longer, as after {@code head}, or they can't be written
     */
    boolean print() throws IOException {
        try (RandomAccessFile lines = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.min(MOST_BYTES, Math.max(0, lines.length() - read))];
            lines.seek(read);
            lines.readFully(bytes);
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
            end = end == 0 && bytes.length == MOST_BYTES ? MOST_BYTES : end; // a longer line is printed in pieces
            read += end;
            new String(bytes, 0, end, StandardCharsets.UTF_8).lines().forEach(this::print);
            // System.out below the writer has its own error state.
            return !out.checkError() && !System.out.checkError();
        }
    }

    /** The same during the watch, which is to end in order if the lines can't be read: the last call says why. */
    boolean printNew() {
        try {
            return print();
        } catch (IOException ignored) {
            return false;
        }
    }

    /** Whether the agent has written anything that is visible here. Its first line comes as it starts to watch. */
    boolean haveCome() {
        return read > 0;
    }

    /** What is printed if nothing comes. */
    String unseen(long pid) {
        return "no lines of the agent have come for " + WaitNotice.SILENT_SECONDS + " s. They are read from " + file
                + ", which is another file for a process in a container, or with a folder of its own for temporary"
                + " files. Run the command in the container, or name a folder that both see: java"
                + " -Djava.io.tmpdir=FOLDER -jar vt-monitor.jar watch " + pid;
    }

    private void print(String json) {
        LogLine line = LogLine.of(json);
        if (line == null) {
            out.println(json); // another program writes to this file, too
            return;
        }
        List<String> lines = line.message().lines().toList();
        TextWriter page = new TextWriter(style);
        boolean block = lines.size() > 1;
        boolean continues = line.message().startsWith(" ");
        if ((block || afterBlock) && !continues) {
            page.blank();
        }
        for (int i = 0; i < lines.size(); i++) {
            String text = lines.get(i);
            String head = i > 0 || block || continues || !line.warns() ? "" : TIME_OF_DAY.format(line.at()) + " ";
            if (text.isEmpty()) {
                page.blank();
            } else {
                int indent = text.length() - text.stripLeading().length();
                String shown = head + text.substring(indent);
                page.indented(indent, i == 0 && block ? TextWriter.bold(shown) : shown);
            }
        }
        afterBlock = block || continues;
        out.print(page);
    }
}
