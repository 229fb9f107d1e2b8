package io.vtmonitor.sink;

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
        Pages pages = new Pages(null)
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
        assertThat(RawClient.ask(endpoint, "HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nContent-Length: 8\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void the_absolute_form_names_the_same_page_and_http_1_0_needs_no_host() throws IOException {
        assertThat(RawClient.ask(endpoint, "GET http://x:1/metrics HTTP/1.1\r\nHost: x:1\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(RawClient.ask(endpoint, "GET /metrics HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void other_methods_are_refused_with_the_accepted_ones() throws IOException {
        for (String method : new String[] {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "BREW"}) {
            assertThat(RawClient.ask(
                            endpoint, method + " /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"))
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
    void a_taken_port_is_told_to_the_caller() {
        assertThatThrownBy(() -> HttpEndpoint.open("127.0.0.1", endpoint.port(), new Pages(null)))
                .isInstanceOf(BindException.class);
    }
}
