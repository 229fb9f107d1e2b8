package io.vtmonitor.threads;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Confidence;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lock without a carrier: threads on carriers wait for a lock whose owner, or next owner, is a virtual thread without
 * a carrier.
 *
 * @param has the owner of the lock, or the thread that is next
 * @param waiting the threads on carriers that wait for it
 * @param ending how many of their waits end by themselves, as those with a time limit
 * @param waitsItself whether the owner waits for something else, after which it needs a carrier
 * @param confidence exact if the owner is sure, ready to run, and none of the threads on carriers can continue
 */
public record HandedLock(Has has, List<ThreadView> waiting, int ending, boolean waitsItself, Confidence confidence) {
    public HandedLock {
        waiting = List.copyOf(waiting);
    }

    /** The lock; null if none of the threads waits for such a lock. */
    public static @Nullable HandedLock of(List<ThreadView> held, WaitGraph graph) {
        for (ThreadView thread : held) {
            WaitsFor wait = graph.waitOf(thread);
            boolean lock = wait != null
                    && (wait.thing().kind() == Kind.LOCK || wait.thing().kind() == Kind.MONITOR);
            for (Has has : wait != null && lock ? graph.holders(wait.thing()) : List.<Has>of()) {
                HandedLock found = of(has, held, graph);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static @Nullable HandedLock of(Has has, List<ThreadView> held, WaitGraph graph) {
        ThreadView owner = has.thread();
        boolean ready = owner.virtual() && owner.phase() == Phase.READY;
        boolean waits =
                owner.virtual() && owner.carrier() == null && owner.phase().waits();
        boolean owns = has.how() == Has.How.OWNS;
        if (!ready && !(waits && owns)) {
            return null;
        }
        Set<ThreadView> stuck = graph.stuck();
        boolean sure = ready && stuck.containsAll(held) && (owns || has.confidence() == Confidence.EXACT);
        List<ThreadView> waiting =
                held.stream().filter(each -> isFor(each, has, graph)).toList();
        int ending = 0;
        for (ThreadView each : waiting) {
            WaitsFor wait = graph.waitOf(each);
            ending += wait != null && wait.timed() ? 1 : 0;
        }
        return new HandedLock(has, waiting, ending, !ready, sure ? Confidence.EXACT : Confidence.LIKELY);
    }

    private static boolean isFor(ThreadView thread, Has has, WaitGraph graph) {
        WaitsFor wait = graph.waitOf(thread);
        return wait != null && wait.thing().equals(has.thing());
    }
}
