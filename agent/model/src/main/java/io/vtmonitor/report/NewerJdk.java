package io.vtmonitor.report;

import io.vtmonitor.common.JavaVersion;
import java.util.ArrayList;
import java.util.List;

/** The JDK to move to, in words. */
public final class NewerJdk {
    private NewerJdk() {}

    /**
     * {@code JDK 25.0.4+ or 27+}.
     *
     * @param versions the first version to recommend of each feature release, in ascending order
     * @param feature the first feature release that helps; what stands alone where no version is recommended
     */
    public static String text(List<String> versions, int feature) {
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
}
