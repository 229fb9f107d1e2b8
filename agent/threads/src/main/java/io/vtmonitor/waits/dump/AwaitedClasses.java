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
 * For the initialization of which class the threads of a dump wait. Only printed dumps say that. In the others such a
 * thread stands at a line that asks for the class, and the stack of another thread runs the initializer: class files
 * tell which classes a line asks for.
 */
public final class AwaitedClasses {
    private AwaitedClasses() {}

    /**
     * The dump with what its threads wait for.
     *
     * @param uses what a line asks for
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
     * Whether a thread stands where it may wait for a class: in code of the application, or where the JDK asks for one.
     */
    static boolean mayWait(DumpedThread thread) {
        boolean runs = thread.state() == null || thread.state() == Thread.State.RUNNABLE;
        if (thread.frames().isEmpty() || (!runs && !DumpedPhases.isForClass(thread))) {
            return false;
        }
        StackTraceElement top = thread.frames().get(0);
        return InitializingNatives.isOne(top) || (!top.isNativeMethod() && !JdkNames.isJdk(top.getClassName()));
    }

    /** Null if that is not known, or may be of several threads. */
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
            return null; // it may compute, or be in a frame that stacks leave out
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
