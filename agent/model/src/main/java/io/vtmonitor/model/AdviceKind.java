package io.vtmonitor.model;

import java.util.Locale;

/** What an entry of the knowledge base is about. */
public enum AdviceKind {
    /** A library that blocks while it owns a monitor. */
    MONITOR,
    /** A library that blocks in a call back from native code. */
    NATIVE,
    /** A class that blocks in its static initializer. */
    CLINIT,
    /** A class loader that blocks. */
    LOADER,
    /** A library that is often found blocked and holds nothing: whoever holds below it is the culprit. */
    VICTIM,
    /** No library: what to do about the way of holding. */
    GENERAL;

    /** The name in reports and in advice files: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
