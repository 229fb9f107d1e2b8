package io.vtmonitor.threads;

import io.vtmonitor.threads.Snapshots.Snapshot;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the monitors that threads wait to enter, and their owners, on JDK 25 and later. It reads threads one by one, so
 * use it only if there are such threads. It serves one look, and refers to objects of the application, so do not keep
 * it.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
public final class Monitors {
    private static final int MOST_CANDIDATES = 500;

    private final Snapshots snapshots;
    private final IdentityHashMap<Thread, Object> entering = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Owner> owners = new IdentityHashMap<>();
    private final IdentityHashMap<Thread, Boolean> seen = new IdentityHashMap<>();
    private boolean sawAll = true;

    public Monitors(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    /**
     * A monitor's owner.
     *
     * @param thread the thread
     * @param frames its stack
     * @param depth the depth of the outermost frame that owns it
     */
    public record Owner(Thread thread, List<StackTraceElement> frames, int depth) {}

    /**
     * Reads a thread, and notes the monitors that it owns. Returns the monitor that it waits to enter; null if there is
     * none.
     */
    public @Nullable Object entered(Thread thread) {
        if (seen.putIfAbsent(thread, true) == null) {
            Snapshot snapshot = snapshots.of(thread);
            if (snapshot != null) {
                if (snapshot.blockedOn() != null) {
                    entering.put(thread, snapshot.blockedOn());
                }
                note(thread, snapshot);
            }
        }
        return entering.get(thread);
    }

    /**
     * Searches these threads, in their order, for the owners of the monitors that threads wait for, until all are
     * found.
     */
    public void findOwners(Iterable<Thread> candidates, boolean areAll) {
        sawAll &= areAll;
        int before = seen.size();
        for (Thread candidate : candidates) {
            if (entering.values().stream().allMatch(owners::containsKey)) {
                return;
            }
            if (seen.size() - before >= MOST_CANDIDATES) {
                sawAll = false;
                return;
            }
            if (candidate != Thread.currentThread()) {
                entered(candidate);
            }
        }
    }

    /** Whether the owner of a monitor that a thread waits to enter was not found. */
    public boolean lacksOwner() {
        return !owners.keySet().containsAll(entering.values());
    }

    /** Notes that some threads that wait to enter a monitor were not read. */
    public void missedSome() {
        sawAll = false;
    }

    /** Whether all threads were read that can be, so that a monitor without a known owner has none. */
    public boolean sawAll() {
        return sawAll;
    }

    /** How many threads were read. */
    public int examined() {
        return seen.size();
    }

    /**
     * Whether the owner waits to enter another monitor. JDK-8361926: the JVM may show a thread that waits for a monitor
     * as its owner. A thread that waits to enter another one is not affected.
     */
    boolean waitsForAnother(Owner owner) {
        return entering.containsKey(owner.thread());
    }

    /** Notes the monitors that a thread owns, without the one that it waits for. */
    private void note(Thread thread, Snapshot snapshot) {
        for (int depth = snapshot.owned().size() - 1; depth >= 0; depth--) {
            for (Object monitor : snapshot.owned().get(depth)) {
                if (monitor != snapshot.blockedOn() && monitor != snapshot.waitingOn()) {
                    owners.putIfAbsent(monitor, new Owner(thread, snapshot.frames(), depth));
                }
            }
        }
    }

    /** The owner of a monitor; null if it was not found. */
    public @Nullable Owner owner(Object monitor) {
        return owners.get(monitor);
    }

    /** The monitors that threads wait to enter, by thread. */
    public IdentityHashMap<Thread, Object> entering() {
        return entering;
    }

    /** Whether an owner, read once more, still has the monitor. If not, it was not held for long. */
    public boolean isStill(Owner owner, Object monitor) {
        Snapshot again = snapshots.of(owner.thread());
        return again != null
                && again.blockedOn() != monitor
                && owner.depth() - owner.frames().size() + again.frames().size() >= 0
                && again.owned().stream().anyMatch(at -> at.stream().anyMatch(each -> each == monitor));
    }
}
