package io.vtmonitor.spring;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the agent of each request as it ends: its route, by Spring's own observation of it
 * ({@code http.server.requests}), and since when its thread has served it. Where a request ends on another thread than
 * it began on, the agent is told that instead.
 */
final class RequestRoutes implements ObservationHandler<Observation.Context> {
    private static final long MOVED = -1;

    /** By name: an application has one of them, and the other's libraries are missing. */
    private static final Set<String> REQUESTS = Set.of(
            "org.springframework.http.server.observation.ServerRequestObservationContext",
            "org.springframework.http.server.reactive.observation.ServerRequestObservationContext");

    private final Supplier<@Nullable ObjLongConsumer<String>> agent;

    /**
     * When a request began, and where.
     *
     * @param millis since the epoch
     */
    private record Begun(Thread thread, long millis) {}

    RequestRoutes(Supplier<@Nullable ObjLongConsumer<String>> agent) {
        this.agent = agent;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return REQUESTS.contains(context.getClass().getName());
    }

    @Override
    public void onStart(Observation.Context context) {
        if (agent.get() != null) {
            context.put(Begun.class, new Begun(Thread.currentThread(), System.currentTimeMillis()));
        }
    }

    @Override
    public void onStop(Observation.Context context) {
        ObjLongConsumer<String> to = agent.get();
        Begun begun = context.get(Begun.class);
        if (to != null && begun != null) {
            to.accept(route(context), begun.thread().equals(Thread.currentThread()) ? begun.millis() : MOVED);
        }
    }

    /** As Spring names it: the pattern, or {@code NOT_FOUND} and the like; never the path that was asked for. */
    private static String route(Observation.Context context) {
        KeyValue method = context.getLowCardinalityKeyValue("method");
        KeyValue uri = context.getLowCardinalityKeyValue("uri");
        String path = uri == null ? "UNKNOWN" : uri.getValue();
        return method == null ? path : method.getValue() + " " + path;
    }
}
