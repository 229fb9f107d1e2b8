package io.vtmonitor.waits.dump;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Limit.VirtualThreads;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run static initializers and may wait for each other's. Only printed dumps show whether they do, so this
 * is a fact, not a verdict.
 */
final class InitializersInDumps {
    private static final int MOST_NAMED = 3;

    private InitializersInDumps() {}

    /**
     * The threads of the last dump; null if there are fewer than two, or if it is known what all of them wait for.
     *
     * @param dumps of one JVM, in the order of their times; at least one
     */
    static @Nullable Limit of(List<ThreadDumpFile> dumps) {
        ThreadDumpFile last = dumps.get(dumps.size() - 1);
        Map<Long, List<StackTraceElement>> initializing = initializing(last);
        boolean unknown = last.threads().stream()
                .anyMatch(thread -> thread.awaits().initialization() == null && initializing.containsKey(thread.tid()));
        if (last.isInstant() || initializing.size() < 2 || !unknown) {
            return null;
        }
        TreeSet<String> places = new TreeSet<>();
        initializing.values().forEach(stack -> places.add("at " + place(stack)));
        int more = places.size() - MOST_NAMED;
        return Limit.of(
                LimitKind.INITIALIZERS_IN_DUMP,
                initializing.size(),
                VirtualThreads.first(MOST_NAMED, new ArrayList<>(initializing.keySet())),
                String.join("; ", places.stream().limit(MOST_NAMED).toList())
                        + (more > 0 ? " and " + more + " more" : ""),
                Duration.between(since(dumps, initializing), last.time()).toMillis() / 1e3);
    }

    /**
     * The time of the earliest dump of those in a row, back from the last one, in which all threads have these stacks.
     */
    private static Instant since(List<ThreadDumpFile> dumps, Map<Long, List<StackTraceElement>> initializing) {
        Instant since = dumps.get(dumps.size() - 1).time();
        for (int i = dumps.size() - 1; i >= 0; i--) {
            if (!initializing(dumps.get(i)).entrySet().containsAll(initializing.entrySet())) {
                return since;
            }
            since = dumps.get(i).time();
        }
        return since;
    }

    private static Map<Long, List<StackTraceElement>> initializing(ThreadDumpFile dump) {
        Map<Long, List<StackTraceElement>> found = new LinkedHashMap<>();
        for (DumpedThread thread : dump.threads()) {
            if (!AwaitedClasses.initialized(thread).isEmpty() && AwaitedClasses.mayWait(thread)) {
                found.put(thread.tid(), thread.frames());
            }
        }
        return found;
    }

    /** The frame of the innermost initializer. */
    private static StackFrame place(List<StackTraceElement> stack) {
        return StackFrame.of(stack.stream()
                .filter(frame -> frame.getMethodName().equals("<clinit>"))
                .findFirst()
                .orElse(stack.get(0)));
    }
}
