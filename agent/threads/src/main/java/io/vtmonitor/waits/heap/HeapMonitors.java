package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapDump.Local;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.heap.ThreadRoot;
import java.io.IOException;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the monitors that threads wait to enter, and their likely owners. A heap dump shows neither, but it shows what
 * the local variables of each frame refer to. javac keeps the object of a {@code synchronized} block in the last
 * variable, and a synchronized method has its own object in the first. So a thread likely waits for the last object in
 * its topmost frame that another thread has in a frame, too. If only one other thread has that object in a frame, that
 * thread likely owns its monitor.
 */
final class HeapMonitors {
    private final HeapDump dump;
    private final Map<HeapThread, Long> entered = new HashMap<>();
    private final Map<HeapThread, Long> waitedOn = new HashMap<>();
    private final Map<HeapThread, Map<Integer, List<String>>> owned = new HashMap<>();
    /**
     * By object, the depths of frames in which threads may own its monitor, one entry for each variable that refers to
     * it.
     */
    private final Map<Long, Map<HeapThread, List<Integer>>> mayOwn = new HashMap<>();

    HeapMonitors(HeapDump dump, HeapThreads threads) throws IOException {
        this.dump = dump;
        Map<HeapThread, List<Local>> blocked = new LinkedHashMap<>();
        Set<Long> wanted = new HashSet<>();
        for (HeapThread thread : threads.alive()) {
            List<Local> top = waits(thread) ? top(thread) : List.of();
            if (!top.isEmpty() && thread.state() == State.BLOCKED) {
                blocked.put(thread, top);
                top.forEach(local -> wanted.add(local.object()));
            } else if (!top.isEmpty()) {
                waitedOn.put(thread, top.get(0).object());
            }
        }
        if (blocked.isEmpty()) {
            return;
        }
        for (HeapThread thread : threads.alive()) {
            owners(thread, wanted);
        }
        blocked.forEach(this::enter);
        for (Long monitor : new HashSet<>(entered.values())) {
            owner(monitor);
        }
    }

    private static boolean waits(HeapThread thread) {
        return thread.state() == State.BLOCKED || (thread.state() != State.RUNNABLE && isInWait(thread));
    }

    private static boolean isInWait(HeapThread thread) {
        return !thread.stack().isEmpty()
                && thread.stack().get(0).getClassName().equals("java.lang.Object")
                && thread.stack().get(0).getMethodName().startsWith("wait");
    }

    /** The variables of the topmost frame; if the thread is in {@code Object.wait}, only the object of that call. */
    private List<Local> top(HeapThread thread) {
        List<Local> found = new ArrayList<>();
        for (Local local : inFrames(thread)) {
            if (isInWait(thread) ? isInObject(thread, local) : local.depth() == 0) {
                found.add(local);
            }
        }
        return isInWait(thread) && !found.isEmpty() ? found.subList(0, 1) : found;
    }

    private static boolean isInObject(HeapThread thread, Local local) {
        return thread.stack().get(local.depth()).getClassName().equals("java.lang.Object");
    }

    /** The variables of visible frames, with depths that count only these frames. */
    private List<Local> inFrames(HeapThread thread) {
        ThreadRoot root = thread.root();
        List<Local> found = new ArrayList<>();
        if (root == null) {
            return found;
        }
        Map<Integer, Integer> shown = new HashMap<>();
        for (int i = 0; i < thread.stack().size(); i++) {
            shown.put(thread.depths().get(i), i);
        }
        for (Local local : dump.locals(root.number())) {
            Integer depth = shown.get(local.depth());
            if (depth != null) {
                found.add(new Local(depth, local.object()));
            }
        }
        return found;
    }

