package io.vtmonitor.tally;

/** What the names of a pool's threads have in common: each run of digits is a {@code *}. */
final class ThreadPattern {
    /** The JVM did not record which thread it was. */
    static final String UNKNOWN = "(unknown)";

    private static final int MAX_LENGTH = 100;

    private ThreadPattern() {}

    static String of(String name) {
        if (name.isEmpty()) {
            return "(unnamed)";
        }
        StringBuilder pattern = new StringBuilder(Math.min(name.length(), MAX_LENGTH));
        boolean inDigits = false;
        for (int i = 0; i < name.length() && pattern.length() < MAX_LENGTH; i++) {
            char c = name.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            if (!digit) {
                pattern.append(c);
            } else if (!inDigits) {
                pattern.append('*');
            }
            inDigits = digit;
        }
        return pattern.toString();
    }
}
