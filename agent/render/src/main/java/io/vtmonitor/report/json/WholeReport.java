package io.vtmonitor.report.json;

import io.vtmonitor.report.AgentFindings;
import io.vtmonitor.report.Dimensions;
import io.vtmonitor.report.PoolDemand;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.Timeline;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rejects JSON that looks like a report but was not written by us: code that reads a report relies on its fields. */
final class WholeReport {
    /** Names of fields that may be absent. The name of the record is before some of them, see {@link #name}. */
    static final Set<String> OPTIONAL = Set.of(
            "waitsFor",
            "memory",
            "mounts",
            "owner",
            "dump",
            "threads",
            "owners",
            "monitorThresholdSeconds",
            "lock",
            "library",
            "version",
            "evidence",
            "covers",
            "headline",
            "chain",
            "advice",
            "monitorClass",
            "initializer",
            "describedSeconds",
            "gaps",
            "jvmStart",
            "capacityAtMost",
            "standIn",
            "meanParallelism",
            "leftOut",
            "nearMisses",
            "unpin",
            "waits",
            "fixes",
            "share",
            "takes",
            "report.requests",
            "pool",
            "blocker",
            "caller",
            "entry",
            "holder",
            "turns",
            "thread",
            "tookAt",
            "note",
            "site",
            "cure",
            "fixed",
            "lastMinute",
            "cost",
            "resources.name",
            "resources.size",
            "resources.sizeOfEach",
            "resources.idle",
            "resources.worst",
            "resources.demand",
            "resources.mostAdmitted",
            "resources.place",
            "resources.owner");

    private static final Set<Class<?>> RESOURCES = Set.of(
            ResourcePool.class,
            ResourcePool.Description.class,
            ResourcePool.Occupancy.class,
            ResourcePool.Holder.class,
            PoolDemand.class);

    /** The former schema, which differs only in its limits. */
    private static final int LIMITS_WERE_TEXTS = 1;

    private static final int MOST_BINS = 512;
    private static final double FINEST_SECONDS = 0.0625;
    private static final double COARSEST_SECONDS = FINEST_SECONDS * (1L << 40);

    /** The components of each record class, as reflection is slow and there are many records. */
    private final Map<Class<?>, RecordComponent[]> components = new HashMap<>();

    private WholeReport() {}

    static Report of(ReportDocument document) throws IOException {
        if (document.schemaVersion() != Report.SCHEMA_VERSION && document.schemaVersion() != LIMITS_WERE_TEXTS) {
            throw new IOException(
                    document.schemaVersion() == 0
                            ? "it has no schemaVersion: it is not a report of vt-monitor"
                            : "its schemaVersion is " + document.schemaVersion() + ", accepted are " + LIMITS_WERE_TEXTS
                                    + " and " + Report.SCHEMA_VERSION + ": it was written by another release");
        }
        WholeReport whole = new WholeReport();
        whole.check(document, "report");
        Report report = document.report();
        consistent(report);
        return report;
    }

    /** Checks the part of a report that a recording has. */
    static void check(AgentFindings found) throws IOException {
        new WholeReport().check(found, "findings");
    }

    private void check(@Nullable Object value, String name) throws IOException {
        if (value instanceof List<?> list) {
            // Frames and texts need no check, and there are many of them.
            for (Object element : list) {
                if (!(element instanceof String || element instanceof StackFrame)) {
                    check(element, name);
                }
            }
        } else if (value instanceof Record parts) {
            for (RecordComponent component : components.computeIfAbsent(parts.getClass(), Class::getRecordComponents)) {
                check(component(parts, component), name(parts.getClass(), component));
            }
        } else if (value instanceof Number number && !name.equals("firstBin") && !name.equals("bin")) {
            if (!(number.doubleValue() >= 0) || Double.isInfinite(number.doubleValue())) {
                throw new IOException("it is not a report of vt-monitor (" + name + " is " + number + ")");
            }
        } else if (value == null && !OPTIONAL.contains(name)) {
            throw new IOException("it is not a report of vt-monitor (" + name + " is missing)");
        }
    }

    /** The name of a component. If a name is optional in one record only, it starts with that record's. */
    static String name(Class<?> record, RecordComponent component) {
        String within = record == Dimensions.class
                ? "dimensions."
                : (record == ReportDocument.Besides.class || record == Report.class)
                                && component.getName().equals("requests")
                        ? "report."
                        : RESOURCES.contains(record) ? "resources." : "";
        return within + Seconds.field(component.getName());
    }

    private static @Nullable Object component(Record parts, RecordComponent component) throws IOException {
        try {
            return component.getAccessor().invoke(parts);
        } catch (ReflectiveOperationException e) {
            throw new IOException("can't check " + component, e);
        }
    }

    private static void consistent(Report report) throws IOException {
        int jvms = report.jvms().size();
        int files = report.source().files().size();
        if (report.timelines().size() != jvms || (files != 0 && files != jvms)) {
            throw inconsistent("it has " + jvms + " JVMs, but "
                    + report.timelines().size() + " timelines and " + files + " files");
        }
        for (Timeline timeline : report.timelines()) {
            double doublings = Math.log(timeline.binSeconds() / FINEST_SECONDS) / Math.log(2);
            boolean grid = timeline.binSeconds() >= FINEST_SECONDS
                    && timeline.binSeconds() <= COARSEST_SECONDS
                    && Math.rint(doublings) == doublings;
            if (!grid || timeline.bins().size() > MOST_BINS) {
                throw inconsistent(
                        "a timeline has " + timeline.bins().size() + " bins of " + timeline.binSeconds() + " s");
            }
        }
        for (SiteFigures site : report.sites()) {
            for (StackFigures stack : site.stacks()) {
                consistent(stack, jvms);
            }
        }
    }

    private static void consistent(StackFigures stack, int jvms) throws IOException {
        if (stack.times().stream().anyMatch(time -> time.jvm() >= jvms)) {
            throw inconsistent("the times of a stack name a JVM that is not listed");
        }
        if (stack.holders().stream()
                .anyMatch(holder -> holder.frame() >= stack.frames().size())) {
            throw inconsistent("the holders of a stack are not among its frames");
        }
    }

    private static IOException inconsistent(String what) {
        return new IOException("it is not a report of vt-monitor (" + what + ")");
    }
}
