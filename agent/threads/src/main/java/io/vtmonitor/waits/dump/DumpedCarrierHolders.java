package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.HolderFinder;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds where virtual threads are that hold their carriers, and what holds these. Recordings of JDK 21 to 23 only name
 * the threads; a thread dump has their stacks.
 */
public final class DumpedCarrierHolders {
    private final StackResolver resolver;
    private final HolderFinder finder;

    /**
     * @param resolver finds the instructions of a line
     * @param finder finds the frames that hold a carrier
     */
    public DumpedCarrierHolders(StackResolver resolver, HolderFinder finder) {
        this.resolver = resolver;
        this.finder = finder;
    }

    /**
     * The limits of a recorded report, with the places that the latest dump of the same JVM with all of these threads
     * shows.
     */
    public List<Limit> withDumps(Report recorded, List<ThreadDumpFile> dumps) {
        List<Limit> limits = new ArrayList<>();
        for (Limit limit : recorded.limits()) {
            limits.add(limit.kind() == LimitKind.CARRIERS_LIKELY_HELD ? withDumps(limit, dumps) : limit);
        }
        return limits;
    }

    private Limit withDumps(Limit limit, List<ThreadDumpFile> dumps) {
        String classes = limit.text("where");
        String places = places(limit.threads("threads").ids(), dumps, classes.isEmpty());
        return places.isEmpty()
                ? limit
                : Limit.of(
                        limit.kind(),
                        limit.count("held"),
                        limit.count("carriers"),
                        limit.threads("threads"),
                        classes.isEmpty() ? places : places + "; " + classes,
                        limit.seconds("seconds"));
    }

    /**
     * The places of threads; empty if no dump has all of them, because it is of another JVM, or they have left.
     *
     * @param forMonitors whether none of them is known to wait for a class
     */
    private String places(List<Long> threads, List<ThreadDumpFile> dumps, boolean forMonitors) {
        for (int i = dumps.size() - 1; i >= 0; i--) {
            Map<Long, DumpedThread> known = new HashMap<>();
            dumps.get(i).threads().forEach(thread -> known.put(thread.tid(), thread));
            Set<String> places = new LinkedHashSet<>();
            boolean all = true;
            for (long id : threads) {
                DumpedThread thread = known.get(id);
                String place = thread == null || Boolean.FALSE.equals(thread.virtual())
                        ? null
                        : place(thread.frames(), forMonitors);
                all &= place != null;
                places.add(String.valueOf(place));
            }
            if (all && !places.isEmpty()) {
                return String.join("; ", places);
            }
        }
        return "";
    }

    private @Nullable String place(List<StackTraceElement> trace, boolean forMonitors) {
        int at = 0;
        while (at < trace.size() && JdkNames.isJdk(trace.get(at).getClassName())) {
            at++;
        }
        if (at == trace.size()) {
            return null;
        }
        // A thread that holds its carrier and is in no call of the JDK waits to enter a monitor, or for a class.
        boolean enters = at == 0;
        StackResolver.Resolved resolved = resolver.resolve(trace, enters);
        List<Holder> holders = finder.find(Blocking.lookedAt(
                resolved.stack(), enters ? BlockingEvent.MONITOR_ENTER : BlockingEvent.PINNED, true, null));
        StringBuilder place = new StringBuilder("at ").append(StackFrame.of(trace.get(at)));
        for (Holder holder : holders) {
            place.append(holder.hold() == Hold.MONITOR_ENTER && !forMonitors ? "" : hold(holder));
        }
        return place.toString();
    }

    /** What holds a carrier, in words. A line does not prove this; the limit says that carriers are likely held. */
    private static String hold(Holder holder) {
        String lock = holder.lock() == null ? "" : " of " + holder.lock();
        return switch (holder.hold()) {
            case MONITOR_ENTER -> lock.isEmpty() ? "" : " entering the monitor" + lock;
            case MONITOR -> ", owning a monitor" + lock + " in " + holder.frame();
            case CLASS_INIT, NATIVE, CLASS_LOAD ->
                ", by " + holder.hold().toString().replace('_', ' ') + " in " + holder.frame();
            default -> "";
        };
    }
}
