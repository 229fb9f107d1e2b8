package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.OwnThreads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Executors whose workers all wait for results of tasks while nothing else can run a task: then these tasks are in the
 * executor's own queue. Only a dump that lists threads by executor shows which threads are its workers.
 *
 * <p>A dump reads one thread after the other. While another executor has idle workers, it may have run the task in
 * between. So then two dumps in a row have to show the same workers waiting for the same tasks.
 */
final class StarvedExecutors {
    static final String EXECUTOR = "java.util.concurrent.ThreadPoolExecutor";
    private static final String TASK = "java.util.concurrent.FutureTask";
    private static final String SCHEDULED_TASK = "ScheduledFutureTask@";

    /** The container of threads that no executor has started. */
    private static final String ROOT = "<root>";

    private Set<String> before = Set.of();

    /**
     * The workers of such executors in the next dump, by executor.
     *
     * @param dump the next dump of the same JVM
     */
    Map<String, List<DumpedThread>> look(ThreadDumpFile dump) {
        Map<String, List<DumpedThread>> byExecutor = new HashMap<>();
        List<DumpedThread> able = new ArrayList<>();
        for (DumpedThread thread : dump.threads()) {
            String container = thread.container();
            if (container != null && container.startsWith(EXECUTOR + "@")) {
                byExecutor.computeIfAbsent(container, key -> new ArrayList<>()).add(thread);
            }
            if (isIn(thread, TASK, "run") || isIn(thread, EXECUTOR, "runWorker") || mayRunUnseen(thread)) {
                able.add(thread);
            }
        }
        Set<String> now = new TreeSet<>();
        Map<String, List<DumpedThread>> starved = new HashMap<>();
        byExecutor.forEach((executor, workers) -> {
            if (!workers.stream().allMatch(StarvedExecutors::awaitsTask)) {
                return;
            }
            List<DumpedThread> others = able.stream()
                    .filter(each -> !executor.equals(each.container()))
                    .toList();
            if (others.stream().allMatch(each -> isIn(each, EXECUTOR, "getTask"))) {
                String key = key(executor, workers);
                now.add(key);
                if (others.isEmpty() || before.contains(key)) {
                    starved.put(executor, workers);
                }
            }
        });
        before = now;
        return starved;
    }

    /**
     * Whether a thread without a stack may run a task, now or once it has a carrier. A waiting virtual thread of JDK 21
     * may have no stack in a dump, and a worker has none before it first runs. The JVM's own threads have names.
     */
    private static boolean mayRunUnseen(DumpedThread thread) {
        boolean started = thread.container() != null && !ROOT.equals(thread.container());
        boolean virtual = Boolean.TRUE.equals(thread.virtual()) || thread.name().isEmpty();
        return thread.frames().isEmpty() && (started || virtual) && !OwnThreads.isOwn(thread.name());
    }

    private static String key(String executor, List<DumpedThread> workers) {
        Set<String> waits = new TreeSet<>();
        workers.forEach(worker -> waits.add(worker.tid() + " " + worker.awaits().parkBlocker()));
        return executor + waits;
    }

    /** Whether a worker waits for the result of a task without a time limit. A scheduled task has its own time. */
    private static boolean awaitsTask(DumpedThread thread) {
        boolean timed = thread.state() == Thread.State.TIMED_WAITING
                || thread.frames().stream()
                        .anyMatch(frame -> frame.getMethodName().equals("parkNanos"));
        return !timed
                && !String.valueOf(thread.awaits().parkBlocker()).contains(SCHEDULED_TASK)
                && isIn(thread, TASK, "awaitDone")
                && isIn(thread, EXECUTOR, "runWorker")
                && isNext(thread);
    }

    /** Whether no frame of the application is above the wait. */
    private static boolean isNext(DumpedThread thread) {
        for (StackTraceElement frame : thread.frames()) {
            if (frame.getClassName().equals(TASK)) {
                return true;
            }
            if (!JdkNames.isJdk(frame.getClassName())) {
                return false;
            }
        }
        return false;
    }

    private static boolean isIn(DumpedThread thread, String type, String method) {
        return thread.frames().stream()
                .anyMatch(frame -> frame.getClassName().equals(type)
                        && frame.getMethodName().equals(method));
    }
}
