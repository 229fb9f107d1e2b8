package io.vtmonitor.http;

import static io.vtmonitor.http.TestedEndpoint.PAGES;
import static io.vtmonitor.http.TestedEndpoint.PATIENT;
import static io.vtmonitor.http.TestedEndpoint.SHORT;
import static io.vtmonitor.http.TestedEndpoint.awaitThat;
import static io.vtmonitor.http.TestedEndpoint.open;
import static io.vtmonitor.http.TestedEndpoint.threads;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What clients send that no browser would. */
class HttpEndpointHostileTest {
    @Test
    void a_head_of_more_than_eight_kibibytes_is_refused() throws IOException {
        try (HttpEndpoint endpoint = open(PAGES, PATIENT)) {
            assertThat(RawClient.ask(endpoint, "GET /" + "a".repeat(100_000) + " HTTP/1.1\r\n"))
                    .startsWith("HTTP/1.1 414 ");
            assertThat(RawClient.ask(
                            endpoint, "GET /ok HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(100_000) + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 431 ");
            assertThat(RawClient.ask(endpoint, "GET /ok HTTP/1.1\r\nHost: localhost\r\n" + "X: y\r\n".repeat(10_000)))
                    .startsWith("HTTP/1.1 431 ");
        }
    }

    @Test
    void a_refused_client_that_is_still_sending_is_not_reset() throws IOException {
        try (HttpEndpoint endpoint = open(PAGES, PATIENT);
                RawClient client = new RawClient(endpoint)) {
            client.send("GET /" + "a".repeat(20_000));
            assertThat(client.answer()).startsWith("HTTP/1.1 414 ");
            for (int i = 0; i < 50; i++) {
                client.send("a".repeat(100));
            }
        }
    }

    @Test
    void garbage_is_refused_and_the_next_client_is_served() throws IOException {
        byte[] noise = new byte[4096];
        new Random(7).nextBytes(noise);
        try (HttpEndpoint endpoint = open(PAGES, PATIENT)) {
            for (String request : List.of(
                    "\r\n\r\n",
                    "\n\n",
                    "GET\r\n\r\n",
                    "GET  /ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET /ok\0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET /ok FTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET /ok HTTP/1.1\r\n\r\n",
                    "GET /ok HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n\r\n",
                    "GET /ok HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n",
                    "GET /ok HTTP/1.1\r\nHost : x\r\n\r\n",
                    "\u0016\u0003\u0001\u0000\n\n")) {
                assertThat(RawClient.ask(endpoint, request)).as(request).startsWith("HTTP/1.1 400 ");
            }
            assertThat(RawClient.ask(endpoint, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
                    .startsWith("HTTP/1.1 505 ");
            try (RawClient client = new RawClient(endpoint)) {
                client.send(noise).halfClose().awaitEnd();
            }
            assertThat(RawClient.get(endpoint, "/ok")).startsWith("HTTP/1.1 200 ");
        }
    }

    /** What a page does whose own name leads to 127.0.0.1 all of a sudden: the browser lets it read the answer. */
    @Test
    void a_page_from_elsewhere_whose_name_leads_here_is_refused_and_told_what_is_accepted() throws IOException {
        try (HttpEndpoint endpoint = open(pages(null), PATIENT)) {
            for (String host : List.of(
                    "attacker.example",
                    "attacker.example:9464",
                    "localhost.attacker.example",
                    "127.0.0.1.attacker.example:80",
                    "0.0.0.0:9464",
                    "[::2]",
                    "127.0.0.1@attacker.example",
                    "attacker.example:80:localhost")) {
                assertThat(ask(endpoint, host, ""))
                        .as(host)
                        .startsWith("HTTP/1.1 403 Forbidden\r\n")
                        .contains("Accepted: localhost, 127.0.0.1, [::1]")
                        .doesNotContain("attacker", "fine");
            }
            for (String host : List.of(
                    "localhost", "LOCALHOST:9464", "localhost.:1", "127.0.0.1:9464", "127.1.2.3", "[::1]:9464", "")) {
                assertThat(ask(endpoint, host, "")).as(host).endsWith("fine");
            }
            assertThat(RawClient.ask(endpoint, "GET /ok HTTP/1.0\r\n\r\n"))
                    .as("no Host header")
                    .endsWith("fine");
            assertThat(RawClient.ask(endpoint, "GET /healthz HTTP/1.1\r\nHost: attacker.example\r\n\r\n"))
                    .endsWith("ok\n");
        }
    }

    @Test
    void any_name_will_do_where_a_token_is_asked_for_or_other_machines_are_meant() throws IOException {
        String token = "a-token-of-more-than-16-characters";
        try (HttpEndpoint endpoint = open(pages(BearerToken.of(token)), PATIENT)) {
            assertThat(ask(endpoint, "vt.example", "Authorization: Bearer " + token + "\r\n"))
                    .endsWith("fine");
            assertThat(ask(endpoint, "vt.example", "")).startsWith("HTTP/1.1 401 ");
        }
        try (HttpEndpoint endpoint = HttpEndpoint.open("0.0.0.0", 0, pages(null), PATIENT)) {
            assertThat(ask(endpoint, "vt.example", "")).endsWith("fine");
        }
    }

    @Test
    void the_name_that_the_port_was_opened_by_is_accepted() {
        LocalNames names = new LocalNames("Build-Host");
        assertThat(names.contain("build-host:9464")).isTrue();
        assertThat(names.contain("build-host.example:9464")).isFalse();
    }

    private static HttpRoutes pages(@Nullable BearerToken token) {
        return new HttpRoutes(token).show("/ok", () -> Response.of("text/plain", "fine"));
    }

    private static String ask(HttpEndpoint endpoint, String host, String more) throws IOException {
        return RawClient.ask(endpoint, "GET /ok HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n");
    }

    @Test
    void of_pipelined_requests_the_first_is_answered_and_the_connection_closed() throws IOException {
        try (HttpEndpoint endpoint = open(PAGES, SHORT)) {
            String request = "GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n";
            assertThat(RawClient.ask(endpoint, request.repeat(100)))
                    .startsWith("HTTP/1.1 200 ")
                    .containsOnlyOnce("HTTP/1.1 ");
        }
    }

    @Test
    void a_half_closed_client_still_gets_its_answer() throws IOException {
        try (HttpEndpoint endpoint = open(PAGES, PATIENT);
                RawClient whole = new RawClient(endpoint);
                RawClient half = new RawClient(endpoint)) {
            assertThat(whole.send("GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .halfClose()
                            .answer())
                    .endsWith("fine");
            assertThat(half.send("GET /ok HT").halfClose().answer()).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void whatever_bytes_come_each_client_is_answered_or_cut_off_and_the_next_is_served() throws IOException {
        Random random = new Random(20261121);
        byte[] good = ("GET /ok?a=b HTTP/1.1\r\nHost: localhost:9464\r\nAccept: text/plain;q=0.3,*/*;q=0.1\r\n"
                        + "Authorization: Bearer abcdefghijklmnop\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        try (HttpEndpoint endpoint = open(PAGES, SHORT)) {
            for (int i = 0; i < 600; i++) {
                byte[] bytes = Arrays.copyOf(good, 1 + random.nextInt(good.length));
                for (int mutations = random.nextInt(8); mutations > 0; mutations--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                try (RawClient client = new RawClient(endpoint)) {
                    client.send(bytes);
                    if (random.nextInt(10) > 0) {
                        assertThat(client.halfClose().answer())
                                .as("to request %d", i)
                                .matches("(?s)HTTP/1\\.1 [2345]\\d\\d .*|");
                    }
                }
            }
            assertThat(RawClient.get(endpoint, "/ok")).endsWith("fine");
            assertThat(threads()).hasSizeLessThanOrEqualTo(HttpEndpoint.WORKERS + 1);
        }
        awaitThat(() -> threads().isEmpty());
    }
}
