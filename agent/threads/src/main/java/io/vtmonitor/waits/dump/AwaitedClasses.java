package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.StackResolver.Uses;
import io.vtmonitor.threads.InitializingNatives;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the classes for whose initialization the threads of a dump wait. Only printed dumps show them. In other dumps,
 * the waiting thread is at a line that needs the class, and another thread runs the class's static initializer. Class
 * files show which classes a line needs.
 */
public final class AwaitedClasses {
    private AwaitedClasses() {}

    /**
     * The dump, with the classes that its threads wait for.
     *
     * @param uses gives the classes that a line needs
     */
    public static ThreadDumpFile in(ThreadDumpFile dump, Function<StackTraceElement, Uses> uses) {
        Map<String, Set<Long>> initializers = initializers(dump);
        if (dump.isInstant() || initializers.isEmpty()) {
            return dump;
        }
        Map<StackTraceElement, Uses> known = new HashMap<>();
        List<DumpedThread> threads = new ArrayList<>();
        for (DumpedThread thread : dump.threads()) {
            boolean asks = thread.awaits().initialization() == null && mayWait(thread);
            String awaited = asks ? awaited(thread, initializers, frame -> known.computeIfAbsent(frame, uses)) : null;
            threads.add(awaited == null ? thread : thread.awaiting(awaited));
        }
        return dump.with(threads);
    }

    private static Map<String, Set<Long>> initializers(ThreadDumpFile dump) {
        Map<String, Set<Long>> found = new HashMap<>();
        for (DumpedThread thread : dump.threads()) {
            for (String type : initialized(thread)) {
                found.computeIfAbsent(type, name -> new HashSet<>()).add(thread.tid());
            }
        }
        return found;
    }

    /** The classes whose static initializers a thread runs. */
    static List<String> initialized(DumpedThread thread) {
        return thread.frames().stream()
                .filter(frame -> frame.getMethodName().equals("<clinit>"))
                .map(StackTraceElement::getClassName)
                .toList();
    }

    /**
     * Whether a thread is where it may wait for a class: in the application's code, or where the JDK's code initializes
     * a class.
     */
    static boolean mayWait(DumpedThread thread) {
        boolean runs = thread.state() == null || thread.state() == Thread.State.RUNNABLE;
        if (thread.frames().isEmpty() || (!runs && !DumpedPhases.isForClass(thread))) {
            return false;
        }
        StackTraceElement top = thread.frames().get(0);
        return InitializingNatives.isOne(top) || (!top.isNativeMethod() && !JdkNames.isJdk(top.getClassName()));
    }

    /** The class that a thread waits for; null if it is not known, or if several threads may initialize it. */
    private static @Nullable String awaited(
            DumpedThread thread, Map<String, Set<Long>> initializers, Function<StackTraceElement, Uses> uses) {
        List<String> own = initialized(thread);
        boolean others = initializers.values().stream()
                .anyMatch(running -> running.stream().anyMatch(tid -> tid != thread.tid()));
        if (!others || thread.frames().get(0).isNativeMethod()) {
            return null;
        }
        Uses line = uses.apply(thread.frames().get(0));
        if (!DumpedPhases.isForClass(thread) && (line.loops() || !line.complete())) {
            return null; // it may compute, or be in a frame that stacks don't show
        }
        String found = null;
        Set<Long> running = new HashSet<>();
        for (Map.Entry<String, Set<String>> use : line.classes().entrySet()) {
            for (String needed : use.getValue()) {
                if (!own.contains(use.getKey()) && !own.contains(needed) && initializers.containsKey(needed)) {
                    found = found == null || needed.equals(use.getKey()) ? needed : found;
                    running.addAll(initializers.getOrDefault(needed, Set.of()));
                }
            }
        }
        return running.size() == 1 ? found : null;
    }
}
