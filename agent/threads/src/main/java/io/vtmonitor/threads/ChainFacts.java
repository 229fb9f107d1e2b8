package io.vtmonitor.threads;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Follows chains of owners: the owner of a lock or a monitor, the owner of what that one waits for, and so on. */
public final class ChainFacts {
    private static final int MOST_OWNERS = 20;

    private ChainFacts() {}

    /** The owner of a lock or a monitor; null if the graph has none, or several, or one that only may own it. */
    public static @Nullable ThreadView owner(Thing thing, WaitGraph graph) {
        Has has = had(thing, graph);
        return has == null ? null : has.thread();
    }

    /**
     * The chain of owners of a thing, which has an {@link #owner}.
     *
     * @param graph a graph whose threads have frames
     * @param doing gives what a thread does that waits for no thing of the graph
     */
    public static LockOwner of(Thing thing, WaitGraph graph, Function<ThreadView, WaitOperation> doing) {
        List<Has> owners = new ArrayList<>();
        Has next = had(thing, graph);
        while (next != null && owners.size() < MOST_OWNERS && !isIn(owners, next.thread())) {
            owners.add(next);
            WaitsFor wait = graph.waitOf(next.thread());
            next = wait == null ? null : had(wait.thing(), graph);
        }
        List<Link> links = new ArrayList<>();
        for (int i = 0; i + 1 < owners.size(); i++) {
            WaitsFor wait = graph.waitOf(owners.get(i).thread());
            Has has = owners.get(i + 1);
            if (wait != null) {
                links.add(CircleFacts.link(wait, has, has.thread()));
            }
        }
        return new LockOwner(
                owners.isEmpty() ? null : holder(owners.get(0), graph, doing),
                null,
                links.isEmpty() ? null : new ChainEnd(links, holder(owners.get(owners.size() - 1), graph, doing), null),
                false);
    }

    private static boolean isIn(List<Has> owners, ThreadView thread) {
        for (Has each : owners) {
            if (each.thread().equals(thread)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Has had(Thing thing, WaitGraph graph) {
        List<Has> all = graph.holders(thing);
        boolean canBeOwned = thing.kind() == Kind.LOCK || thing.kind() == Kind.MONITOR;
        boolean known = all.size() == 1
                && (all.get(0).how() == Has.How.OWNS || all.get(0).how() == Has.How.SHARES);
        return canBeOwned && known ? all.get(0) : null;
    }

    private static WaitHolder holder(Has has, WaitGraph graph, Function<ThreadView, WaitOperation> doing) {
        ThreadView thread = has.thread();
        List<StackFrame> frames = thread.frames().stream().map(StackFrame::of).toList();
        StackFrame took = has.tookAt() < 0 || has.tookAt() >= frames.size() ? null : frames.get(has.tookAt());
        WaitsFor wait = graph.waitOf(thread);
        return new WaitHolder(
                ThreadText.of(thread.id(), thread.name(), thread.virtual()),
                has.confidence(),
                took,
                took == null ? Confidence.UNKNOWN : has.confidence(),
                wait == null ? doing.apply(thread) : doing(wait.thing().kind()),
                0,
                null,
                frames);
    }

    private static WaitOperation doing(Kind wanted) {
        return switch (wanted) {
            case LOCK -> WaitOperation.LOCK;
            case MONITOR -> WaitOperation.MONITOR_ENTER;
            case CLASS_INITIALIZATION -> WaitOperation.CLASS_INIT_WAIT;
            case THREAD_END -> WaitOperation.JOIN;
            case SUBTASKS -> WaitOperation.SUBTASKS;
            case TASK, WORKER -> WaitOperation.FUTURE;
            case PERMIT -> WaitOperation.SEMAPHORE;
            case POOLED_OBJECT -> WaitOperation.POOL;
            case CARRIER -> WaitOperation.READY;
        };
    }
}
