package io.vtmonitor.threads;

import io.vtmonitor.common.OwnThreads;
import io.vtmonitor.common.PlatformThreads;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.threads.StackEdges.Owners;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Examines threads that hold carriers, and adds what their stacks show to a graph. */
public final class HeldThreads {
    /** The most platform threads that are examined because they may own a monitor that a virtual thread waits for. */
    private static final int MOST_PLATFORM = 100;

    /** The most virtual threads on carriers, besides those that hold them, that are examined for the same reason. */
    private static final int MOST_ON_CARRIERS = 100;

    private final JdkThreads jdk;
    private final CarrierInspector inspector;

    public HeldThreads(JdkThreads jdk, CarrierInspector inspector) {
        this.jdk = jdk;
        this.inspector = inspector;
    }

    /** The snapshots of those of these carriers that are held. */
    public List<CarrierSnapshot> into(List<Carrier> carriers) {
        return inspector.into(carriers);
    }

    /**
     * Adds the classes that the threads wait for and, before JDK 25, the monitors that they and waiting platform
     * threads want and own.
     */
    public void addTo(GraphReader graph, List<CarrierSnapshot> held) {
        boolean entering = held.stream().anyMatch(each -> each.doing() == CarrierSnapshot.Wait.ENTERS_MONITOR);
        // Before JDK 25, a virtual thread owns monitors only while it is on its carrier. If no held carrier has any, no
        // platform thread waits for one.
        List<Thread> platform =
                jdk.snapshots() == null && (entering || held.stream().anyMatch(HeldThreads::ownsMonitor))
                        ? waitingPlatformThreads()
                        : List.of();
        entering |= platform.stream().anyMatch(thread -> thread.getState() == Thread.State.BLOCKED);
        if (jdk.snapshots() != null || !entering) {
            StackEdges.add(graph, held, Owners.BY_JVM);
            return;
        }
        List<CarrierSnapshot> all = new ArrayList<>(held);
        List<Carrier> onCarriers = others(jdk.carriers(), held);
        all.addAll(inspector.stacks(onCarriers.subList(0, Math.min(MOST_ON_CARRIERS, onCarriers.size()))));
        all.addAll(inspector.into(asCarriers(platform)));
        List<Thread> others = platformThreads();
        others.removeAll(platform);
        boolean allSeen = platform.size() + others.size() <= MOST_PLATFORM
                && onCarriers.size() <= MOST_ON_CARRIERS
                && onCarriers.stream().allMatch(each -> each.virtualThread() != null);
        if (allSeen) {
            all.addAll(inspector.stacks(asCarriers(others)));
        }
        StackEdges.add(graph, all, allSeen ? Owners.BY_ALL_STACKS : Owners.BY_SOME_STACKS);
    }

    /**
     * The carriers with other threads. Such a thread runs, or waits for a limited time, and may own what these wait
     * for.
     */
    static List<Carrier> others(List<Carrier> carriers, List<CarrierSnapshot> held) {
        Set<Long> known = new HashSet<>();
        for (CarrierSnapshot each : held) {
            Thread thread = each.carrier().virtualThread();
            if (thread != null) {
                known.add(thread.getId());
            }
        }
        List<Carrier> found = new ArrayList<>();
        for (Carrier each : carriers) {
            Thread thread = each.virtualThread();
            if (each.mounted() != null && (thread == null || !known.contains(thread.getId()))) {
                found.add(each);
            }
        }
        return found;
    }

    private static List<Carrier> asCarriers(List<Thread> threads) {
        return threads.stream()
                .map(thread -> new Carrier(thread, thread, thread))
                .toList();
    }

    private static boolean ownsMonitor(CarrierSnapshot held) {
        Diagnosis diagnosis = held.diagnosis();
        return diagnosis != null && diagnosis.holders().stream().anyMatch(holder -> holder.hold() == Hold.MONITOR);
    }

    /** Platform threads that wait for a monitor or a lock, without vt-monitor's own and carriers. */
    public List<Thread> waitingPlatformThreads() {
        return platformThreads().stream()
                .filter(HeldThreads::waits)
                .limit(MOST_PLATFORM)
                .toList();
    }

    private static boolean waits(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.BLOCKED
                || (state == Thread.State.WAITING && LockSupport.getBlocker(thread) != null);
    }

    /** Platform threads without vt-monitor's own and carriers. */
    private List<Thread> platformThreads() {
        Set<Long> carriers =
                jdk.carriers().stream().map(each -> each.thread().getId()).collect(Collectors.toSet());
        List<Thread> found = new ArrayList<>();
        for (Thread thread : PlatformThreads.all()) {
            if (!OwnThreads.isOwn(thread.getName()) && !carriers.contains(thread.getId())) {
                found.add(thread);
            }
        }
        return found;
    }

    /** The frames that hold a carrier; empty if its thread does not wait. */
    public static List<HolderLine> holders(CarrierSnapshot held) {
        Diagnosis diagnosis = held.diagnosis();
        List<HolderLine> lines = new ArrayList<>();
        if (diagnosis == null || !held.isBlocked()) {
            return lines;
        }
        List<Frame> frames = diagnosis.blocking().stack().frames();
        for (Holder holder : diagnosis.holders()) {
            boolean unsure = held.unsure().contains(frames.indexOf(holder.frame()));
            HolderLine line = HolderLine.of(holder);
            ClassWait wait = held.classWait();
            if (holder.hold() == Hold.CLASS_INIT_WAIT && wait != null && wait.isKnown()) {
                lines.add(line.with(wait.text(), wait.confidence()));
                continue;
            }
            lines.add(unsure && line.confidence() == Confidence.EXACT ? line.with(Confidence.LIKELY) : line);
        }
        return lines;
    }
}
