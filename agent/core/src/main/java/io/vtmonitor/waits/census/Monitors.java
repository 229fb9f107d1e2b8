package io.vtmonitor.waits.census;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.waits.FrameProofs;
import io.vtmonitor.waits.Phase;
import io.vtmonitor.waits.Share;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.census.Snapshots.Snapshot;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JDK 25 and later: which monitors the BLOCKED threads of one look wait for, and who owns those. Looks at threads one
 * by one, so only where such threads are there. It refers to objects of the application and must not be kept.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are told apart by identity
final class Monitors {
    private static final int MOST_CANDIDATES = 500;

    private final Snapshots snapshots;
    private final Phases phases;
    private final IdentityHashMap<Thread, Object> entering = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Owner> owners = new IdentityHashMap<>();
    private int asked;
    private boolean sawAll = true;

    Monitors(Snapshots snapshots, Phases phases) {
        this.snapshots = snapshots;
        this.phases = phases;
    }

    /**
     * A monitor's owner.
     *
     * @param thread the thread
     * @param frames its stack
     * @param depth of the frame that owns it, the outermost of them
     */
    record Owner(Thread thread, List<StackTraceElement> frames, int depth) {}

    /**
     * Divides the BLOCKED threads of a look by their monitors; extrapolated where there are more than were looked at.
     */
    List<Counted> divide(Counted blocked) {
        IdentityHashMap<Object, Counted> found = new IdentityHashMap<>();
        List<Thread> samples = blocked.samples();
        sawAll &= samples.size() == blocked.threads();
        int seen = 0;
        for (Thread thread : samples) {
            asked++;
            Snapshot snapshot = snapshots.of(thread);
            Object monitor = snapshot == null ? null : snapshot.blockedOn();
            if (snapshot != null && monitor != null) {
                seen++;
                entering.put(thread, monitor);
                found.computeIfAbsent(
                                monitor,
                                key -> new Counted(
                                        Phase.BLOCKED, key, key.getClass().getName()))
                        .add(thread);
                note(thread, snapshot);
            }
        }
        if (blocked.threads() > samples.size() && seen > 0) {
            int all = (int) Math.round((double) seen * blocked.threads() / samples.size());
            for (Counted group : found.values()) {
                group.extrapolate(
                        (int) Math.round((double) group.threads() * all / seen),
                        Share.margin(group.threads(), seen, all));
            }
        }
        return new ArrayList<>(found.values());
    }

    /** Looks for the owners of those monitors: threads on carriers first, then threads of small groups. */
    void findOwners(Census census) {
        sawAll &= census.sawAll();
        for (Counted group : census.groups()) {
            sawAll &= group.phase() == Phase.BLOCKED || group.samples().size() == group.threads();
        }
        int before = asked;
        for (Thread candidate : census.likelyOwners()) {
            if (allFound()) {
                return;
            }
            if (asked - before >= MOST_CANDIDATES) {
                sawAll = false;
                return;
            }
            if (candidate != Thread.currentThread()) {
                asked++;
                Snapshot snapshot = snapshots.of(candidate);
                if (snapshot != null) {
                    if (snapshot.blockedOn() != null && !snapshot.owned().isEmpty()) {
                        entering.put(candidate, snapshot.blockedOn()); // it may own one of those
                    }
                    note(candidate, snapshot);
                }
            }
        }
    }

    /** Whether every thread was looked at, as far as threads can be seen: so one without an owner has none. */
    boolean sawAll() {
        return sawAll;
    }

    private boolean allFound() {
        return entering.values().stream().allMatch(owners::containsKey);
    }

    /** Looks at a thread that waits to enter a monitor. */
    void enters(Thread thread) {
        asked++;
        Snapshot snapshot = snapshots.of(thread);
        if (snapshot != null && snapshot.blockedOn() != null) {
            entering.put(thread, snapshot.blockedOn());
            note(thread, snapshot);
        }
    }

    /** The id of the only thread that waits to enter a monitor, 0 where there is none or several. */
    long onlyOne() {
        return entering.size() == 1 ? entering.keySet().iterator().next().getId() : 0;
    }

    /** JDK-8361926: a thread that waits for a monitor can be shown as its owner. */
    private void note(Thread thread, Snapshot snapshot) {
        for (int depth = snapshot.owned().size() - 1; depth >= 0; depth--) {
            for (Object monitor : snapshot.owned().get(depth)) {
                if (monitor != snapshot.blockedOn() && monitor != snapshot.waitingOn()) {
                    owners.putIfAbsent(monitor, new Owner(thread, snapshot.frames(), depth));
                }
            }
        }
    }

    /** Null where the owner was not among those looked at. */
    @Nullable
    Owner owner(Object monitor) {
        return owners.get(monitor);
    }

    /** What each BLOCKED thread that was looked at waits for. */
    IdentityHashMap<Thread, Object> entering() {
        return entering;
    }

    /** The owner in words. */
    WaitHolder holder(Object monitor, Owners doing, FrameProofs proofs) {
        Owner owner = owners.get(monitor);
        if (owner == null) {
            return WaitHolder.unknown(
                    sawAll ? Owners.NOBODY : "the owner was not among the " + asked + " threads examined");
        }
        // Seen once more, as an owner that is gone by now was never a matter of interest.
        Snapshot again = snapshots.of(owner.thread());
        boolean still = again != null
                && again.blockedOn() != monitor
                && owner.depth() - owner.frames().size() + again.frames().size() >= 0
                && again.owned().stream().anyMatch(at -> at.stream().anyMatch(each -> each == monitor));
        boolean proven = still && proofs.ownsMonitor(owner.frames(), owner.depth());
        Confidence confidence = proven ? Confidence.EXACT : Confidence.LIKELY;
        return new WaitHolder(
                ThreadText.of(owner.thread(), phases.isVirtual(owner.thread())),
                confidence,
                StackFrame.of(owner.frames().get(owner.depth())),
                confidence,
                doing.doing(owner.thread(), owner.frames()),
                0,
                null,
                SiteReader.frames(owner.frames()));
    }
}
