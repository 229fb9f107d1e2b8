package io.vtmonitor.waits.dump;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a thread dump in the plain format of {@code jcmd PID Thread.dump_to_file FILE}, thread by thread. A process id,
 * a time, and a version come first. A thread is a header, its frames, and a blank line. From JDK 25 on, the header has
 * the state, and lines between the frames name monitors and what the thread is parked for. Unknown lines are skipped.
 * Of a truncated dump, the part before the end is used.
 */
public final class PlainDumpReader {
    private static final Pattern BEGIN =
            Pattern.compile("\\A\\d+\\R\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\\R\\d[^\\n]*\\R\\s*(#\\d+ \"|\\Z)");

    /** A name may contain anything, even line ends and quotes. */
    private static final Pattern HEADER = Pattern.compile(
            "#(\\d+) \"(.*)\"( virtual)?(?: ([A-Z_]+) \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z)?", Pattern.DOTALL);

    private static final Pattern BLOCKER = Pattern.compile("- parking to wait for <(.*)>(?:, owner #(\\d+))?");
    private static final Pattern OTHER = Pattern.compile("- (waiting to lock|waiting on|locked) <(.*)>");
    private static final int MOST_HEADER_LINES = 20;

    private final BufferedReader lines;
    private final FrameParser frames = new FrameParser();
    private final List<DumpedThread> threads = new ArrayList<>();

    /**
     * Whether headers have states, as the first header shows. If so, a header without a state continues in the next
     * line.
     */
    private boolean haveStates;

    private PlainDumpReader(InputStream in) {
        lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** Whether a file with this beginning is a plain dump. */
    public static boolean isDump(String head) {
        return BEGIN.matcher(head).find();
    }

    /**
     * Reads a dump.
     *
     * @param in the text; not closed
     * @param file its name
     * @throws IOException if it can't be read or is no thread dump
     */
    public static ThreadDumpFile read(InputStream in, String file) throws IOException {
        return new PlainDumpReader(in).all(file);
    }

    private ThreadDumpFile all(String file) throws IOException {
        String process = next();
        Instant time = DumpReader.instant(next());
        String version = next();
        if (time == null || !process.matches("\\d{1,18}")) {
            throw new IOException("it is not a thread dump of jcmd Thread.dump_to_file");
        }
        String damage = threads();
        return new ThreadDumpFile(
                file,
                Long.parseLong(process),
                time,
                version,
                List.copyOf(threads),
                0,
                damage,
                ThreadDumpFile.Form.PLAIN);
    }

    private String next() throws IOException {
        String line = lines.readLine();
        return line == null ? "" : line.strip();
    }

    /** Reads the threads and returns what is wrong with the dump; null if nothing is. */
    private @Nullable String threads() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                Matcher header = header(line);
                if (header == null) {
                    return line.matches("\\d{1,18}")
                            ? DumpReader.FOLLOWED
                            : "it ends or is damaged after " + threads.size() + " threads; those are used";
                }
                Read thread = new Read(frames);
                if (!thread.whole(lines)) {
                    return "it ends within thread #" + header.group(1) + "; what stands before it is used";
                }
                threads.add(thread.of(header));
            }
        }
        return null;
    }

    /** The header that begins with this line; null if it is not a header. */
    private @Nullable Matcher header(String first) throws IOException {
        StringBuilder text = new StringBuilder(first);
        for (int i = 0; i < MOST_HEADER_LINES && text.charAt(0) == '#'; i++) {
            Matcher header = HEADER.matcher(text);
            if (header.matches() && (threads.isEmpty() || !haveStates || header.group(4) != null)) {
                haveStates = header.group(4) != null;
                return header;
            }
            String more = lines.readLine();
            if (more == null) {
                return null;
            }
            text.append('\n').append(more);
        }
        return null;
    }

    /** The lines below a header. */
    private static final class Read {
        private final FrameParser parser;
        private final List<StackTraceElement> stack = new ArrayList<>();
        private final Map<Integer, List<String>> owned = new HashMap<>();
        private @Nullable String blocker;
        private long blockerOwner;
        private @Nullable String blockedOn;
        private @Nullable String waitingOn;

        Read(FrameParser parser) {
            this.parser = parser;
        }

        /** Reads up to the blank line that ends a thread; false if there is none. */
        boolean whole(BufferedReader lines) throws IOException {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isBlank()) {
                    return true;
                }
                String text = line.strip();
                if (text.startsWith("- ")) {
                    note(text);
                } else {
                    stack.add(parser.parse(text.startsWith("at ") ? text.substring(3) : text));
                }
            }
            return false;
        }

        private void note(String text) {
            Matcher parked = BLOCKER.matcher(text);
            Matcher other = OTHER.matcher(text);
            if (parked.matches()) {
                blocker = parked.group(1);
                blockerOwner = parked.group(2) == null ? 0 : DumpReader.number(parked.group(2));
            } else if (other.matches()) {
                String object = other.group(2);
                switch (other.group(1)) {
                    case "waiting to lock" -> blockedOn = object;
                    case "waiting on" -> waitingOn = object;
                    default ->
                        owned.computeIfAbsent(stack.size() - 1, depth -> new ArrayList<>())
                                .add(object);
                }
            }
        }

        DumpedThread of(Matcher header) {
            return new DumpedThread(
                    DumpReader.number(header.group(1)),
                    header.group(2),
                    header.group(3) != null,
                    header.group(4) == null ? null : DumpReader.state(header.group(4)),
                    new DumpedThread.Awaited(blocker, blockerOwner, blockedOn, waitingOn, null),
                    Map.copyOf(owned),
                    false,
                    null,
                    List.copyOf(stack));
        }
    }
}
