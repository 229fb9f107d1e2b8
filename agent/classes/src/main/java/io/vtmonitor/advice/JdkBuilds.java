package io.vtmonitor.advice;

import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.report.AffectedJdk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which builds of the JDK are safe to run virtual threads on, as far as is known. */
final class JdkBuilds {
    /** The first release with long-term support in which monitors don't pin; 24 is no longer updated. */
    private static final int FIRST = 25;

    private JdkBuilds() {}

    /** The bugs that a build is known to have. */
    static List<AffectedJdk> affecting(List<JdkBug> bugs, String version, @Nullable String vendor) {
        List<AffectedJdk> affecting = new ArrayList<>();
        for (JdkBug bug : bugs) {
            if (Versions.isVersion(version) && bug.status(version, vendor) == JdkBug.Status.AFFECTED) {
                String fixed = bug.firstFree(JavaVersion.feature(version));
                affecting.add(new AffectedJdk(version, bug.id(), bug.summary(), fixed, bug.evidence()));
            }
        }
        return affecting;
    }

    /**
     * The versions to recommend: of each feature release the first that is free of all bugs, and last the first feature
     * release that no bug is known of. Releases without a verified version are left out.
     */
    static List<String> recommended(List<JdkBug> bugs) {
        int clean = FIRST;
        for (JdkBug bug : bugs) {
            for (JdkBug.Range range : bug.ranges()) {
                clean = Math.max(clean, range.release() + 1);
            }
        }
        List<String> versions = new ArrayList<>();
        for (int release = FIRST; release <= clean; release++) {
            String free = free(bugs, release);
            if (free != null) {
                versions.add(free);
            }
        }
        return versions;
    }

    private static @Nullable String free(List<JdkBug> bugs, int release) {
        String free = Integer.toString(release);
        for (JdkBug bug : bugs) {
            String its = bug.firstFree(release);
            if (its == null) {
                return null;
            }
            free = Versions.compare(its, free) > 0 ? its : free;
        }
        return free;
    }
}
