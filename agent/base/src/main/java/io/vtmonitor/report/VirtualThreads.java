package io.vtmonitor.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Virtual threads that a sentence names.
 *
 * @param ids those that it names
 * @param more how many it does not name
 */
public record VirtualThreads(List<Long> ids, int more) {
    private static final Pattern TEXT = Pattern.compile("((?:, #\\d{1,18})+)(?: and (\\d{1,9}) more)?");

    public VirtualThreads {
        ids = List.copyOf(ids);
    }

    /** Of all these the first ones, by number. */
    public static VirtualThreads first(int named, List<Long> all) {
        return new VirtualThreads(all.stream().sorted().limit(named).toList(), Math.max(0, all.size() - named));
    }

    /**
     * Reads what {@link #toString} has written.
     *
     * @throws IllegalArgumentException where the text is something else
     */
    public static VirtualThreads parse(String text) {
        Matcher parts = TEXT.matcher(", " + text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text + "' names no virtual threads");
        }
        List<Long> ids = new ArrayList<>();
        for (String id : parts.group(1).substring(", #".length()).split(", #", -1)) {
            ids.add(Long.valueOf(id));
        }
        return new VirtualThreads(ids, parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2)));
    }

    @Override
    public String toString() {
        List<String> named = new ArrayList<>();
        ids.forEach(id -> named.add("#" + id));
        return String.join(", ", named) + (more == 0 ? "" : " and " + more + " more");
    }
}
