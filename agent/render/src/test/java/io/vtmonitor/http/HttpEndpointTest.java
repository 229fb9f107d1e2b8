package io.vtmonitor.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpEndpointTest {
    private final AtomicReference<Thread> asked = new AtomicReference<>();
    private HttpEndpoint endpoint;

    @BeforeEach
    void open() throws IOException {
        HttpRoutes pages = new HttpRoutes(null)
                .show("/metrics", () -> {
                    asked.set(Thread.currentThread());
                    return Response.of("text/plain; charset=utf-8", "grün 1\n");
                })
                .show("/broken", () -> {
                    throw new AssertionError("secret");
                });
        endpoint = HttpEndpoint.open("127.0.0.1", 0, pages);
    }

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void a_page_is_served_with_its_length_and_the_security_headers() throws IOException {
        String answer = RawClient.get(endpoint, "/metrics?ignored=1");

        assertThat(answer)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nContent-Type: text/plain; charset=utf-8\r\n")
                .contains("\r\nContent-Length: 8\r\n")
                .contains("\r\nX-Content-Type-Options: nosniff\r\n")
                .contains("\r\nContent-Security-Policy: default-src 'none'")
                .contains("\r\nCache-Control: no-store\r\n")
                .contains("\r\nConnection: close\r\n")
                .endsWith("\r\n\r\ngrün 1\n");
    }

    @Test
    void head_gets_the_headers_alone() throws IOException {
        assertThat(RawClient.ask(endpoint, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nContent-Length: 8\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void the_absolute_form_names_the_same_page_and_http_1_0_needs_no_host() throws IOException {
        assertThat(RawClient.ask(endpoint, "GET http://x:1/metrics HTTP/1.1\r\nHost: localhost:1\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(RawClient.ask(endpoint, "GET /metrics HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void other_methods_are_refused_with_the_accepted_ones() throws IOException {
        for (String method : new String[] {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "BREW"}) {
            assertThat(RawClient.ask(
                            endpoint, method + " /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"))
                    .as(method)
                    .startsWith("HTTP/1.1 405 ")
                    .contains("\r\nAllow: GET, HEAD\r\n");
        }
    }

    @Test
    void an_unknown_path_is_not_found_and_not_repeated() throws IOException {
        for (String path :
                new String[] {"/<script>alert(1)</script>", "/metrics/", "/..%2fmetrics", "//metrics", "/%6detrics"}) {
            assertThat(RawClient.get(endpoint, path))
                    .as(path)
                    .startsWith("HTTP/1.1 404 ")
                    .doesNotContain("script", "etrics", "%2f");
        }
    }

    @Test
    void a_page_that_throws_is_a_500_without_its_reason() throws IOException {
        assertThat(RawClient.get(endpoint, "/broken"))
                .startsWith("HTTP/1.1 500 ")
                .doesNotContain("secret", "Assertion");
        assertThat(RawClient.get(endpoint, "/metrics")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void pages_are_asked_on_daemon_platform_threads_of_ours_without_a_class_loader() throws IOException {
        RawClient.get(endpoint, "/metrics");

        Thread thread = asked.get();
        assertThat(thread.getName()).startsWith("vt-monitor-http-");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.isVirtual()).isFalse();
        assertThat(thread.getContextClassLoader()).isNull();
    }

    @Test
    void with_a_token_only_who_bears_it_sees_a_page_and_nobody_learns_which_pages_there_are() throws IOException {
        String token = "0123456789abcdef";
        try (HttpEndpoint guarded = HttpEndpoint.open(
                "127.0.0.1",
                0,
                new HttpRoutes(BearerToken.of(token)).show("/metrics", () -> Response.of("text/plain", "figures")))) {
            for (String header : new String[] {
                "",
                "Authorization: Bearer \r\n",
                "Authorization: Bearer 0123456789abcde\r\n",
                "Authorization: Bearer 0123456789abcdeF\r\n",
                "Authorization: Bearer 0123456789abcdef0\r\n",
                "Authorization: Basic 0123456789abcdef\r\n",
                "Authorization: 0123456789abcdef\r\n"
            }) {
                for (String path : new String[] {"/metrics", "/no-such-page"}) {
                    assertThat(RawClient.ask(
                                    guarded, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n"))
                            .as(header)
                            .startsWith("HTTP/1.1 401 ")
                            .contains("\r\nWWW-Authenticate: Bearer\r\n")
                            .doesNotContain("figures", token);
                }
            }
            String borne = "Host: localhost\r\nAuthorization: bearer " + token + "\r\n";
            assertThat(RawClient.ask(guarded, "GET /metrics HTTP/1.1\r\n" + borne + "\r\n"))
                    .endsWith("figures");
            assertThat(RawClient.ask(guarded, "GET /metrics HTTP/1.1\r\n" + borne + "Authorization: Bearer x\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ");
            assertThat(RawClient.get(guarded, "/healthz"))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("ok\n");
        }
    }

    @Test
    void a_page_is_told_what_the_client_accepts() throws IOException {
        try (HttpEndpoint telling = HttpEndpoint.open(
                "127.0.0.1", 0, new HttpRoutes(null).showBy("/", accept -> Response.of("text/plain", accept)))) {
            assertThat(RawClient.ask(
                            telling, "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: a/b\r\naccept:  c/d;q=0.5 \r\n\r\n"))
                    .endsWith("\r\n\r\na/b,c/d;q=0.5");
        }
    }

    @Test
    void a_taken_port_is_told_to_the_caller() {
        assertThatThrownBy(() -> HttpEndpoint.open("127.0.0.1", endpoint.port(), new HttpRoutes(null)))
                .isInstanceOf(BindException.class);
    }
}
