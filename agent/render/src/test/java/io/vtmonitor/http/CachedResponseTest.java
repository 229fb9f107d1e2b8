package io.vtmonitor.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.metrics.Findings;
import io.vtmonitor.metrics.PrometheusMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CachedResponseTest {
    private static final Duration LIFE = Duration.ofSeconds(1);

    private final AtomicInteger made = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 500_000_000); // nanoTime may overflow

    @Test
    void clients_that_ask_at_once_cause_one_making_and_all_get_it() throws Exception {
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        HttpRoutes pages = new HttpRoutes(null).show("/", () -> {
            underWay.countDown();
            awaitQuietly(go);
            return number();
        });
        List<RawClient> clients = new ArrayList<>();
        try (HttpEndpoint endpoint = HttpEndpoint.open("127.0.0.1", 0, pages)) {
            for (int i = 0; i < HttpEndpoint.WORKERS + HttpEndpoint.WAITING; i++) {
                String method = i % 2 == 0 ? "GET" : "HEAD";
                clients.add(new RawClient(endpoint).send(method + " / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            }
            underWay.await();
            go.countDown();
            for (int i = 0; i < clients.size(); i++) {
                assertThat(clients.get(i).answer())
                        .startsWith("HTTP/1.1 200 ")
                        .contains("\r\nContent-Length: 4\r\n")
                        .endsWith(i % 2 == 0 ? "no 1" : "\r\n\r\n");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void after_its_life_it_is_made_again() {
        CachedResponse page = new CachedResponse(this::number, LIFE, clock::get);
        Response first = page.get();
        clock.addAndGet(LIFE.toNanos() - 1);
        assertThat(page.get()).isSameAs(first);
        clock.addAndGet(1);
        assertThat(page.get()).isNotSameAs(first);
        assertThat(made).hasValue(2);
    }

    @Test
    void what_takes_long_to_make_is_kept_four_times_as_long() {
        CachedResponse page = new CachedResponse(
                () -> {
                    clock.addAndGet(3_000_000_000L);
                    return number();
                },
                LIFE,
                clock::get);
        page.get();
        clock.addAndGet(12_000_000_000L - 1);
        page.get();
        assertThat(made).hasValue(1);
        clock.addAndGet(1);
        page.get();
        assertThat(made).hasValue(2);
    }

    @Test
    void a_making_that_fails_is_not_kept() {
        AtomicInteger times = new AtomicInteger();
        CachedResponse page = new CachedResponse(
                () -> {
                    if (times.incrementAndGet() == 1) {
                        throw new OutOfMemoryError("for a test");
                    }
                    return number();
                },
                LIFE,
                clock::get);
        assertThatThrownBy(page::get).isInstanceOf(OutOfMemoryError.class);
        assertThat(page.get().status()).isEqualTo(200);
        assertThat(made).hasValue(1);
    }

    @Test
    void requests_for_metrics_in_a_loop_ask_for_figures_now_and_then_and_each_format_is_kept_by_itself() {
        PrometheusMetrics metrics = new PrometheusMetrics(
                () -> {
                    made.incrementAndGet();
                    return Findings.vitals();
                },
                "0.1.0");
        for (int i = 0; i < 500; i++) {
            assertThat(metrics.answer("text/plain").contentType()).startsWith("text/plain");
            assertThat(metrics.answer("application/openmetrics-text;version=1.0.0")
                            .contentType())
                    .startsWith("application/openmetrics-text");
        }
        assertThat(made).hasValueBetween(2, 500);
    }

    private Response number() {
        return Response.of("text/plain", "no " + made.incrementAndGet());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
