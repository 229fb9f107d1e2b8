package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapDump.Local;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.heap.ThreadRoot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose monitors threads wait to enter. A heap dump has no owners of monitors, but the objects that threads are at, and
 * what the local variables of each frame refer to: javac keeps the object of a {@code synchronized} block in one, and a
 * synchronized method has its own in the first. So a thread that waits is at the last such object of its topmost frame,
 * and whoever has the same one in a frame where it does not wait likely owns it.
 */
final class HeapMonitors {
    private final HeapDump dump;
    private final Map<HeapThread, Long> entered = new HashMap<>();
    private final Map<HeapThread, Long> waitedOn = new HashMap<>();
    private final Map<HeapThread, Map<Integer, List<String>>> owned = new HashMap<>();

    HeapMonitors(HeapDump dump, HeapThreads threads) throws IOException {
        this.dump = dump;
        Map<HeapThread, List<Local>> locals = new LinkedHashMap<>();
        for (HeapThread thread : threads.alive()) {
            List<Local> its = inFrames(thread);
            if (!its.isEmpty()) {
                locals.put(thread, its);
            }
        }
        locals.forEach((thread, its) -> {
            if (thread.state() != Thread.State.RUNNABLE && isInWait(thread)) {
                its.stream()
                        .filter(local -> local.depth() == 0)
                        .findFirst()
                        .ifPresent(local -> waitedOn.put(thread, local.object()));
            }
        });
        entered(locals);
        for (Long monitor : new HashSet<>(entered.values())) {
            owners(monitor, locals);
        }
    }

    /** Of the frames that are shown; depths are those. */
    private List<Local> inFrames(HeapThread thread) {
        ThreadRoot root = thread.root();
        List<Local> found = new ArrayList<>();
        if (root == null) {
            return found;
        }
        Map<Integer, Integer> shown = new HashMap<>();
        for (int i = 0; i < thread.stack().size(); i++) {
            shown.put(thread.depths()[i], i);
        }
        for (Local local : dump.locals(root.number())) {
            Integer depth = shown.get(local.depth());
            if (depth != null && dump.isMonitor(local.object())) {
                found.add(new Local(depth, local.object()));
            }
        }
        return found;
    }

    private static boolean isInWait(HeapThread thread) {
        return !thread.stack().isEmpty()
                && thread.stack().get(0).getClassName().equals("java.lang.Object")
                && thread.stack().get(0).getMethodName().startsWith("wait");
    }

    /** What is last is what the innermost block locks; it counts only if another thread may own it. */
    private void entered(Map<HeapThread, List<Local>> locals) {
        locals.forEach((thread, its) -> {
            if (thread.state() != Thread.State.BLOCKED) {
                return;
            }
            for (Local local : its) {
                boolean top = local.depth() == 0 || isInWait(thread);
                if (top && mayBeOwned(local.object(), thread, locals)) {
                    entered.put(thread, local.object());
                }
            }
        });
    }

    private static boolean mayBeOwned(long monitor, HeapThread waiter, Map<HeapThread, List<Local>> locals) {
        for (Map.Entry<HeapThread, List<Local>> other : locals.entrySet()) {
            boolean blocked = other.getKey().state() == Thread.State.BLOCKED;
            for (Local local : other.getValue()) {
                if (other.getKey() != waiter && local.object() == monitor && (!blocked || local.depth() > 0)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Of several that may own it, one that has it twice in a frame locks a variable of its own. */
    private void owners(long monitor, Map<HeapThread, List<Local>> locals) {
        Map<HeapThread, Integer> depths = new LinkedHashMap<>();
        Set<HeapThread> twice = new HashSet<>();
        locals.forEach((thread, its) -> {
            Set<Integer> seen = new HashSet<>();
            for (Local local : its) {
                boolean isEntering = Long.valueOf(monitor).equals(entered.get(thread)) && local.depth() == 0;
                boolean hasLeft = Long.valueOf(monitor).equals(waitedOn.get(thread));
                if (local.object() == monitor && !isEntering && !hasLeft) {
                    depths.merge(thread, local.depth(), Math::max);
                    if (!seen.add(local.depth())) {
                        twice.add(thread);
                    }
                }
            }
        });
        if (depths.size() > 1 && twice.size() == 1) {
            depths.keySet().retainAll(twice);
        }
        if (depths.size() == 1) {
            depths.forEach((thread, depth) -> owned.computeIfAbsent(thread, key -> new HashMap<>())
                    .computeIfAbsent(depth, key -> new ArrayList<>())
                    .add(text(monitor)));
        }
    }

    private String text(long monitor) {
        try {
            HeapObject object = dump.object(monitor);
            String type = object == null ? dump.classNamed(monitor) : null;
            return object == null ? "java.lang.Class " + type + "@" + Long.toHexString(monitor) : object.toString();
        } catch (IOException ignored) {
            return "@" + Long.toHexString(monitor);
        }
    }

    /** The monitor that a thread waits to enter; null where that is not known. */
    @Nullable
    String entered(HeapThread thread) {
        Long monitor = entered.get(thread);
        return monitor == null ? null : text(monitor);
    }

    /** The object in whose {@code wait} a thread is; null where it is in none, or that is not known. */
    @Nullable
    String waitedOn(HeapThread thread) {
        Long object = waitedOn.get(thread);
        return object == null ? null : text(object);
    }

    /** By depth the monitors that a thread likely owns and that others wait for. */
    Map<Integer, List<String>> owned(HeapThread thread) {
        return owned.getOrDefault(thread, Map.of());
    }
}
