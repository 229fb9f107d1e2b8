package io.vtmonitor.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** An endpoint with a small and a large page, and what it leaves behind. */
final class TestedEndpoint {
    static final Duration PATIENT = Duration.ofSeconds(15);
    static final Duration SHORT = Duration.ofSeconds(1);

    static final HttpRoutes PAGES = new HttpRoutes(null)
            .show("/ok", () -> Response.of("text/plain", "fine"))
            .show("/big", () -> Response.of("text/plain", "x".repeat(64 << 20)));

    private TestedEndpoint() {}

    /** What a connection or a pool leaves ends a moment after it has been told to. */
    static void awaitThat(BooleanSupplier fact) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!fact.getAsBoolean()) {
            assertThat(System.nanoTime()).as("half a minute was enough").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("vt-monitor-http"))
                .toList();
    }

    static HttpEndpoint open(HttpRoutes pages, Duration timeout) throws IOException {
        return HttpEndpoint.open("127.0.0.1", 0, pages, timeout);
    }
}
