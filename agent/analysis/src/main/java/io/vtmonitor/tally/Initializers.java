package io.vtmonitor.tally;

import io.vtmonitor.model.PinnedReason;
import io.vtmonitor.report.figures.Initializer;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Joins a wait for a class to the thread that was initializing it: the longest pinned stack with that class's static
 * initializer in it. Times need not be compared: a class is initialized once, and until then everybody waits.
 */
final class Initializers {
    private static final Comparator<StackFigures> LONGEST = (one, other) -> {
        int longer = Long.compare(one.pinnedNanos(), other.pinnedNanos());
        return longer != 0
                ? longer
                : one.frames().toString().compareTo(other.frames().toString());
    };

    private final List<StackFigures> running = new ArrayList<>();

    /** A stack that may be in an initializer. */
    void add(StackFigures stack) {
        if (stack.frames().stream().anyMatch(StackFrame::isClassInitializer)) {
            running.add(stack);
        }
    }

    /**
     * Who ran it.
     *
     * @param className as the JVM names it
     */
    Initializer of(String className) {
        return new Initializer(
                className,
                running.stream()
                        .filter(stack -> initializes(stack, className))
                        .max(LONGEST)
                        .map(StackFigures::frames)
                        .orElse(List.of()));
    }

    private static boolean initializes(StackFigures stack, String className) {
        return stack.frames().stream()
                .filter(StackFrame::isClassInitializer)
                .anyMatch(frame -> PinnedReason.waitedFor(className, frame.className()));
    }
}
