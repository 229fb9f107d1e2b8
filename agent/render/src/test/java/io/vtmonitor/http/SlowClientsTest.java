package io.vtmonitor.http;

import static io.vtmonitor.http.TestedEndpoint.PAGES;
import static io.vtmonitor.http.TestedEndpoint.SHORT;
import static io.vtmonitor.http.TestedEndpoint.open;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Clients that never come to an end. */
class SlowClientsTest {
    @Test
    void clients_that_send_too_slowly_or_never_read_are_cut_off() throws IOException {
        try (HttpEndpoint endpoint = open(PAGES, SHORT);
                RawClient silent = new RawClient(endpoint);
                RawClient slow = new RawClient(endpoint);
                RawClient deaf = new RawClient(endpoint)) {
            deaf.send("GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n");
            // Each byte comes well within the time limit; it is the whole request that takes too long.
            drip(slow);
            slow.awaitEnd();
            silent.awaitEnd();
            assertThat(RawClient.get(endpoint, "/ok")).endsWith("fine");
            deaf.awaitEnd();
        }
    }

    /** A byte now and then, until the server has had enough. */
    private static void drip(RawClient slow) {
        try {
            for (int bytes = 0; bytes < RequestHead.MAX_BYTES; bytes++) {
                slow.send("X");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            throw new AssertionError("the server was still reading after " + RequestHead.MAX_BYTES + " bytes");
        } catch (IOException e) {
            // Cut off, as it should be.
        }
    }
}
