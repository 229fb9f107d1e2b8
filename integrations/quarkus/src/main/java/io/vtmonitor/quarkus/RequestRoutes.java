package io.vtmonitor.quarkus;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the agent of each request as it ends: method and path pattern, and since when its thread has served it. Where a
 * request ends on another thread than it began on, the agent is told that instead. The first filter of requests and the
 * last of responses.
 */
@Provider
@Priority(Integer.MIN_VALUE)
public class RequestRoutes implements ContainerRequestFilter, ContainerResponseFilter {
    private static final long MOVED = -1;
    private static final String BEGUN = RequestRoutes.class.getName();

    private final ResourcePaths paths = new ResourcePaths();
    private final Supplier<@Nullable ObjLongConsumer<String>> agent;

    /** Of the request that the calling thread serves. */
    @Context
    @Nullable
    ResourceInfo resource;

    /**
     * When a request began, and where.
     *
     * @param millis since the epoch
     */
    private record Begun(Thread thread, long millis) {}

    public RequestRoutes() {
        this(new AgentRequests());
    }

    RequestRoutes(Supplier<@Nullable ObjLongConsumer<String>> agent) {
        this.agent = agent;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        if (agent.get() != null) {
            request.setProperty(BEGUN, new Begun(Thread.currentThread(), System.currentTimeMillis()));
        }
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        ObjLongConsumer<String> to = agent.get();
        ResourceInfo matched = resource;
        if (to == null || matched == null || !(request.getProperty(BEGUN) instanceof Begun begun)) {
            return;
        }
        Method method = matched.getResourceMethod();
        if (method != null) {
            to.accept(
                    request.getMethod() + " " + paths.of(matched.getResourceClass(), method),
                    begun.thread().equals(Thread.currentThread()) ? begun.millis() : MOVED);
        }
    }
}
