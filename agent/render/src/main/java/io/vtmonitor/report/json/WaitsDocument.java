package io.vtmonitor.report.json;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.MountFigures;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ThreadMemory;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.StdConverter;

/**
 * What virtual threads waited for as the JSON has it, which a newer release may have written: its verdicts of kinds
 * that are not known yet become a limit.
 *
 * @param resources null where the JSON is of a release that did not know of them
 * @param timelines likewise
 * @param memory null where no heap dump was read
 * @param mounts null where nobody counted
 */
record WaitsDocument(
        long looks,
        long nanos,
        long costNanos,
        int threads,
        int most,
        @Nullable List<WaitGroup> groups,
        @Nullable List<VerdictDocument> verdicts,
        @Nullable List<Limit> limits,
        @Nullable List<ResourcePool> resources,
        @Nullable List<Waits.Timeline> timelines,
        @Nullable ThreadMemory memory,
        @Nullable MountFigures mounts) {
    /** From the JSON. */
    static final class Reader extends StdConverter<WaitsDocument, Waits> {
        @Override
        public Waits convert(WaitsDocument read) {
            if (read.groups == null || read.verdicts == null || read.limits == null) {
                throw new IllegalArgumentException("waits have no groups, no verdicts, or no limits");
            }
            List<WaitVerdict> known = new ArrayList<>();
            Set<String> unknown = new LinkedHashSet<>();
            for (VerdictDocument document : read.verdicts) {
                WaitVerdict verdict = document.verdict();
                if (verdict == null) {
                    unknown.add(document.kind());
                } else {
                    known.add(verdict);
                }
            }
            List<Limit> limits = new ArrayList<>(read.limits);
            if (!unknown.isEmpty()) {
                limits.add(Limit.of(LimitKind.VERDICTS_OF_NEWER_RELEASE, String.join(", ", unknown)));
            }
            return new Waits(
                    read.looks,
                    read.nanos,
                    read.costNanos,
                    read.threads,
                    read.most,
                    read.groups,
                    known,
                    limits,
                    read.resources == null ? List.of() : read.resources,
                    read.timelines == null ? List.of() : read.timelines,
                    read.memory,
                    read.mounts);
        }
    }
}
