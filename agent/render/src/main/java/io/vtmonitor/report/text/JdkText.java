package io.vtmonitor.report.text;

import io.vtmonitor.report.AffectedJdk;
import io.vtmonitor.report.NewerJdk;
import java.util.ArrayList;
import java.util.List;

/** A JVM that runs a build of the JDK in which virtual threads get stuck, in words. */
public final class JdkText {
    private JdkText() {}

    /**
     * The warning for the log.
     *
     * @param bugs that the build has, at least one
     * @param recommended versions of the JDK, see {@link NewerJdk}
     */
    public static String warning(List<AffectedJdk> bugs, List<String> recommended) {
        List<String> sentences = new ArrayList<>();
        for (AffectedJdk bug : bugs) {
            sentences.add(bug.bug() + ": " + bug.summary());
        }
        return "JDK " + bugs.get(0).javaVersion() + " can leave virtual threads stuck permanently. "
                + String.join(" ", sentences) + " Run on " + NewerJdk.text(recommended, 25) + ".";
    }

    /**
     * What to do where a virtual thread stays parked that should have been woken up.
     *
     * @param javaVersion of the JVM
     * @param bugs that its build has
     * @param recommended versions of the JDK, see {@link NewerJdk}
     */
    public static String lostWakeUp(String javaVersion, List<AffectedJdk> bugs, List<String> recommended) {
        return "A wake-up was lost. "
                + (bugs.isEmpty()
                        ? "No bug of JDK " + javaVersion + " is known that does so: see the thread dump."
                        : warning(bugs, recommended));
    }
}
