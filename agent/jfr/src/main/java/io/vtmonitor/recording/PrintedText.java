package io.vtmonitor.recording;

import io.vtmonitor.common.BoundedLines;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.HiddenNames;
import io.vtmonitor.model.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads events as {@code jfr print} prints them, with lines of other texts before, between, and after them. Begins have
 * milliseconds, lengths three digits, times are those of this machine's time zone, and a frame has its line, but
 * neither its instruction nor its method's flags, and of its types only short names.
 */
final class PrintedText {
    /** What a log has before it on the line, such as a level, is left out. */
    private static final Pattern BEGIN = Pattern.compile("(?:^|[\\s\\[])([a-zA-Z]\\w*(?:\\.\\w+)+) \\{\\s*$");

    private static final int LONGEST_BEGIN = 1_000;
    private static final Pattern FIELD = Pattern.compile("(\\w+) = (.*)");
    private static final Pattern TIME = Pattern.compile("([0-9:.]+) \\((\\d{4}-\\d\\d-\\d\\d)\\)");

    /** Nanoseconds, as {@code --exact} prints them. */
    private static final Pattern EXACT = Pattern.compile("\\.\\d{9}\\b");

    private static final Pattern PART_OF_LENGTH = Pattern.compile("(\\d+(?:[.,]\\d+)?) (ns|us|ms|s|m|h|d)");
    private static final Pattern THREAD = Pattern.compile("\"(.*)\" \\(javaThreadId = (\\d{1,18})(, virtual)?\\)");
    private static final Pattern CLASS = Pattern.compile("(\\S+) \\(classLoader = .*\\)");
    private static final Pattern FRAME =
            Pattern.compile("([^\\s(]+)\\.([^\\s.(]+)\\((.*)\\)(?:\\s+line: (-?\\d{1,9}))?");
    private static final int ARABIC_POINT = 0x66B;
    private static final String ARRAY = "[]";
    private static final Map<String, String> PRIMITIVES = Map.of(
            "boolean", "Z", "byte", "B", "char", "C", "double", "D", "float", "F", "int", "I", "long", "J", "short",
            "S");
    private static final Map<String, Double> UNITS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3_600e9, "d", 86_400e9);

    private final BoundedLines lines;
    private final PrintedEvent.Sink sink;
    private final Map<String, String> texts = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();
    private String type = "";
    private long start = -1;
    private long length;
    private boolean rounded;
    private boolean inStack;
    private long damaged;

    private PrintedText(InputStream in, PrintedEvent.Sink sink) {
        this.lines = new BoundedLines(in);
        this.sink = sink;
    }

    /**
     * Whether a text has an event of pins.
     *
     * @param in the text; not closed
     * @param most so many of its characters are looked at
     */
    static boolean isIn(InputStream in, long most) throws IOException {
        BoundedLines lines = new BoundedLines(in);
        for (String line = lines.next(); line != null && lines.read() <= most; line = lines.next()) {
            String event = type(line);
            if (event != null && PrintedEvent.tellsOfPins(event)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads all.
     *
     * @param in the text; not closed
     * @return how many events are cut off or damaged, and were left out
     */
    static long read(InputStream in, PrintedEvent.Sink sink) throws IOException {
        return new PrintedText(in, sink).all();
    }

    private static @Nullable String type(String line) {
        if (line.length() > LONGEST_BEGIN || (!line.endsWith("{") && !line.endsWith("{ "))) {
            return null;
        }
        Matcher begin = BEGIN.matcher(line);
        return begin.find() ? begin.group(1) : null;
    }

    private long all() throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            String begins = type(line);
            if (begins != null) {
                end(false);
                type = begins;
            } else if (!type.isEmpty()) {
                line(line.strip());
            }
        }
        end(false);
        return damaged;
    }

    private void line(String line) {
        if (line.equals("}")) {
            end(true);
        } else if (inStack) {
            if (line.equals("]")) {
                inStack = false;
            } else {
                frame(line);
            }
        } else if (line.equals("stackTrace = [")) {
            inStack = true;
        } else if (type.isEmpty() || PrintedEvent.isRead(type) || line.startsWith("startTime")) {
            Matcher field = FIELD.matcher(line);
            if (field.matches() && texts.size() < PrintedEvent.MOST_FIELDS) {
                field(field.group(1), field.group(2));
            }
        }
    }

    private void field(String name, String value) {
        Matcher thread = THREAD.matcher(value);
        Matcher named = CLASS.matcher(value);
        if (name.equals("startTime")) {
            start = time(value);
            rounded = !EXACT.matcher(value).find();
        } else if (name.equals("duration")) {
            length = length(value);
        } else if (thread.matches()) {
            texts.put(name + ".javaName", thread.group(1));
            texts.put(name + ".javaThreadId", thread.group(2));
            texts.put(name + ".virtual", Boolean.toString(thread.group(3) != null));
        } else if (named.matches()) {
            texts.put(name + ".name", binaryName(named.group(1)));
        } else {
            boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
            texts.put(name, quoted ? value.substring(1, value.length() - 1) : value);
        }
    }

    /** Of an array the tool prints {@code int[]}, where the recording has {@code [I}. */
    private static String binaryName(String printed) {
        String element = printed;
        while (element.endsWith(ARRAY)) {
            element = element.substring(0, element.length() - ARRAY.length());
        }
        int dimensions = (printed.length() - element.length()) / ARRAY.length();
        if (dimensions == 0) {
            return printed;
        }
        return "[".repeat(dimensions) + PRIMITIVES.getOrDefault(element, "L" + element + ";");
    }

    private void frame(String line) {
        Matcher frame = FRAME.matcher(line);
        if (frames.size() < PrintedEvent.MOST_FRAMES && PrintedEvent.isRead(type) && frame.matches()) {
            String at = frame.group(4);
            int number = at == null ? 0 : Math.max(0, Integer.parseInt(at));
            String descriptor = ofWait(frame.group(1), frame.group(2), frame.group(3));
            frames.add(new Frame(HiddenNames.stable(frame.group(1)), frame.group(2), descriptor, -1, number, 0));
        }
    }

    /**
     * Only {@code Object.wait} has types that are known by the names in the text, and they tell whether it is timed.
     */
    private static String ofWait(String className, String method, String parameters) {
        if (!className.equals("java.lang.Object") || !method.startsWith("wait")) {
            return "";
        }
        return switch (parameters) {
            case "" -> "()V";
            case "long" -> "(J)V";
            case "long, int" -> "(JI)V";
            default -> "";
        };
    }

    private void end(boolean whole) {
        if (!type.isEmpty()) {
            boolean timed = start >= 0 && (length >= 0 || !PrintedEvent.tellsOfPins(type));
            if (whole && timed) {
                sink.accept(new PrintedEvent(type, start, length, Map.copyOf(texts), List.copyOf(frames), rounded));
            } else if (PrintedEvent.isRead(type)) {
                damaged++;
            }
        }
        type = "";
        start = -1;
        rounded = false;
        length = 0; // a length of nothing is not printed
        inStack = false;
        texts.clear();
        frames.clear();
    }

    private static long time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return -1;
        }
        try {
            LocalDateTime local = LocalDateTime.parse(time.group(2) + "T" + time.group(1));
            return EpochNanos.nanos(local.atZone(ZoneId.systemDefault()).toInstant());
        } catch (DateTimeParseException | ArithmeticException ignored) {
            return -1;
        }
    }

    /** Digits are those of the locale in which the tool ran. */
    private static long length(String printed) {
        String text = printed.chars()
                .map(c -> Character.isDigit(c) ? '0' + Character.digit(c, 10) : c == ARABIC_POINT ? '.' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        Matcher part = PART_OF_LENGTH.matcher(text);
        double nanos = 0;
        int end = 0;
        while (part.find() && text.substring(end, part.start()).isBlank()) {
            nanos += Double.parseDouble(part.group(1).replace(',', '.')) * UNITS.getOrDefault(part.group(2), 0.0);
            end = part.end();
        }
        return end > 0 && end == text.length() && nanos < PrintedEvent.LONGEST ? Math.round(nanos) : -1;
    }
}
