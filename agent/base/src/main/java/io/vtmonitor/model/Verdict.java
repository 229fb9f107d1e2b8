package io.vtmonitor.model;

import java.util.Locale;

/** What happens to a site on a newer JDK: gone on 24 (JEP 491), eased on 26 (JDK-8369238), or it stays. */
public enum Verdict {
    GONE_ON_24,
    EASED_ON_26,
    STAYS,
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
