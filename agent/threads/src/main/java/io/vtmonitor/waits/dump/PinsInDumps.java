package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Limit.VirtualThreads;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Virtual threads that are pinned: the JDK parks them on their carriers in a separate method. */
public final class PinsInDumps {
    private static final int MOST_NAMED = 3;

    private PinsInDumps() {}

    /**
     * The pinned threads of the last dump; null if it shows none.
     *
     * @param dumps of one JVM; at least one
     */
    public static @Nullable Limit of(List<ThreadDumpFile> dumps) {
        List<ThreadDumpFile> latestFirst = new ArrayList<>(dumps);
        latestFirst.sort(Comparator.comparing(ThreadDumpFile::time).reversed());
        ThreadDumpFile last = latestFirst.get(0);
        Map<Long, List<StackTraceElement>> pinned = pinned(last);
        if (pinned.isEmpty()) {
            return null;
        }
        Set<String> places = new LinkedHashSet<>();
        pinned.values().forEach(stack -> places.add(place(stack)));
        List<String> sorted = new ArrayList<>(places);
        sorted.sort(null);
        int more = sorted.size() - MOST_NAMED;
        return Limit.of(
                LimitKind.PINNED_IN_DUMP,
                pinned.size(),
                VirtualThreads.first(MOST_NAMED, new ArrayList<>(pinned.keySet())),
                String.join("; ", sorted.subList(0, Math.min(MOST_NAMED, sorted.size())))
                        + (more > 0 ? " and " + more + " more" : ""),
                Duration.between(since(latestFirst, pinned), last.time()).toMillis() / 1e3);
    }

    /**
     * The time of the earliest dump of those in a row, back from the last one, in which all are parked with these
     * stacks.
     */
    private static Instant since(List<ThreadDumpFile> latestFirst, Map<Long, List<StackTraceElement>> pinned) {
        Instant since = latestFirst.get(0).time();
        for (ThreadDumpFile dump : latestFirst) {
            if (!pinned(dump).entrySet().containsAll(pinned.entrySet())) {
                return since;
            }
            since = dump.time();
        }
        return since;
    }

    private static Map<Long, List<StackTraceElement>> pinned(ThreadDumpFile dump) {
        Map<Long, List<StackTraceElement>> pinned = new LinkedHashMap<>();
        for (DumpedThread thread : dump.threads()) {
            if (isParkedOnCarrier(thread)) {
                pinned.put(thread.tid(), thread.frames());
            }
        }
        return pinned;
    }

    /** Whether a thread is in the method that only pinned threads call. */
    static boolean isParkedOnCarrier(DumpedThread thread) {
        for (int i = 0; i < Math.min(3, thread.frames().size()); i++) {
            StackTraceElement frame = thread.frames().get(i);
            if (frame.getClassName().equals("java.lang.VirtualThread")
                    && frame.getMethodName().equals("parkOnCarrierThread")) {
                return true;
            }
        }
        return false;
    }

    private static String place(List<StackTraceElement> stack) {
        for (StackTraceElement frame : stack) {
            if (!JdkNames.isJdk(frame.getClassName())) {
                return "at " + StackFrame.of(frame);
            }
        }
        return "at " + StackFrame.of(stack.get(0));
    }
}
