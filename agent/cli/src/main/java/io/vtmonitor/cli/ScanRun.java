package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.FurtherClasses;
import io.vtmonitor.common.Version;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.Scan;
import io.vtmonitor.scan.ScanOptions;
import io.vtmonitor.scan.ScanResult;
import io.vtmonitor.scan.report.ScanReport;
import io.vtmonitor.scan.report.ScanText;
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

    /**
     * What was found on a class path, and what is to be said of it.
     *
     * @param further what is read after it
     */
    ScanReport of(List<Path> path, List<FurtherClasses> further) {
        ScanResult result = Scan.of(path, further, options, progress);
        unread |= !result.unread().isEmpty();
        return new ScanReport(
                Version.tool(),
                path.stream()
                        .map(element -> String.valueOf(element.getFileName()))
                        .toList(),
                options.feature(),
                result.classes(),
                result.methods(),
                result.entries(),
                Assessment.of(result, options.monitorsPin(), new ScanKnowledge(knowledge)),
                ScanText.limits(result),
                null);
    }

    /** Whether anything could not be read. */
    boolean isUnread() {
        return unread;
    }
}
