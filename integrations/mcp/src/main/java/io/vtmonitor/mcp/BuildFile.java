package io.vtmonitor.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The text of a build file with changes that are kept apart from it: nothing is written. */
final class BuildFile {
    private static final int CONTEXT = 3;

    private final String name;
    private final String text;
    private final SortedMap<Integer, Change> changes = new TreeMap<>();

    /** Characters from {@code begin} to before {@code end} become {@code by}. */
    private record Change(int end, String by) {}

    /** @param name as the diff shows it */
    BuildFile(String name, String text) {
        this.name = name;
        this.text = text;
    }

    String name() {
        return name;
    }

    String text() {
        return text;
    }

    void replace(int begin, int end, String by) {
        changes.put(begin, new Change(end, by));
    }

    int line(int at) {
        return (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    }

    /** As many spaces and line ends: a regular expression would make one space of the two chars of an emoji. */
    static String blank(String text) {
        StringBuilder blank = new StringBuilder();
        text.chars().forEach(c -> blank.append(c == '\n' ? '\n' : ' '));
        return blank.toString();
    }

    boolean isChanged() {
        return !changes.isEmpty();
    }

    /** The changes as a unified diff, as {@code git apply} and {@code patch -p1} take it. */
    String diff() {
        String[] before = text.split("(?<=\n)");
        List<String[]> after = new ArrayList<>();
        int at = 0;
        for (String line : before) {
            String changed = changed(at, line);
            after.add(changed.equals(line) ? new String[0] : changed.split("(?<=\n)"));
            at += line.length();
        }
        StringBuilder diff = new StringBuilder("--- a/" + name + "\n+++ b/" + name + "\n");
        int shift = 0;
        for (int i = 0; i < before.length; i++) {
            if (after.get(i).length > 0) {
                int end = lastOfHunk(after, i);
                shift += hunk(diff, before, after, Math.max(0, i - CONTEXT), end, shift);
                i = end;
            }
        }
        return diff.toString();
    }

    /** Where the context of the changes that lie close together ends. */
    private static int lastOfHunk(List<String[]> after, int first) {
        int last = first;
        for (int i = first; i < after.size() && i <= last + 2 * CONTEXT; i++) {
            last = after.get(i).length > 0 ? i : last;
        }
        return Math.min(after.size() - 1, last + CONTEXT);
    }

    private static int hunk(StringBuilder diff, String[] before, List<String[]> after, int begin, int end, int shift) {
        StringBuilder lines = new StringBuilder();
        int added = 0;
        for (int i = begin; i <= end; i++) {
            String[] now = after.get(i);
            line(lines, now.length == 0 ? ' ' : '-', before[i]);
            for (String line : now) {
                line(lines, '+', line);
            }
            added += Math.max(0, now.length - 1);
        }
        int count = end - begin + 1;
        diff.append("@@ -%d,%d +%d,%d @@\n".formatted(begin + 1, count, begin + 1 + shift, count + added))
                .append(lines);
        return added;
    }

    private static void line(StringBuilder lines, char mark, String line) {
        lines.append(mark).append(line);
        if (!line.endsWith("\n")) {
            lines.append("\n\\ No newline at end of file\n");
        }
    }

    private String changed(int begin, String line) {
        StringBuilder changed = new StringBuilder(line);
        List<Integer> here =
                new ArrayList<>(changes.subMap(begin, begin + line.length()).keySet());
        for (int i = here.size() - 1; i >= 0; i--) {
            Change change = changes.get(here.get(i));
            if (change != null) {
                changed.replace(here.get(i) - begin, change.end() - begin, change.by());
            }
        }
        return changed.toString();
    }
}
