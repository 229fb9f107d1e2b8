package io.vtmonitor.waits.census;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.HolderNote.Why;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.Monitors;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.SiteShare;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Divides virtual threads that wait for monitors by monitor, on JDK 25 and later. */
final class MonitorGroups {
    private final JdkThreads jdk;
    private long aloneBefore;

    MonitorGroups(JdkThreads jdk) {
        this.jdk = jdk;
    }

    /**
     * Divides the BLOCKED threads of a look by their monitors, and searches for the owners of these.
     *
     * @param others other threads that wait to enter a monitor: virtual threads on carriers, and platform threads
     * @return null if the JVM does not show monitors, no thread waits, or a single thread has just begun to wait
     */
    @Nullable
    Monitors look(Census census, List<Thread> others) {
        if (jdk.snapshots() == null) {
            return null;
        }
        WaiterGroup blocked = census.in(Phase.BLOCKED);
        Monitors monitors = new Monitors(jdk.snapshots());
        List<WaiterGroup> divided = blocked == null ? List.of() : divide(blocked, monitors);
        others.forEach(monitors::entered);
        long alone = monitors.entering().size() == 1
                ? monitors.entering().keySet().iterator().next().getId()
                : 0;
        boolean again = alone == aloneBefore;
        aloneBefore = alone;
        // A single thread that waits for a monitor is common, and mostly gets it soon. If the next look finds the same
        // one, it may be in a deadlock.
        if (monitors.entering().isEmpty() || (alone != 0 && !again)) {
            return null;
        }
        boolean all = census.sawAll();
        for (WaiterGroup group : census.groups()) {
            all &= group.phase() == Phase.BLOCKED || group.samples().size() == group.threads();
        }
        monitors.findOwners(census.likelyOwners(), all);
        if (blocked != null && !divided.isEmpty()) {
            census.replace(blocked, divided);
        }
        return monitors;
    }

    /** One group for each monitor, extrapolated if not all threads were read. */
    private static List<WaiterGroup> divide(WaiterGroup blocked, Monitors monitors) {
        IdentityHashMap<Object, WaiterGroup> found = new IdentityHashMap<>();
        List<Thread> samples = blocked.samples();
        if (samples.size() < blocked.threads()) {
            monitors.missedSome();
        }
        int seen = 0;
        for (Thread thread : samples) {
            Object monitor = monitors.entered(thread);
            if (monitor != null) {
                seen++;
                found.computeIfAbsent(
                                monitor,
                                key -> new WaiterGroup(
                                        Phase.BLOCKED, key, key.getClass().getName()))
                        .add(thread);
            }
        }
        if (blocked.threads() > samples.size() && seen > 0) {
            int all = (int) Math.round((double) seen * blocked.threads() / samples.size());
            for (WaiterGroup group : found.values()) {
                group.extrapolate(
                        (int) Math.round((double) group.threads() * all / seen),
                        SiteShare.margin(group.threads(), seen, all));
            }
        }
        return new ArrayList<>(found.values());
    }

    /** The owner of a monitor that threads wait for. */
    WaitHolder holder(Monitors monitors, Object monitor, JdkLockOwners doing, FrameProofs proofs) {
        Monitors.Owner owner = monitors.owner(monitor);
        if (owner == null) {
            return WaitHolder.unknown(
                    monitors.sawAll()
                            ? HolderNote.of(Why.NOBODY)
                            : HolderNote.of(Why.NOT_AMONG_EXAMINED, monitors.examined()));
        }
        boolean proven = monitors.isStill(owner, monitor) && proofs.ownsMonitor(owner.frames(), owner.depth());
        Confidence confidence = proven ? Confidence.EXACT : Confidence.LIKELY;
        return new WaitHolder(
                ThreadText.of(owner.thread(), jdk.isVirtual(owner.thread())),
                confidence,
                StackFrame.of(owner.frames().get(owner.depth())),
                confidence,
                doing.doing(owner.thread(), owner.frames()),
                0,
                null,
                SiteReader.frames(owner.frames()));
    }
}
