package io.vtmonitor.waits;

import io.vtmonitor.common.StableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether threads that have just got a carrier spin with {@code Thread.yield} in one method. When its stack
 * is read, a spinning thread may be anywhere in its loop. So it counts if it is in the method in which other threads
 * yield. A thread that computes and yields only now and then is seldom seen in {@code Thread.yield}.
 */
public final class YieldSpin {
    private static final int MOST = 16;
    private static final int FEWEST = 4;

    /** At least one in this many stacks has to show {@code Thread.yield} in that method. */
    private static final int YIELDS = 4;

    private final Map<String, Integer> in = new HashMap<>();
    private final Map<String, Integer> yields = new HashMap<>();
    private int all;

    public boolean wantsMore() {
        return all < MOST;
    }

    /** Adds the stack of a thread that has just got a carrier. */
    public void add(List<StackTraceElement> trace) {
        all++;
        String yieldsIn = yieldsIn(trace);
        if (yieldsIn != null) {
            yields.merge(yieldsIn, 1, Integer::sum);
        }
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().startsWith("java.lang.") && !isPark(frame)) {
                in.merge(StableName.of(frame.getClassName() + "." + frame.getMethodName()), 1, Integer::sum);
                return;
            }
        }
    }

    /** The method that calls {@code Thread.yield} in a stack; null if none does. */
    public static @Nullable String yieldsIn(List<StackTraceElement> trace) {
        boolean yields = false;
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().startsWith("java.lang.")) {
                return yields ? StableName.of(frame.getClassName() + "." + frame.getMethodName()) : null;
            }
            yields |= frame.getMethodName().equals("yield");
        }
        return null;
    }

    /** Some loops also park for a moment now and then. */
    private static boolean isPark(StackTraceElement frame) {
        return frame.getClassName().equals("java.util.concurrent.locks.LockSupport");
    }

    /**
     * The method in which most of the threads yield; null if none yields often enough, or too few stacks were added.
     */
    public @Nullable String method() {
        return all < FEWEST
                ? null
                : yields.entrySet().stream()
                        .filter(each -> YIELDS * each.getValue() >= all)
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse(null);
    }

    /** The part of the stacks that are in that method, 0 to 1; 0 if there is no such method. */
    public double part() {
        String method = method();
        return method == null ? 0 : (double) in.getOrDefault(method, 0) / all;
    }
}
