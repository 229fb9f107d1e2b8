package io.vtmonitor.advice;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bug of the JDK that leaves virtual threads stuck, and the builds that have it.
 *
 * @param id stable name, such as {@code JDK-8369227}
 * @param summary what happens, one sentence
 * @param ranges which builds have it; those of other feature releases don't
 * @param evidence address of the source
 */
record JdkBug(String id, String summary, List<Range> ranges, String evidence) {
    /**
     * Builds of one feature release.
     *
     * @param release the feature release, such as 25
     * @param vendor whose builds, as the property {@code java.vendor} has it; null for all that have no range of their
     *     own
     * @param affectedTo the last version that is known to have the bug
     * @param fixed the first that is known to be free of it, null if none is
     */
    record Range(
            int release,
            @Nullable String vendor,
            String affectedTo,
            @Nullable String fixed) {
        Status status(String version) {
            if (Versions.compare(version, affectedTo) <= 0) {
                return Status.AFFECTED;
            }
            return fixed != null && Versions.compare(version, fixed) >= 0 ? Status.FREE : Status.UNVERIFIED;
        }
    }

    /** What is known of a build. */
    enum Status {
        AFFECTED,
        FREE,
        UNVERIFIED
    }

    JdkBug {
        ranges = List.copyOf(ranges);
    }

    /**
     * Whether a build has it.
     *
     * @param version such as {@code 25.0.2} or {@code 25.0.2+10-LTS}
     * @param vendor the property {@code java.vendor}, null if that is not known: then all ranges have to agree
     */
    Status status(String version, @Nullable String vendor) {
        Status status = null;
        for (Range range : ranges) {
            if (!Versions.isOn(version, Integer.toString(range.release()))) {
                continue;
            }
            if (vendor != null && vendor.equals(range.vendor())) {
                return range.status(version);
            }
            if (range.vendor() == null || vendor == null) {
                Status its = range.status(version);
                status = status == null || status == its ? its : Status.UNVERIFIED;
            }
        }
        return status == null ? Status.FREE : status;
    }

    /**
     * The first version of a feature release that is known to be free of it in every vendor's builds; null for none.
     */
    @Nullable
    String firstFree(int release) {
        String first = Integer.toString(release);
        for (Range range : ranges) {
            if (range.release() == release) {
                if (range.fixed() == null) {
                    return null;
                }
                first = Versions.compare(range.fixed(), first) > 0 ? range.fixed() : first;
            }
        }
        return first;
    }
}
