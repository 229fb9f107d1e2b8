package io.vtmonitor.common;

import org.jspecify.annotations.Nullable;

/** The version that the jar's manifest tells. */
public final class Version {
    private Version() {}

    /** Name and version as reports give them: {@code vt-monitor 0.1.0}. */
    public static String tool() {
        return "vt-monitor " + text();
    }

    /** Such as {@code 0.1.0}; {@code unpackaged} outside the jar. */
    public static String text() {
        @Nullable String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
