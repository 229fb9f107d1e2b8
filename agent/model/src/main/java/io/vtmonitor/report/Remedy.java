package io.vtmonitor.report;

import io.vtmonitor.model.Change;
import java.util.List;
import java.util.Locale;

/**
 * Something to do, and the pinned time that it would save: that of sites all of whose holders it removes.
 *
 * @param kind the kind of remedy
 * @param kinds the kind of each step, in the order of {@code what}
 * @param what the steps; several if only all of them together free a site
 * @param savesNanos carrier-nanoseconds
 * @param share the part of all pinned time that it saves, 0 to 1
 * @param sites how many sites it frees
 * @param leaves holders that remain at sites which it helps but does not free, at most five
 * @param estimate true if it is not certain that it removes the holders
 */
public record Remedy(
        Kind kind,
        List<Kind> kinds,
        List<Change> what,
        long savesNanos,
        double share,
        int sites,
        List<String> leaves,
        boolean estimate) {
    public Remedy {
        kinds = List.copyOf(kinds);
        what = List.copyOf(what);
        leaves = List.copyOf(leaves);
    }

    /** What a remedy changes, cheapest first. {@code unpin} is last because it changes how an application locks. */
    public enum Kind {
        /** Another release of a library. */
        UPGRADE,
        /** How the application is started or configured. */
        OPTION,
        JDK_24,
        JDK_26,
        OWN_CODE,
        /** Several of the others. */
        TOGETHER,
        UNPIN;

        /** The name in reports: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
