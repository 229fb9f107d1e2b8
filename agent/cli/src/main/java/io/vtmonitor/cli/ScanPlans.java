package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.model.Library;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.ScanFinding;
import io.vtmonitor.scan.report.ScanReport;
import io.vtmonitor.unpin.HolderPlanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes what {@code unpin} would do about findings. Only for findings that are shown, because a plan takes longer
 * than most of a scan. The findings in a library share a plan.
 *
 * @param classPath where the findings are from, with the home of the JDK if it is known
 * @param knowledge has the patterns for libraries
 * @param release feature release of the JDK on which the application runs
 * @param monitorsPin whether owning a monitor pins on that JDK
 */
record ScanPlans(List<Path> classPath, KnowledgeBase knowledge, int release, boolean monitorsPin) {
    /** The report with plans for some of its findings. */
    ScanReport add(ScanReport report, List<Assessment> shown) {
        Map<Library, List<Assessment>> libraries = new LinkedHashMap<>();
        for (Assessment each : monitorsPin ? shown : List.<Assessment>of()) {
            libraries
                    .computeIfAbsent(each.finding().holding().library(), any -> new ArrayList<>())
                    .add(each);
        }
        Map<ScanFinding, Assessment> planned = new HashMap<>();
        try (ClassPathBytes bytes = new ClassPathBytes(libraries.isEmpty() ? List.of() : classPath)) {
            HolderPlanner planner = new HolderPlanner(bytes, knowledge::unpinPatterns, List.of(), release);
            libraries.values().parallelStream()
                    .map(ofLibrary -> ofLibrary.stream()
                            .map(each -> each.planned(planner))
                            .toList())
                    .toList()
                    .forEach(ofLibrary -> ofLibrary.forEach(each -> planned.put(each.finding(), each)));
        } catch (IllegalArgumentException ignored) { // the scan has reported what can't be read completely
            planned.clear();
        }
        return report.withFindings(report.findings().stream()
                .map(each -> planned.getOrDefault(each.finding(), each))
                .toList());
    }
}
