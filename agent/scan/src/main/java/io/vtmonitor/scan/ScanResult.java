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
 * @param limits what could not be read, and what was not followed, in sentences
 * @param unread whether anything could not be read
 */
public record ScanResult(
        List<ScanFinding> findings,
        List<ScanFinding> beyond,
        int classes,
        int methods,
        int entries,
        List<String> limits,
        boolean unread) {
    public ScanResult {
        findings = List.copyOf(findings);
        beyond = List.copyOf(beyond);
        limits = List.copyOf(limits);
    }
}
