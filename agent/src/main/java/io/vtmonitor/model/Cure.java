package io.vtmonitor.model;

import java.util.Locale;

/**
 * What removes holders without another JDK.
 *
 * @param kind what it changes
 * @param what in words, beginning with a verb: {@code upgrade mysql-connector-j 8.0.33 to 9.0.0 or later}
 * @param sure true where it is known to remove them: the release in use is affected and another is free
 */
public record Cure(Kind kind, String what, boolean sure) {
    /** What a cure changes, cheapest first. */
    public enum Kind {
        /** Another release of a library. */
        RELEASE,
        /** How the application is started or configured. */
        OPTION,
        /** Code of the application. */
        CODE;

        /** The name in reports and in advice files: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
