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
 * What virtual threads waited for, as it is in JSON. A newer release may have written it: verdicts of unknown kinds
 * become a limit.
 *
 * @param resources null in the JSON of a release that did not have this field
 * @param timelines null in the JSON of a release that did not have this field
 * @param memory null without a heap dump
 * @param mounts null if mounts were not counted
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
    /** Reads waits. */
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
