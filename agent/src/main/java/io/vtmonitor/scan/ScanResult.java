package io.vtmonitor.scan;

import java.util.List;

/**
 * What a scan found.
 *
 * @param findings the most important first
 * @param classes how many classes were read
 * @param methods how many methods they have
 * @param entries how many of these are entries of the application
 * @param limits what could not be read, and what was not followed, in sentences
 */
public record ScanResult(List<Finding> findings, int classes, int methods, int entries, List<String> limits) {
    public ScanResult {
        findings = List.copyOf(findings);
        limits = List.copyOf(limits);
    }
}
