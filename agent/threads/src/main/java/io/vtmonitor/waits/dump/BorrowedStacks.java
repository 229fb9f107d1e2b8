package io.vtmonitor.waits.dump;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.waits.Operations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Completes a heap dump of JDK 21, which has no stacks of virtual threads without a carrier. Takes the stacks from a
 * thread dump of the same JVM that was taken within a minute. A stack is used only if it shows the wait that the heap
 * dump shows for the thread.
 */
final class BorrowedStacks {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private BorrowedStacks() {}

    /**
     * The heap dump, with these stacks.
     *
     * @param written thread dumps of the same JVM
     */
    static ThreadDumpFile in(ThreadDumpFile heap, List<ThreadDumpFile> written) {
        ThreadDumpFile nearest = written.stream()
                .filter(dump -> between(heap, dump).compareTo(LONGEST) <= 0)
                .min(Comparator.comparing(dump -> between(heap, dump)))
                .orElse(null);
        if (nearest == null) {
            return heap;
        }
        Map<Long, DumpedThread> byTid = new HashMap<>();
        nearest.threads().forEach(thread -> byTid.put(thread.tid(), thread));
        DumpedPhases phases = new DumpedPhases(heap);
        List<DumpedThread> threads = new ArrayList<>();
        for (DumpedThread thread : heap.threads()) {
            threads.add(borrowed(thread, phases, byTid.get(thread.tid())));
        }
        return heap.with(threads);
    }

    private static Duration between(ThreadDumpFile one, ThreadDumpFile other) {
        return Duration.between(one.time(), other.time()).abs();
    }

    private static DumpedThread borrowed(DumpedThread thread, DumpedPhases phases, @Nullable DumpedThread other) {
        boolean lacks = Boolean.TRUE.equals(thread.virtual()) && thread.frames().isEmpty();
        return lacks && other != null && waitsThere(thread, phases, other.frames())
                ? thread.at(other.frames())
                : thread;
    }

    private static boolean waitsThere(DumpedThread thread, DumpedPhases phases, List<StackTraceElement> stack) {
        Phase phase = phases.of(thread);
        if (stack.isEmpty() || (phase != Phase.PARKED && phase != Phase.TIMED_PARKED)) {
            return false;
        }
        WaitOperation there = Operations.parked(stack);
        return thread.awaits().parkBlocker() == null
                ? there == WaitOperation.SLEEP || there == WaitOperation.PARK
                : Operations.ofSynchronizer(DumpGroups.type(thread.awaits().parkBlocker())) == there
                        || Operations.ofSynchronizer(
                                        DumpGroups.type(thread.awaits().parkBlocker()))
                                == WaitOperation.CONDITION;
    }
}
