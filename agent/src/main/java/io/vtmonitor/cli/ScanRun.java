package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.common.Version;
import io.vtmonitor.model.UnpinPlanner;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.Scan;
import io.vtmonitor.scan.ScanOptions;
import io.vtmonitor.scan.ScanResult;
import io.vtmonitor.scan.report.ScanReport;
import io.vtmonitor.unpin.HolderPlanner;
import java.nio.file.Path;
import java.util.List;

/** Scans class paths by the same rules. */
final class ScanRun {
    private final ScanOptions options;
    private final KnowledgeBase knowledge;
    private final Scan.Progress progress;
    private boolean unread;

    /** @param progress takes how far a scan is */
    ScanRun(ScanOptions options, KnowledgeBase knowledge, Scan.Progress progress) {
        this.options = options;
        this.knowledge = knowledge;
        this.progress = progress;
    }

    /** What was found on a class path, and what is to be said of it. */
    ScanReport of(List<Path> path) {
        ScanResult result = Scan.of(path, options, progress);
        unread |= result.unread();
        return new ScanReport(
                Version.tool(),
                path.stream()
                        .map(element -> String.valueOf(element.getFileName()))
                        .toList(),
                options.feature(),
                result.classes(),
                result.methods(),
                result.entries(),
                assessed(path, result),
                result.limits(),
                null);
    }

    private List<Assessment> assessed(List<Path> path, ScanResult result) {
        ScanKnowledge known = new ScanKnowledge(knowledge);
        try (ClassPathBytes bytes = new ClassPathBytes(path)) {
            UnpinPlanner unpin = new HolderPlanner(bytes, knowledge::unpinPatterns, List.of());
            return Assessment.of(result.findings(), options.monitorsPin(), known, unpin);
        } catch (IllegalArgumentException e) { // what can't be read whole: the scan has said so
            return Assessment.of(result.findings(), options.monitorsPin(), known, UnpinPlanner.NONE);
        }
    }

    /** Whether anything could not be read. */
    boolean isUnread() {
        return unread;
    }
}
