package io.vtmonitor.scan;

import java.util.List;

/**
 * What a scan found.
 *
 * @param findings in the order of the class path
 * @param beyond monitors under which nothing is known to block, and classes are called that were not read
 * @param classes how many classes were read
 * @param methods how many methods they have
 * @param entries how many of these are entries of the application
 * @param unread what could not be read, and why
 * @param unfollowed what was read and not followed
 */
public record ScanResult(
        List<ScanFinding> findings,
        List<ScanFinding> beyond,
        int classes,
        int methods,
        int entries,
        List<String> unread,
        Unfollowed unfollowed) {
    public ScanResult {
        findings = List.copyOf(findings);
        beyond = List.copyOf(beyond);
        unread = List.copyOf(unread);
    }

    /**
     * What a scan does not follow.
     *
     * @param monitors methods whose monitors it lost track of
     * @param calls kinds of calls with too many possible targets
     * @param mostTargets so many are not too many
     */
    public record Unfollowed(int monitors, int calls, int mostTargets) {}
}
