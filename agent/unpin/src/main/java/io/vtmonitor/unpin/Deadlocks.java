package io.vtmonitor.unpin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds threads that wait for each other's rewritten locks. The JVM's own search covers platform threads only, and
 * waiting virtual threads hold no carrier now, so no stall shows them.
 */
final class Deadlocks {
    private static final int MOST = 20;

    private final Supplier<List<Object>> contended;
    private final Set<Set<Thread>> suspected = new HashSet<>();
    private final Map<Set<Thread>, String> found = new LinkedHashMap<>();

    /** A thread waits for what another one owns. */
    private record Wait(Object object, Thread owner) {}

    /** @param contended objects, who owns the lock of each, and a list of those who wait for it */
    Deadlocks(Supplier<List<Object>> contended) {
        this.contended = contended;
    }

    /**
     * Looks at the locks as they are now; what was seen the last time, too, is true. Returns what is new, a sentence
     * each.
     */
    List<String> look() {
        Map<Thread, Wait> waits = waits();
        Set<Set<Thread>> seen = new HashSet<>();
        List<String> fresh = new ArrayList<>();
        for (Thread thread : waits.keySet()) {
            List<Thread> cycle = cycle(thread, waits);
            Set<Thread> threads = Set.copyOf(cycle);
            if (!cycle.isEmpty() && seen.add(threads) && suspected.contains(threads) && found.size() < MOST) {
                String text = text(cycle, waits);
                if (found.putIfAbsent(threads, text) == null) {
                    fresh.add(text);
                }
            }
        }
        suspected.clear();
        suspected.addAll(seen);
        return fresh;
    }

    private Map<Thread, Wait> waits() {
        List<Object> locks = contended.get();
        Map<Thread, Wait> waits = new HashMap<>();
        for (int i = 0; i + 2 < locks.size(); i += 3) {
            for (Object waiter : (List<?>) locks.get(i + 2)) {
                waits.put((Thread) waiter, new Wait(locks.get(i), (Thread) locks.get(i + 1)));
            }
        }
        return waits;
    }

    /** The threads from one to itself again; empty where the way ends, or goes round without it. */
    private static List<Thread> cycle(Thread from, Map<Thread, Wait> waits) {
        List<Thread> way = new ArrayList<>();
        Wait wait = waits.get(from);
        way.add(from);
        while (wait != null && way.size() <= waits.size()) {
            Thread owner = wait.owner;
            if (owner.equals(from)) {
                return way;
            }
            way.add(owner);
            wait = waits.get(owner);
        }
        return List.of();
    }

    private static String text(List<Thread> cycle, Map<Thread, Wait> waits) {
        List<String> parts = new ArrayList<>();
        for (Thread thread : cycle) {
            Wait wait = Objects.requireNonNull(waits.get(thread));
            parts.add(name(thread) + " waits" + place(thread) + " for "
                    + wait.object.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(wait.object))
                    + ", which " + name(wait.owner) + " owns");
        }
        return String.join("; ", parts);
    }

    @SuppressWarnings("deprecation") // Thread.threadId() is newer than the Java this is compiled for
    private static String name(Thread thread) {
        return (thread.getName().isEmpty() ? "a thread" : "\"" + thread.getName() + "\"") + " #" + thread.getId();
    }

    private static String place(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.")) {
                return " at " + frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
            }
        }
        return "";
    }
}
