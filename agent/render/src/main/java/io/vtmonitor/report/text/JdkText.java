package io.vtmonitor.report.text;

import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.report.AffectedJdk;
import java.util.ArrayList;
import java.util.List;

/** The JDK to run on, and a JVM that runs a build in which virtual threads get stuck, in words. */
public final class JdkText {
    private JdkText() {}

    /**
     * {@code JDK 25.0.4+ or 27+}.
     *
     * @param versions the first recommended version of each feature release, in ascending order
     * @param feature the first feature release that helps; named if no version of it or of a later one is recommended
     */
    public static String toRun(List<String> versions, int feature) {
        List<String> enough = new ArrayList<>();
        for (String version : versions) {
            if (JavaVersion.feature(version) >= feature) {
                enough.add(version + "+");
            }
        }
        if (enough.isEmpty()) {
            return "JDK " + feature + " or later";
        }
        int last = enough.size() - 1;
        return last == 0
                ? "JDK " + enough.get(0)
                : "JDK " + String.join(", ", enough.subList(0, last)) + " or " + enough.get(last);
    }

    /**
     * The warning for the log.
     *
     * @param bugs the bugs of this build, at least one
     * @param recommended versions of the JDK, as in {@link io.vtmonitor.model.Change.RunOn}
     */
    public static String warning(List<AffectedJdk> bugs, List<String> recommended) {
        List<String> sentences = new ArrayList<>();
        for (AffectedJdk bug : bugs) {
            sentences.add(bug.bug() + ": " + bug.summary());
        }
        return "JDK " + bugs.get(0).javaVersion() + " can leave virtual threads stuck permanently. "
                + String.join(" ", sentences) + " Run on " + toRun(recommended, 25) + ".";
    }

    /**
     * What to do if a virtual thread stays parked although it should have been unparked.
     *
     * @param javaVersion the version of the JVM
     * @param bugs the bugs of its build
     * @param recommended versions of the JDK, as in {@link io.vtmonitor.model.Change.RunOn}
     */
    public static String lostWakeUp(String javaVersion, List<AffectedJdk> bugs, List<String> recommended) {
        return "A wake-up was lost. "
                + (bugs.isEmpty()
                        ? "No bug of JDK " + javaVersion + " is known that does so: see the thread dump."
                        : warning(bugs, recommended));
    }
}
