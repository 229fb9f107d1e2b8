package io.vtmonitor.threads;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a thread in {@code Object.wait} waits on, where the JVM does not say. The JVM shows that monitor as one of the
 * thread's own; of a thread that was notified, or whose {@code wait} is compiled, it tells no more.
 *
 * @param monitor the one that the frame nearest to the wait is shown to own; null if those are several, or none
 * @param owned without what that frame owns, for each frame
 */
public record WaitedMonitor<T>(@Nullable T monitor, List<List<T>> owned) {
    /** Whether the thread waits for a notification, or was notified and enters the monitor again. */
    public static boolean isInWait(List<StackTraceElement> frames) {
        return !frames.isEmpty()
                && frames.get(0).getClassName().equals("java.lang.Object")
                && frames.get(0).getMethodName().startsWith("wait");
    }

    /**
     * Of a thread that is in its wait.
     *
     * @param shown for each frame what it is shown to own, topmost first
     */
    @SuppressWarnings("ReferenceEquality") // monitors are compared by identity
    public static <T> WaitedMonitor<T> of(List<List<T>> shown) {
        List<T> nearest =
                shown.stream().filter(each -> !each.isEmpty()).findFirst().orElse(List.of());
        List<List<T>> owned = new ArrayList<>();
        for (List<T> each : shown) {
            owned.add(each.stream()
                    .filter(monitor -> nearest.stream().noneMatch(one -> one == monitor))
                    .toList());
        }
        return new WaitedMonitor<>(nearest.size() == 1 ? nearest.get(0) : null, owned);
    }
}
