package io.vtmonitor.waits.dump;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a dump.
 *
 * @param tid its id
 * @param name its name, may be empty
 * @param virtual whether it is a virtual thread; null where the dump does not tell (JDK 21, a thread without frames)
 * @param state as {@link Thread.State}; null where the dump does not tell (JDK 21)
 * @param parkBlocker what it is parked for, {@code class@hash}; null where there is none or the dump does not tell
 * @param parkBlockerOwner who has that; 0 where the dump does not tell (before JDK 26)
 * @param blockedOn the monitor it waits to enter; null where there is none or the dump does not tell
 * @param waitingOn the object in whose {@code wait} it is
 * @param owned by depth, 0 is the topmost frame, the monitors it owns
 * @param mounted whether it has a carrier; false where the dump does not tell
 * @param frames topmost first
 */
record DumpedThread(
        long tid,
        String name,
        @Nullable Boolean virtual,
        Thread.@Nullable State state,
        @Nullable String parkBlocker,
        long parkBlockerOwner,
        @Nullable String blockedOn,
        @Nullable String waitingOn,
        Map<Integer, List<String>> owned,
        boolean mounted,
        List<StackTraceElement> frames) {
    DumpedThread {
        if (state == Thread.State.BLOCKED && blockedOn == null) {
            // It was notified, and enters the monitor again that the dump shows as its own.
            List<String> monitors =
                    owned.values().stream().flatMap(List::stream).distinct().toList();
            blockedOn = monitors.size() == 1 ? monitors.get(0) : null;
            owned = Map.of();
        }
    }

    /** In words. */
    String text() {
        String quoted = name.isEmpty() ? "" : " \"" + name + "\"";
        return (Boolean.TRUE.equals(virtual) ? "virtual thread #" + tid : "platform thread #" + tid) + quoted;
    }
}
