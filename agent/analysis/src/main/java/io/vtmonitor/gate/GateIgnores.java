package io.vtmonitor.gate;

import io.vtmonitor.common.OptionFile;
import io.vtmonitor.common.StableName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sites that a gate leaves out, each with the reason why. A file of lines {@code PATTERN # REASON}, where {@code *}
 * stands for any characters of a site's id; {@code until 2027-01-31:} before the reason ends the exception after that
 * day. Blank lines and lines that begin with {@code #} are passed over.
 */
public final class GateIgnores {
    public static final GateIgnores NONE = new GateIgnores(List.of());

    private static final String ACCEPTED =
            "SITE # REASON, with * for any characters, e.g. com.mysql.cj.* # until 2027-01-31: the upgrade is planned";
    private static final Pattern LINE = Pattern.compile("(.+?)\\s+#\\s*(?:until\\s+(\\S+?)\\s*:)?\\s*(.*)");

    /** What is meant as an end and is none would be an exception for ever. */
    private static final Pattern UNTIL = Pattern.compile("(?i)until\\b");

    private final List<Entry> entries;

    private GateIgnores(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * One line.
     *
     * @param number of the line
     * @param given the pattern as it was given
     * @param pattern of the stable form of ids
     * @param reason why it is left out
     * @param until the last day on which it is; null for ever
     */
    record Entry(
            int number,
            String given,
            Pattern pattern,
            String reason,
            @Nullable LocalDate until) {
        boolean isOver(LocalDate today) {
            return until != null && today.isAfter(until);
        }

        boolean matches(String stableId) {
            return pattern.matcher(stableId).matches();
        }
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it can't be read
     * @throws IllegalArgumentException if a line is not understood; the message names it and says what is accepted
     */
    public static GateIgnores read(Path file) throws IOException {
        List<String> lines =
                OptionFile.read(file, OptionFile.MOST_BYTES).lines().toList();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                entries.add(entry(i + 1, line));
            }
        }
        return new GateIgnores(entries);
    }

    private static Entry entry(int number, String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches() || matcher.group(3).isBlank()) {
            throw bad(number, line, "has no reason");
        }
        if (matcher.group(2) == null && UNTIL.matcher(matcher.group(3)).lookingAt()) {
            throw bad(number, line, "has an end that is not understood");
        }
        String pattern = Stream.of(StableName.of(matcher.group(1)).split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return new Entry(
                number,
                matcher.group(1),
                Pattern.compile(pattern, Pattern.DOTALL),
                matcher.group(3),
                matcher.group(2) == null ? null : date(number, line, matcher.group(2)));
    }

    private static LocalDate date(int number, String line, String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException ignored) {
            throw bad(number, line, "has an end date that does not exist");
        }
    }

    private static IllegalArgumentException bad(int number, String line, String what) {
        return new IllegalArgumentException("line " + number + " " + what + ": '" + line + "'; accepted: " + ACCEPTED);
    }

    /** Whether an entry in force leaves that out. */
    public boolean leaveOut(String stableId, LocalDate today) {
        return of(stableId, today) != null;
    }

    /** The first entry in force that matches; null if none does. */
    @Nullable
    Entry of(String stableId, LocalDate today) {
        return entries.stream()
                .filter(entry -> !entry.isOver(today) && entry.matches(stableId))
                .findFirst()
                .orElse(null);
    }

    List<Entry> entries() {
        return entries;
    }
}
