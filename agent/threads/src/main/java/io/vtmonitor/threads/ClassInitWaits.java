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
 * Finds threads that wait for a class that another thread initializes. Until that thread is done, no other thread can
 * use the class. The JVM shows a waiting thread as running, but its current line needs the class. Serves one look at
 * the carriers.
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
final class ClassInitWaits {
    private final List<RunningInitializer> initializers;
    private final int threads;
    private final Map<StackTraceElement, Uses> uses = new HashMap<>();
    private final Map<String, State> states;
    private final ProcessorUse processors;

    /**
     * Reads class files, but only if a class is being initialized.
     *
     * @param initializers the running static initializers
     * @param running topmost frames of the threads for which {@link #of} will be called
     * @param classStates gives the states of classes by name
     * @param processors how much of the processors the carriers use
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
     * The class that a thread waits for, or may wait for; null if there is none.
     *
     * @param trace its stack, topmost frame first, not empty
     * @param surely whether the JVM shows that it waits for some class
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
        // Only a hidden frame has code of the application: that of a lambda, which waits for the class that it belongs
        // to.
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

    /**
     * Whether the threads compute. In a loop, a thread that computes is at the same lines as one that waits, but only
     * the former uses a processor.
     */
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

    /**
     * A wait for a class that is not seen. If only one other thread runs initializers, it likely waits for that one.
     */
    private static ClassWait unseen(List<RunningInitializer> others) {
        boolean one = others.stream().map(RunningInitializer::thread).distinct().count() == 1;
        return new ClassWait(null, others.get(others.size() - 1), one ? Confidence.LIKELY : Confidence.UNKNOWN);
    }

    private @Nullable ClassWait of(Uses line, Set<String> own, List<RunningInitializer> others) {
        ClassWait found = line.complete() ? null : new ClassWait(null, others.get(0), Confidence.UNKNOWN);
        for (Map.Entry<String, Set<String>> use : line.classes().entrySet()) {
            State state = states.getOrDefault(use.getKey(), State.UNSEEN);
            if (state == State.INITIALIZED || own.contains(use.getKey())) {
                continue; // it waits neither for this class nor for its superclasses
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
