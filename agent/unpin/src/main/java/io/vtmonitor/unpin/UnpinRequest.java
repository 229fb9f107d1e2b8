package io.vtmonitor.unpin;

import io.vtmonitor.report.ClassPattern;
import java.util.ArrayList;
import java.util.List;

/**
 * What the user asked for.
 *
 * @param text as it was written
 * @param audit plan only, change nothing
 * @param auto the libraries that are proven, too
 * @param patterns which classes
 */
public record UnpinRequest(String text, boolean audit, boolean auto, List<ClassPattern> patterns) {
    /** What a value has to look like. */
    public static final String ACCEPTED =
            "class patterns such as com.mysql.cj.**, separated by semicolons, or auto; ! before a "
                    + "pattern excludes its classes; audit: before the value changes nothing and reports the "
                    + "plan";

    private static final String AUDIT = "audit:";

    /**
     * Reads the option.
     *
     * @throws IllegalArgumentException saying which part is not understood
     */
    public static UnpinRequest parse(String text) {
        boolean audit = text.startsWith(AUDIT);
        String rest = audit ? text.substring(AUDIT.length()) : text;
        List<ClassPattern> patterns = new ArrayList<>();
        boolean auto = false;
        for (String one : rest.split(";", -1)) {
            if (one.trim().equals("auto")) {
                auto = true;
            } else {
                patterns.add(ClassPattern.parse(one.trim()));
            }
        }
        if (!auto && patterns.stream().allMatch(ClassPattern::excludes)) {
            throw new IllegalArgumentException("'" + text + "' excludes classes and names none to rewrite");
        }
        return new UnpinRequest(text, audit, auto, List.copyOf(patterns));
    }

    /** The patterns as they were written. */
    public List<String> texts() {
        return patterns.stream().map(ClassPattern::text).toList();
    }
}
