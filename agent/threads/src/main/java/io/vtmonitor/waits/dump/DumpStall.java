package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Stall.Awaited;
import io.vtmonitor.report.Stall.HeldCarrier;
import io.vtmonitor.report.StallFacts.Handed;
import io.vtmonitor.report.StallFacts.Place;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.threads.CircleFacts;
import io.vtmonitor.threads.HandedLock;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stall that one instant proves: each carrier is held by a thread that waits for a lock, and the thread that is to
 * get that lock has no carrier. Only a heap dump shows which thread is next.
 */
public final class DumpStall {
    private DumpStall() {}

    /** The stall; null if the dump shows none. */
    public static @Nullable Stall of(ThreadDumpFile dump) {
        if (!dump.edges().showsCarriers()) {
            return null;
        }
        SiteReader sites = new SiteReader(Pools.load(), name -> null);
        WaitGraph graph = DumpGraph.of(dump, DumpGroups.of(dump, sites, RequestEvidence.Proofs.NONE), Map.of());
        List<ThreadView> held = graph.carriers();
        HandedLock handed = graph.isEachCarrierTaken() && !held.isEmpty() ? HandedLock.of(held, graph) : null;
        if (handed == null || !graph.stuck().containsAll(held)) {
            return null;
        }
        long ready = dump.threads().stream()
                .filter(thread -> Boolean.TRUE.equals(thread.virtual())
                        && thread.state() == Thread.State.RUNNABLE
                        && !thread.mounted())
                .count();
        return new Stall(
                dump.time(),
                0,
                false,
                StallPattern.LOCK_WITHOUT_CARRIER,
                handed.confidence(),
                facts(handed, held.size()),
                null,
                ready,
                held.stream().map(thread -> carrier(thread, graph)).toList(),
                null);
    }

    private static Handed facts(HandedLock handed, int carriers) {
        Map<String, Integer> places = new LinkedHashMap<>();
        handed.waiting().forEach(thread -> places.merge(place(thread), 1, Integer::sum));
        List<Place> sorted = new ArrayList<>();
        places.forEach((place, threads) -> sorted.add(new Place(place, threads)));
        sorted.sort((one, other) -> Integer.compare(other.carriers(), one.carriers()));
        String lock = (String) handed.has().thing().key();
        return new Handed(
                CircleFacts.named(handed.has().thread()),
                handed.has().how() != Has.How.IS_NEXT,
                handed.waitsItself(),
                lock.startsWith("java.lang.VtMonitor"),
                ThreadText.type(DumpGroups.type(lock)),
                handed.waiting().size(),
                handed.ending(),
                carriers,
                sorted);
    }

    private static HeldCarrier carrier(ThreadView thread, WaitGraph graph) {
        WaitsFor wait = graph.waitOf(thread);
        return new HeldCarrier(
                String.valueOf(thread.carrier()),
                CircleFacts.named(thread),
                thread.phase().toString(),
                Operation.LOCK,
                wait == null
                        ? null
                        : new Awaited.Thing(ThreadText.type(wait.thing().type())),
                null,
                List.of(),
                SiteReader.frames(thread.frames()));
    }

    private static String place(ThreadView thread) {
        return thread.frames().stream()
                .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                .findFirst()
                .map(frame -> StackFrame.of(frame).toString())
                .orElse("");
    }
}
