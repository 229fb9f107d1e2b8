package io.vtmonitor.threads;

import io.vtmonitor.threads.Snapshots.Snapshot;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JDK 25 and later: which monitors threads wait to enter, and who owns those. Looks at threads one by one, so only
 * where such threads are there. Of one look: it refers to objects of the application and must not be kept.
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
     * @param depth of the frame that owns it, the outermost of them
     */
    public record Owner(Thread thread, List<StackTraceElement> frames, int depth) {}

    /** Looks at a thread: what it waits to enter, null if that is nothing; and what it owns meanwhile. */
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

    /** Looks for the owners of what is waited for, among these in their order, until all are found. */
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

    /** Whether the owner of what a thread waits to enter was not among those looked at. */
    public boolean lacksOwner() {
        return !owners.keySet().containsAll(entering.values());
    }

    /** Some threads that wait to enter a monitor were not looked at. */
    public void missedSome() {
        sawAll = false;
    }

    /** Whether every thread was looked at, as far as threads can be seen: so one without an owner has none. */
    public boolean sawAll() {
        return sawAll;
    }

    /** So many threads were looked at. */
    public int examined() {
        return seen.size();
    }

    /**
     * JDK-8361926: a thread that waits for a monitor can be shown as its owner. One that waits to enter another is none
     * of those.
     */
    boolean waitsForAnother(Owner owner) {
        return entering.containsKey(owner.thread());
    }

    /** Leaves out what a thread waits for itself. */
    private void note(Thread thread, Snapshot snapshot) {
        for (int depth = snapshot.owned().size() - 1; depth >= 0; depth--) {
            for (Object monitor : snapshot.owned().get(depth)) {
                if (monitor != snapshot.blockedOn() && monitor != snapshot.waitingOn()) {
                    owners.putIfAbsent(monitor, new Owner(thread, snapshot.frames(), depth));
                }
            }
        }
    }

    /** Null if the owner was not among those looked at. */
    public @Nullable Owner owner(Object monitor) {
        return owners.get(monitor);
    }

    /** What each thread that was looked at waits to enter. */
    public IdentityHashMap<Thread, Object> entering() {
        return entering;
    }

    /** Whether an owner, looked at once more, still has it: one that is gone by now was never a matter of interest. */
    public boolean isStill(Owner owner, Object monitor) {
        Snapshot again = snapshots.of(owner.thread());
        return again != null
                && again.blockedOn() != monitor
                && owner.depth() - owner.frames().size() + again.frames().size() >= 0
                && again.owned().stream().anyMatch(at -> at.stream().anyMatch(each -> each == monitor));
    }
}
