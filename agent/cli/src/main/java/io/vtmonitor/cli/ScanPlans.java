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
 * What the agent's {@code unpin} would do to findings: for those that are shown, since a plan takes longer than most of
 * a scan. Libraries are planned at once.
 *
 * @param classPath where the findings are from, with the home of the JDK where it is known
 * @param knowledge knows the patterns of libraries
 * @param release feature release of the JDK that the application runs on
 * @param monitorsPin whether owning a monitor keeps the carrier
 */
record ScanPlans(List<Path> classPath, KnowledgeBase knowledge, int release, boolean monitorsPin) {
    /** The report with plans for these findings of it. */
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
        } catch (IllegalArgumentException ignored) { // what can't be read whole: the scan has said so
            planned.clear();
        }
        return report.withFindings(report.findings().stream()
                .map(each -> planned.getOrDefault(each.finding(), each))
                .toList());
    }
}
