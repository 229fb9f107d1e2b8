package io.vtmonitor.cli.input;

import io.vtmonitor.recording.RecordedDump;
import io.vtmonitor.report.Waits;
import io.vtmonitor.waits.dump.DumpWaits;
import io.vtmonitor.waits.dump.PrintedDumpReader;
import io.vtmonitor.waits.dump.RequestEvidence;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import java.util.ArrayList;
import java.util.List;

/** The deadlocks in the thread dumps of a recording, for recordings without findings of the agent. */
final class RecordedDeadlocks {
    private RecordedDeadlocks() {}

    /**
     * The findings; none if there is no deadlock.
     *
     * @param recorded the dumps, in the order of their time
     * @param file the recording
     */
    static Waits of(List<RecordedDump> recorded, String file) {
        List<ThreadDumpFile> dumps = new ArrayList<>();
        for (RecordedDump each : recorded) {
            ThreadDumpFile dump = PrintedDumpReader.recorded(each.text(), file, each.time());
            if (dump != null) {
                dumps.add(dump);
            }
        }
        if (dumps.isEmpty()) {
            return Waits.NONE;
        }
        Waits seen = DumpWaits.of(dumps, name -> null, RequestEvidence.Proofs.NONE);
        return seen.verdicts().isEmpty()
                ? Waits.NONE
                : new Waits(
                        seen.looks(),
                        seen.nanos(),
                        0,
                        seen.threads(),
                        seen.most(),
                        List.of(),
                        seen.verdicts(),
                        seen.limits());
    }
}
