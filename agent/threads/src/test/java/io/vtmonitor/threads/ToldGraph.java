package io.vtmonitor.threads;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A graph of what a test tells; it reads nothing by itself. */
public final class ToldGraph implements GraphReader {
    private final WaitGraph.Builder graph = new WaitGraph.Builder();
    private final Map<Thread, ThreadView> views = new HashMap<>();

    public ToldGraph thread(Thread thread, boolean virtual, Phase phase, String carrier) {
        views.put(
                thread, new ThreadView(thread.threadId(), thread.getName(), virtual, phase, carrier, null, List.of()));
        return this;
    }

    private ThreadView view(Thread thread) {
        return views.computeIfAbsent(
                thread,
                key -> new ThreadView(key.threadId(), key.getName(), true, Phase.MOUNTED, "carrier", null, List.of()));
    }

    @Override
    public void read(Thread thread) {
        view(thread);
    }

    @Override
    public void waits(Thread thread, Thing thing, boolean timed) {
        graph.waits(view(thread), thing, timed);
    }

    @Override
    public void has(Thing thing, Thread thread, int tookAt, How how, Confidence confidence) {
        graph.has(new Has(thing, view(thread), tookAt, how, confidence));
    }

    @Override
    public void open(Thing thing) {
        graph.open(thing);
    }

    @Override
    public WaitGraph graph() {
        return graph.build();
    }
}
