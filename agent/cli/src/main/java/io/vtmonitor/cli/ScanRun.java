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

/** Scans several class paths with the same options. */
final class ScanRun {
    private final ScanOptions options;
    private final KnowledgeBase knowledge;
    private final Scan.Progress progress;
    private boolean unread;

    /** @param progress receives the progress of a scan */
    ScanRun(ScanOptions options, KnowledgeBase knowledge, Scan.Progress progress) {
        this.options = options;
        this.knowledge = knowledge;
        this.progress = progress;
    }

    /**
     * The findings on a class path, with advice.
     *
     * @param further what to read after the class path
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

    /** Whether something could not be read. */
    boolean isUnread() {
        return unread;
    }
}
