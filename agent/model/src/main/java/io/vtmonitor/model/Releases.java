package io.vtmonitor.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which releases of a library hold.
 *
 * @param fixed the releases that hold no more, one for each branch
 * @param regressed the releases from which on it holds again
 * @param checked what a scan said of the release in {@code fixed}, or of the newest one where none is; null if none was
 *     scanned
 * @param guess true if nothing but reports says that a release in {@code fixed} is free
 */
public record Releases(
        List<Fix> fixed, List<String> regressed, @Nullable Checked checked, boolean guess) {
    public Releases {
        fixed = List.copyOf(fixed);
        regressed = List.copyOf(regressed);
    }

    /**
     * A release that holds no more.
     *
     * @param branch the releases it is for, such as {@code 10.1}; null for all
     * @param in the first that is free
     */
    public record Fix(@Nullable String branch, String in) {}

    /**
     * Places that a scan of the class files finds and that need no guess, before the fix and after it.
     *
     * @param before the last release before
     * @param found how many it has
     * @param after the first release after, or the newest one that was scanned
     * @param left how many that one has
     * @param on the day, such as {@code 2026-11-28}
     */
    public record Checked(String before, int found, String after, int left, String on) {}

    /** Where a release stands. */
    public enum Status {
        AFFECTED,
        FIXED,
        REGRESSED,
        UNKNOWN
    }
}