    /**
     * Adds the objects whose monitors a thread may own. It does not own the monitor that it is about to enter, or that
     * it has released in {@code Object.wait}. The frame in which it is about to enter a monitor may own others only if
     * it has more variables than a method has at its start.
     */
    private void owners(HeapThread thread, Set<Long> wanted) throws IOException {
        Long left = waitedOn.get(thread);
        boolean begins = thread.state() == State.BLOCKED && mayBegin(thread);
        for (Local local : inFrames(thread)) {
            boolean enters = local.depth() == 0 && begins;
            if (wanted.contains(local.object())
                    && !enters
                    && !Long.valueOf(local.object()).equals(left)) {
                mayOwn.computeIfAbsent(local.object(), key -> new LinkedHashMap<>())
                        .computeIfAbsent(thread, key -> new ArrayList<>())
                        .add(local.depth());
            }
        }
    }

    /**
     * Whether the topmost frame may be of a synchronized method that waits to begin, so that it has only its
     * parameters.
     */
    private boolean mayBegin(HeapThread thread) throws IOException {
        ThreadRoot root = thread.root();
        if (root == null || thread.stack().isEmpty() || isInWait(thread)) {
            return true;
        }
        return top(thread).size()
                < dump.references(root.stack(), thread.depths().get(0)) + 2;
    }

    private void enter(HeapThread thread, List<Local> top) {
        for (Local local : top) {
            Collection<HeapThread> others =
                    mayOwn.getOrDefault(local.object(), Map.of()).keySet();
            if (others.stream().anyMatch(other -> !other.equals(thread))) {
                entered.put(thread, local.object());
            }
        }
    }

    /**
     * Sets the owner of a monitor. If several threads may own it, it is the one that has it twice in a frame: in the
     * variable that the code names, and in that of the {@code synchronized} block.
     */
    private void owner(long monitor) {
        Map<HeapThread, List<Integer>> may = new LinkedHashMap<>(mayOwn.getOrDefault(monitor, Map.of()));
        may.keySet().removeIf(thread -> Long.valueOf(monitor).equals(entered.get(thread)));
        if (may.size() > 1) {
            may.values().removeIf(depths -> new HashSet<>(depths).size() == depths.size());
        }
        if (may.size() == 1) {
            may.forEach((thread, depths) -> owned.computeIfAbsent(thread, key -> new HashMap<>())
                    .computeIfAbsent(depths.stream().max(Integer::compare).orElse(0), key -> new ArrayList<>())
                    .add(text(monitor)));
        }
    }

    private String text(long monitor) {
        try {
            HeapObject object = dump.object(monitor);
            String type = object == null ? dump.classNamed(monitor) : null;
            return object == null ? "java.lang.Class " + type + "@" + Long.toHexString(monitor) : object.toString();
        } catch (IOException ignored) {
            return "@" + Long.toHexString(monitor); // not expected: the object was read a moment ago
        }
    }

    /** The monitor that a thread waits to enter; null if that is not known. */
    @Nullable
    String entered(HeapThread thread) {
        Long monitor = entered.get(thread);
        return monitor == null ? null : text(monitor);
    }

    /** The object of the thread that another thread joins: {@code Thread.join} waits on it; 0 if it joins none. */
    long joined(HeapThread thread) {
        Long object = waitedOn.get(thread);
        for (StackTraceElement frame : object == null ? List.<StackTraceElement>of() : thread.stack()) {
            if (!frame.getClassName().equals("java.lang.Object")) {
                boolean joins = frame.getClassName().equals(HeapThreads.THREAD)
                        && frame.getMethodName().equals("join");
                return joins && object != null ? object : 0;
            }
        }
        return 0;
    }

    /** The object on which a thread called {@code wait}; null if it is in no such call, or the object is not known. */
    @Nullable
    String waitedOn(HeapThread thread) {
        Long object = waitedOn.get(thread);
        return object == null ? null : text(object);
    }

    /** The monitors that a thread likely owns and that others wait for, by the depth of the frame. */
    Map<Integer, List<String>> owned(HeapThread thread) {
        return owned.getOrDefault(thread, Map.of());
    }
}
