package io.vtmonitor.http;

import java.nio.charset.StandardCharsets;

/**
 * The answer of a page of {@link HttpEndpoint}.
 *
 * @param status HTTP status code
 * @param contentType with its charset
 * @param policy the page's {@code Content-Security-Policy}
 * @param body must not be changed afterwards
 */
@SuppressWarnings("ArrayRecordComponent") // handed from page to socket, never compared
public record Response(int status, String contentType, String policy, byte[] body) {
    /** Nothing may be loaded, run, or framed: for all answers that are not pages for people. */
    public static final String NOTHING_ALLOWED =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** A successful answer with data: {@code 200}, {@link #NOTHING_ALLOWED}. */
    public static Response of(String contentType, String body) {
        return new Response(200, contentType, NOTHING_ALLOWED, body.getBytes(StandardCharsets.UTF_8));
    }

    /** A refusal: the status and a sentence of ours. It repeats nothing of the request. */
    static Response refusal(int status, String sentence) {
        byte[] body = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
        return new Response(status, "text/plain; charset=utf-8", NOTHING_ALLOWED, body);
    }

    /** The same answer with another policy. */
    public Response withPolicy(String otherPolicy) {
        return new Response(status, contentType, otherPolicy, body);
    }
}
