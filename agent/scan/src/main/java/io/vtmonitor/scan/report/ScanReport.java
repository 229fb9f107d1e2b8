package io.vtmonitor.scan.report;

import io.vtmonitor.common.StableName;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.ScanFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scan found.
 *
 * @param tool our name and version
 * @param classPath what was scanned
 * @param feature version of Java by whose rules a frame keeps the carrier
 * @param classes how many classes were read
 * @param methods how many methods they have
 * @param entries how many of these are entries of the application
 * @param findings the most important first
 * @param limits what could not be read, and what was not followed, in sentences
 * @param seen what recordings saw, null if none was given
 */
public record ScanReport(
        String tool,
        List<String> classPath,
        int feature,
        int classes,
        int methods,
        int entries,
        List<Assessment> findings,
        List<String> limits,
        @Nullable RecordedMatches seen) {
    public ScanReport {
        classPath = List.copyOf(classPath);
        findings = List.copyOf(findings);
        limits = List.copyOf(limits);
    }

    /**
     * What distinguishes a finding from others, and stays the same from release to release: holder, hold and library
     * without version.
     */
    public static String id(ScanFinding finding) {
        return StableName.of(
                finding.holding().holder() + " " + finding.holding().hold() + " in "
                        + finding.holding().library().name());
    }

    /** The same with what recordings saw: that comes first, the most costly at the top. */
    public ScanReport with(RecordedMatches recorded) {
        return new ScanReport(
                tool, classPath, feature, classes, methods, entries, recorded.first(findings), limits, recorded);
    }

    /** The same with other findings. */
    public ScanReport withFindings(List<Assessment> others) {
        return new ScanReport(tool, classPath, feature, classes, methods, entries, others, limits, seen);
    }

    /** The findings whose path needs no call that several methods fit, and those that recordings saw. */
    public List<Assessment> certain() {
        return findings.stream()
                .filter(each -> each.isCertain() || isSeen(each))
                .toList();
    }

    private boolean isSeen(Assessment each) {
        return seen != null && seen.cost(each.finding()) != null;
    }

    /**
     * The findings that say most, no more than so many.
     *
     * @param guesses whether those count that need a call which several methods fit
     */
    public List<Assessment> firstScreen(int most, boolean guesses) {
        return new ScanSelection(guesses ? findings : certain()).first(most);
    }
}
