package io.vtmonitor.threads;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.model.StackResolver.Uses;
import io.vtmonitor.threads.CarrierSnapshot.Wait;
import io.vtmonitor.threads.ClassStates.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which threads wait for a class that another one initializes; as long as it does, no other thread gets past a use of
 * it. The JVM shows such a thread as one that runs: what tells is the line it stands at. For one look at the carriers.
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
final class ClassInitWaits {
    private final List<RunningInitializer> initializers;
    private final int threads;
    private final Map<StackTraceElement, Uses> uses = new HashMap<>();
    private final Map<String, State> states;
    private final ProcessorUse processors;

    /**
     * Reads class files where anything is being initialized, and nothing if nothing is.
     *
     * @param initializers who is in a static initializer
     * @param running topmost frames of the threads that will be asked for
     * @param classStates of names
     * @param processors what the carriers use of them
     */
    ClassInitWaits(
            List<RunningInitializer> initializers,
            List<StackTraceElement> running,
            StackResolver resolver,
            Function<Set<String>, Map<String, State>> classStates,
            ProcessorUse processors) {
        this.initializers = initializers;
        this.processors = processors;
        threads = running.size();
        if (!initializers.isEmpty()) {
            for (StackTraceElement frame : running) {
                if (!frame.isNativeMethod()) {
                    uses.computeIfAbsent(frame, resolver::uses);
                }
            }
        }
        Set<String> names = uses.values().stream()
                .flatMap(each -> each.classes().keySet().stream())
                .collect(Collectors.toSet());
        states = names.isEmpty() ? Map.of() : classStates.apply(names);
    }

    /**
     * Null if it waits for none.
     *
     * @param trace its stack, topmost frame first, not empty
     * @param surely whether the JVM says that it waits for some class
     */
    @Nullable
    ClassWait of(Thread thread, List<StackTraceElement> trace, boolean surely) {
        List<RunningInitializer> others =
                initializers.stream().filter(each -> each.thread() != thread).toList();
        if (others.isEmpty()) {
            return null;
        }
        ClassWait found = of(thread, trace, others);
        return surely && (found == null || !found.isKnown()) ? unseen(others) : found;
    }

    private @Nullable ClassWait of(Thread thread, List<StackTraceElement> trace, List<RunningInitializer> others) {
        StackTraceElement top = trace.get(0);
        if (top.isNativeMethod()) {
            return InitializingNatives.isOne(top) ? unseen(others) : null;
        }
        // The application's code is in a frame that is left out: a lambda's, which waits for the class that it is of.
        if (trace.stream().allMatch(ClassInitWaits::isOfJdk)) {
            return unseen(others);
        }
        Uses line = uses.get(top);
        if (line == null) {
            return new ClassWait(null, others.get(0), Confidence.UNKNOWN);
        }
        ClassWait found = of(line, own(thread), others);
        return found != null && found.isKnown() && line.loops() && isComputing()
                ? new ClassWait(found.used(), found.initializer(), Confidence.UNKNOWN)
                : found;
    }

    /** In a loop, code that computes and code that waits look the same; what waits needs no processor. */
    private boolean isComputing() {
        Wait seen = processors.of(threads);
        return seen == Wait.COMPUTES || seen == Wait.LIKELY_COMPUTES;
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        return JdkNames.isJdk(frame.getClassName());
    }

    private Set<String> own(Thread thread) {
        return initializers.stream()
                .filter(each -> each.thread() == thread)
                .map(RunningInitializer::className)
                .collect(Collectors.toSet());
    }

    /** Where only one thread is in the way it is likely that one. */
    private static ClassWait unseen(List<RunningInitializer> others) {
        boolean one = others.stream().map(RunningInitializer::thread).distinct().count() == 1;
        return new ClassWait(null, others.get(others.size() - 1), one ? Confidence.LIKELY : Confidence.UNKNOWN);
    }

    private @Nullable ClassWait of(Uses line, Set<String> own, List<RunningInitializer> others) {
        ClassWait found = line.complete() ? null : new ClassWait(null, others.get(0), Confidence.UNKNOWN);
        for (Map.Entry<String, Set<String>> use : line.classes().entrySet()) {
            State state = states.getOrDefault(use.getKey(), State.UNSEEN);
            if (state == State.INITIALIZED || own.contains(use.getKey())) {
                continue; // no thread waits for that one, whatever is above it
            }
            ClassWait wait = of(use, state == State.NOT_INITIALIZED && !line.loops(), others);
            if (found == null || wait.confidence().compareTo(found.confidence()) < 0) {
                found = wait;
            }
        }
        return found;
    }

    private static ClassWait of(Map.Entry<String, Set<String>> use, boolean seen, List<RunningInitializer> others) {
        for (RunningInitializer other : others) {
            if (use.getValue().contains(other.className())) {
                return new ClassWait(use.getKey(), other, seen ? Confidence.EXACT : Confidence.LIKELY);
            }
        }
        return new ClassWait(use.getKey(), others.get(0), Confidence.UNKNOWN);
    }
}
