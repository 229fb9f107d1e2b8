package io.vtmonitor.cli.input;

import io.vtmonitor.report.Waits;
import io.vtmonitor.waits.dump.Asked;
import io.vtmonitor.waits.dump.DumpWaits;
import io.vtmonitor.waits.dump.PrintedDump;
import io.vtmonitor.waits.dump.PrintedDumpReader;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The deadlocks that the thread dumps of a recording show, of which the agent has told nothing. */
final class RecordedDeadlocks {
    /** Zones of the world differ by multiples of it. */
    private static final Duration ZONES = Duration.ofMinutes(15);

    private RecordedDeadlocks() {}

    /**
     * None where they show no deadlock.
     *
     * @param texts as {@code jdk.ThreadDump} has them, the latest last
     * @param file the recording
     * @param end when it ended: a dump tells the time of its machine's zone
     */
    static Waits of(List<String> texts, String file, Instant end) {
        List<ThreadDumpFile> dumps = new ArrayList<>();
        for (String text : texts) {
            PrintedDump dump = PrintedDumpReader.recorded(text, file, end);
            if (dump != null) {
                dumps.add(dump.dump());
            }
        }
        if (dumps.isEmpty()) {
            return Waits.NONE;
        }
        Duration zone = zone(Duration.between(dumps.get(dumps.size() - 1).time(), end));
        dumps.replaceAll(dump -> dump.at(dump.time().plus(zone)));
        Waits seen = DumpWaits.of(dumps, name -> null, Asked.Proofs.NONE);
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

    private static Duration zone(Duration late) {
        return ZONES.multipliedBy(Math.round((double) late.toMillis() / ZONES.toMillis()));
    }
}
