package io.vtmonitor.waits.dump;

import io.vtmonitor.threads.WaitedMonitor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a dump.
 *
 * @param tid its id
 * @param name its name; may be empty
 * @param virtual whether it is a virtual thread; null if the dump does not show that (JDK 21, a thread without frames)
 * @param state its state; null if the dump does not show it (JDK 21)
 * @param awaits what it waits for
 * @param owned the monitors that it owns, by the depth of the frame, 0 for the topmost one; at -1 the locks that are no
 *     monitors. While {@link #inDoubt} has monitors, it waits for one of these
 * @param mounted whether it has a carrier; false if the dump does not show carriers
 * @param container the container of the thread, such as {@code class@hash} of an executor; null if the dump does not
 *     show it
 * @param frames topmost first
 */
public record DumpedThread(
        long tid,
        String name,
        @Nullable Boolean virtual,
        Thread.@Nullable State state,
        Awaited awaits,
        Map<Integer, List<String>> owned,
        boolean mounted,
        @Nullable String container,
        List<StackTraceElement> frames) {
    /**
     * What a thread waits for; each is null if there is none or the dump does not show it.
     *
     * @param parkBlocker the object that it is parked for, {@code class@hash}
     * @param parkBlockerOwner the id of the thread that owns that; 0 if the dump does not show it (before JDK 26)
     * @param blockedOn the monitor that it waits to enter
     * @param waitingOn the object on which it called {@code wait}
     * @param initialization the class for whose initialization it waits
     */
    public record Awaited(
            @Nullable String parkBlocker,
            long parkBlockerOwner,
            @Nullable String blockedOn,
            @Nullable String waitingOn,
            @Nullable String initialization) {
        private Awaited with(boolean enters, @Nullable String monitor) {
            return new Awaited(
                    parkBlocker, parkBlockerOwner, enters ? monitor : null, enters ? null : monitor, initialization);
        }
    }

    public DumpedThread {
        if (state != null && awaits.blockedOn == null && awaits.waitingOn == null && WaitedMonitor.isInWait(frames)) {
            String waited = WaitedMonitor.of(byFrame(owned, frames.size())).monitor();
            if (waited != null) {
                awaits = awaits.with(state == Thread.State.BLOCKED, waited);
                owned = without(waited, owned);
            }
        }
    }

    private static Map<Integer, List<String>> without(String monitor, Map<Integer, List<String>> owned) {
        Map<Integer, List<String>> others = new HashMap<>();
        owned.forEach((depth, all) -> others.put(
                depth, all.stream().filter(each -> !each.equals(monitor)).toList()));
        return others;
    }

    /**
     * The monitors of the frame that called {@code Object.wait}, if it has several: the thread waits for one of them,
     * and its dump does not show for which.
     */
    List<String> inDoubt() {
        boolean shown = state == null || awaits.blockedOn != null || awaits.waitingOn != null;
        return shown || !WaitedMonitor.isInWait(frames)
                ? List.of()
                : byFrame(owned, frames.size()).stream()
                        .filter(each -> !each.isEmpty())
                        .findFirst()
                        .orElse(List.of());
    }

    /** Whether a monitor that is shown as owned is another one than that for which the thread waits. */
    boolean hasNotLeft(String monitor) {
        return !monitor.equals(awaits.blockedOn)
                && !monitor.equals(awaits.waitingOn)
                && !inDoubt().contains(monitor);
    }

    /** The same, waiting for that one of the monitors {@linkplain #inDoubt in doubt}. */
    DumpedThread waitingFor(String monitor) {
        Awaited its = awaits.with(state == Thread.State.BLOCKED, monitor);
        return new DumpedThread(tid, name, virtual, state, its, without(monitor, owned), mounted, container, frames);
    }

    private static List<List<String>> byFrame(Map<Integer, List<String>> owned, int frames) {
        Map<String, String> one = new HashMap<>(); // monitors are compared by identity
        return IntStream.range(0, frames)
                .mapToObj(depth -> owned.getOrDefault(depth, List.of()).stream()
                        .map(monitor -> one.computeIfAbsent(monitor, key -> key))
                        .toList())
                .toList();
    }

    /** The same, waiting for the initialization of that class. */
    DumpedThread awaiting(String type) {
        Awaited withClass =
                new Awaited(awaits.parkBlocker, awaits.parkBlockerOwner, awaits.blockedOn, awaits.waitingOn, type);
        return new DumpedThread(tid, name, virtual, state, withClass, owned, mounted, container, frames);
    }

    /** The same with a stack. */
    DumpedThread at(List<StackTraceElement> stack) {
        return new DumpedThread(tid, name, virtual, state, awaits, owned, mounted, container, stack);
    }

    /** The thread in words. */
    String text() {
        String quoted = name.isEmpty() ? "" : " \"" + name + "\"";
        return (Boolean.TRUE.equals(virtual) ? "virtual thread #" + tid : "platform thread #" + tid) + quoted;
    }
}
