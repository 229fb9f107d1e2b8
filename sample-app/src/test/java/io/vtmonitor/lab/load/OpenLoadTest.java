package io.vtmonitor.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a real server whose answers take as long as the path says. */
class OpenLoadTest {
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            try {
                if (path.startsWith("/sleep/")) {
                    Thread.sleep(Long.parseLong(path.substring("/sleep/".length())));
                }
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(path.equals("/broken") ? 500 : 200, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void everyRequestIsSentAndCounted() throws InterruptedException {
        var result = send("/", new Schedule(5, 0.1, 0.1, 0.3), 10);

        assertThat(result.intended()).isEqualTo(new Schedule(5, 0.1, 0.1, 0.3).requests());
        assertThat(result.answered()).isEqualTo(result.intended());
        assertThat(result.unanswered()).isZero();
        assertThat(result.errors()).isZero();
        assertThat(result.latencies().getTotalCount()).isEqualTo(result.intended());
        assertThat(result.answeredInSecond().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isEqualTo(result.answered());
    }

    @Test
    void waitingInLineIsNotHidden() throws InterruptedException {
        // One user means to send every 50 ms what takes 200 ms: the tenth is 1.35 s late, and a closed loop would say
        // 0.2 s.
        var result = send("/sleep/200", new Schedule(1, 0, 0.05, 0.45), 10);

        assertThat(result.answered()).isEqualTo(10);
        assertThat(result.max()).isGreaterThanOrEqualTo(1.54);
        assertThat(result.percentile(50)).isGreaterThanOrEqualTo(0.79);
        assertThat(result.min()).isGreaterThanOrEqualTo(0.19);
    }

    @Test
    void whatHasNoAnswerAtTheEndCountsWithTheTimeItWaited() throws InterruptedException {
        var result = send("/sleep/30000", new Schedule(1, 0, 0.1, 0.4), 0.5);

        assertThat(result.answered()).isZero();
        assertThat(result.unanswered()).isEqualTo(5);
        assertThat(result.max()).isBetween(0.89, 0.91);
        assertThat(result.min()).isBetween(0.49, 0.51);
        assertThat(result.perSecond()).isZero();
        assertThat(result.admitted().getTotalCount()).isEqualTo(5);
    }

    @Test
    void anotherStatusIsAFailureOfThatName() throws InterruptedException {
        var result = send("/broken", Schedule.atOnce(3), 10);

        assertThat(result.answered()).isZero();
        assertThat(result.failed()).containsExactly(java.util.Map.entry("status 500", 3));
        assertThat(result.latencies().getTotalCount()).isEqualTo(3);
        assertThat(result.admitted().getTotalCount()).isZero();
    }

    private LoadResult send(String path, Schedule schedule, double patience) throws InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return new OpenLoad(uri, schedule, patience).send(answered -> {});
    }
}
