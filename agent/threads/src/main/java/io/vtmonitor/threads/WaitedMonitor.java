package io.vtmonitor.threads;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the monitor that a thread in {@code Object.wait} waits on, if the JVM does not name it, as for a notified
 * thread or a compiled {@code wait}. The JVM then shows that monitor as one that the thread owns.
 *
 * @param monitor the monitor that the frame nearest to the wait is shown to own; null if there are several, or none
 * @param owned the monitors that each frame owns, without those that are shown for that frame
 */
public record WaitedMonitor<T>(@Nullable T monitor, List<List<T>> owned) {
    /** Whether the thread waits for a notification, or was notified and enters the monitor again. */
    public static boolean isInWait(List<StackTraceElement> frames) {
        return !frames.isEmpty()
                && frames.get(0).getClassName().equals("java.lang.Object")
                && frames.get(0).getMethodName().startsWith("wait");
    }

    /**
     * The monitor of a thread that is in {@code Object.wait}.
     *
     * @param shown the monitors that each frame is shown to own, topmost frame first
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
