package io.vtmonitor.model;

import java.util.Locale;

/**
 * How sure a statement is: exact is proven by the class file or the JVM itself, likely is inferred, unknown is neither.
 */
public enum Confidence {
    EXACT,
    LIKELY,
    UNKNOWN;

    /** What holds of two statements together. */
    public Confidence weaker(Confidence other) {
        return compareTo(other) > 0 ? this : other;
    }

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
