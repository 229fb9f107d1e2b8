package io.vtmonitor.scan;

import java.util.Locale;

/** What a path of calls needs to be taken. None of them proves that a program takes it. */
public enum Certainty {
    /** Every call on it can only go where the path goes. */
    DIRECT,
    /** A call on it is chosen by the receiver's class, and the class path has one method that fits. */
    ONE_TARGET,
    /** A call on it could go to several methods of the class path. */
    MANY_TARGETS;

    Certainty and(Certainty other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** The name in reports: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
