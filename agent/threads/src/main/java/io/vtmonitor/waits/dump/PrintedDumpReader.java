package io.vtmonitor.waits.dump;

import io.vtmonitor.common.BoundedLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads thread dumps as {@code jstack}, {@code jcmd PID Thread.print}, and {@code kill -3} print them: any number of
 * them, with lines of a log before, between, and after. The JVM stops all threads for a dump, so it shows one instant.
 * It prints only virtual threads that have a carrier, without their names, and prints their stacks only from some
 * releases on. It prints a local time without a time zone, which is taken to be that of this machine. Unknown lines are
 * skipped. Of a truncated dump, the part before the end is used.
 */
public final class PrintedDumpReader {
    private static final String BEGIN = "Full thread dump ";

    private static final String END = "JNI global ref";
    private static final Pattern HEADER = Pattern.compile("\"(.*)\" #(\\d+)(?: .*)?", Pattern.DOTALL);
    private static final Pattern OF_THE_JVM = Pattern.compile("\".*\" (?:os_)?prio=.*", Pattern.DOTALL);
    private static final Pattern VERSION = Pattern.compile("\\((\\d[^ )]*)");

    /** JDK 8 prints the version of HotSpot, which differs from its own: {@code 25.402-b06}. */
    private static final Pattern HOTSPOT_OF_8 = Pattern.compile("25\\.\\d+-b\\d+.*");

    private static final Pattern PROCESS = Pattern.compile("(\\d{1,18}):");
    private static final Pattern ADDRESS = Pattern.compile(" tid=(0x[0-9a-f]+)");
    private static final String LIVES_AS_LONG_AS_THE_JVM = "\"Reference Handler\" ";
    private static final String WORKER = "-worker-";
    private static final int MOST_LINES_OF_A_NAME = 20;

    private final BoundedLines lines;
    private final String file;
    private final Instant otherwise;
    private final FrameParser frames = new FrameParser();

    private PrintedDumpReader(InputStream in, String file, Instant otherwise) {
        this.lines = new BoundedLines(in);
        this.file = file;
        this.otherwise = otherwise;
    }

    /**
     * Whether a text contains a printed dump.
     *
     * @param in the text; not closed
     * @param most how many of its characters are searched, at most
     */
    public static boolean isIn(InputStream in, long most) throws IOException {
        BoundedLines lines = new BoundedLines(in);
        for (String line = lines.next(); line != null && lines.read() <= most; line = lines.next()) {
            if (line.startsWith(BEGIN) && VERSION.matcher(line).find()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads all dumps of a text.
     *
     * @param in the text; not closed
     * @param file its name
     * @param otherwise the time of dumps that have none
     * @throws IOException if it can't be read, or has no dump
     */
    public static List<PrintedDump> read(InputStream in, String file, Instant otherwise) throws IOException {
        List<PrintedDump> dumps = new PrintedDumpReader(in, file, otherwise).all();
        if (dumps.isEmpty()) {
            throw new IOException("it is not a thread dump of jstack or jcmd Thread.print");
        }
        return dumps;
    }

    /**
     * Reads a dump that a recording contains; null if the text is none.
     *
     * @param file the recording
     * @param time when it was recorded; the time in the text may be of another time zone
     */
    public static @Nullable ThreadDumpFile recorded(String text, String file, Instant time) {
        try {
            List<PrintedDump> dumps = new PrintedDumpReader(
                            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), file, time)
                    .all();
            return dumps.isEmpty() ? null : dumps.get(0).dump().at(time);
        } catch (IOException e) {
            throw new IllegalStateException(e); // it is read from memory
        }
    }

    private List<PrintedDump> all() throws IOException {
        List<PrintedDump> dumps = new ArrayList<>();
        String beforeLast = "";
        String last = "";
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (line.startsWith(BEGIN)) {
                Instant time = time(last);
                Matcher process = PROCESS.matcher(time == null ? last : beforeLast);
                dumps.add(
                        new Dump(process.matches() ? Long.parseLong(process.group(1)) : 0, time, version(line)).read());
                line = "";
            }
            beforeLast = last;
            last = line;
        }
        return dumps;
    }

    private static @Nullable Instant time(String line) {
        try {
            return LocalDateTime.parse(line.strip().replace(' ', 'T'))
                    .atZone(ZoneId.systemDefault())
                    .toInstant();
        } catch (DateTimeParseException ignored) {
            return null;
        }
    }

    private static String version(String banner) {
        Matcher version = VERSION.matcher(banner);
        String printed = version.find() ? version.group(1) : "unknown";
        return HOTSPOT_OF_8.matcher(printed).matches() ? "8" : printed;
    }

    /** Reads a dump, from the line after its banner on. */
    private final class Dump {
        private final long process;
        private final @Nullable Instant time;
        private final String version;
        private final List<DumpedThread> threads = new ArrayList<>();
        private final StringBuilder carriers = new StringBuilder();
        private final StringBuilder text = new StringBuilder();
        private @Nullable PrintedThread thread;
        private String jvm = "";

        Dump(long process, @Nullable Instant time, String version) {
            this.process = process;
            this.time = time;
            this.version = version;
        }

        PrintedDump read() throws IOException {
            boolean whole = false;
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (line.startsWith(END)) {
                    whole = true;
                    break;
                }
                if (line.startsWith(BEGIN)) {
                    lines.again(line);
                    break;
                }
                if (line.startsWith("\"")) {
                    finish();
                    begin(line);
                } else if (thread != null) {
                    thread.line(line);
                    text.append(line).append('\n');
                }
            }
            finish();
            String damage = whole ? null : "it ends or is damaged after " + threads.size() + " threads; those are used";
            ThreadDumpFile dump = new ThreadDumpFile(
                    file,
                    process,
                    time == null ? otherwise : time,
                    version,
                    List.copyOf(threads),
                    0,
                    damage,
                    ThreadDumpFile.Form.PRINTED);
            return new PrintedDump(dump, jvm, carriers.toString());
        }

        private void begin(String line) throws IOException {
            String header = header(line);
            Matcher named = HEADER.matcher(header);
            if (!named.matches()) {
                return; // one of the JVM's own threads
            }
            thread = new PrintedThread(DumpReader.number(named.group(2)), named.group(1), frames);
            text.append(header).append('\n');
            Matcher address = ADDRESS.matcher(header);
            if (header.startsWith(LIVES_AS_LONG_AS_THE_JVM) && address.find()) {
                jvm = address.group(1);
            }
        }

        /** A whole header. The name in it may have several lines. */
        private String header(String first) throws IOException {
            StringBuilder header = new StringBuilder(first);
            for (int i = 0; i < MOST_LINES_OF_A_NAME; i++) {
                boolean whole = HEADER.matcher(header).matches()
                        || OF_THE_JVM.matcher(header).matches();
                String more = whole ? null : lines.next();
                if (more == null) {
                    break;
                }
                if (more.isEmpty() || more.startsWith("\"") || more.startsWith(BEGIN) || more.startsWith(END)) {
                    lines.again(more);
                    break;
                }
                header.append('\n').append(more);
            }
            return header.toString();
        }

        private void finish() {
            if (thread != null) {
                threads.addAll(thread.threads());
                if (thread.isCarrier() || text.indexOf(WORKER) >= 0) {
                    carriers.append(text).append('\n');
                }
            }
            thread = null;
            text.setLength(0);
        }
    }
}
