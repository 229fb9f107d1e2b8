package io.vtmonitor.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pages of {@link HttpEndpoint} by path, and which requests get them. {@code /healthz} always answers, for any
 * client: it only says that the port is open.
 */
public final class HttpRoutes {
    private static final String HEALTH = "/healthz";

    /** A person who reloads does not notice this. Clients in a loop cause at most one page a second. */
    private static final Duration LIFE = Duration.ofSeconds(1);

    private final Map<String, Function<String, Response>> pages = new HashMap<>();
    private final @Nullable BearerToken token;
    private @Nullable LocalNames local;

    /**
     * Without pages at first.
     *
     * @param token what requests must have; null if they need none
     */
    public HttpRoutes(@Nullable BearerToken token) {
        this.token = token;
    }

    /**
     * Adds a page that is the same for every client. One thread at a time makes it, and it is kept for a second. Must
     * be called before the endpoint opens.
     */
    public HttpRoutes show(String path, Supplier<Response> page) {
        CachedResponse kept = new CachedResponse(page, LIFE, System::nanoTime);
        return showBy(path, accept -> kept.get());
    }

    /**
     * Adds a page that depends on the request's header {@code Accept}, empty if there is none. It is called for each
     * request. Must be called before the endpoint opens.
     */
    public HttpRoutes showBy(String path, Function<String, Response> page) {
        pages.put(path, page);
        return this;
    }

    /**
     * Restricts the names by which the port may be addressed, unless requests need a token. Must be called before the
     * endpoint opens, for an address that only this machine can reach.
     */
    void localBy(LocalNames names) {
        local = names;
    }

    /** Null if the request may be answered. */
    @Nullable
    Response refusal(RequestHead head) {
        if (head.path().equals(HEALTH)) {
            return null;
        }
        if (token != null) {
            return token.isBorneBy(head.authorization()) ? null : Response.refusal(401, "This page requires a token.");
        }
        return local == null || local.contain(head.host())
                ? null
                : Response.refusal(
                        403,
                        "This port serves this machine only, and the Host header names another one, as in a request"
                                + " from a foreign page (DNS rebinding). Accepted: localhost, 127.0.0.1, [::1], and"
                                + " the name given as host=. With a token (token.file=), any name is accepted.");
    }

    Response answer(RequestHead head) {
        if (head.path().equals(HEALTH)) {
            return Response.of("text/plain; charset=utf-8", "ok\n");
        }
        Function<String, Response> page = pages.get(head.path());
        if (page == null) {
            return Response.refusal(404, "This page does not exist.");
        }
        try {
            return page.apply(head.accept());
        } catch (Throwable ignored) {
            return Response.refusal(500, "The page could not be created.");
        }
    }
}
