package io.vtmonitor.http;

import static io.vtmonitor.http.TestedEndpoint.PAGES;
import static io.vtmonitor.http.TestedEndpoint.PATIENT;
import static io.vtmonitor.http.TestedEndpoint.SHORT;
import static io.vtmonitor.http.TestedEndpoint.awaitThat;
import static io.vtmonitor.http.TestedEndpoint.open;
import static io.vtmonitor.http.TestedEndpoint.threads;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients that are too many. */
class HttpEndpointLoadTest {
    @Test
    void slow_clients_on_every_thread_do_not_keep_others_out_for_long() throws IOException {
        List<RawClient> slow = new ArrayList<>();
        try (HttpEndpoint endpoint = open(PAGES, SHORT)) {
            for (int i = 0; i < HttpEndpoint.WORKERS; i++) {
                slow.add(new RawClient(endpoint).send("GET /ok"));
            }
            for (RawClient client : slow) {
                client.awaitEnd();
            }
            assertThat(RawClient.get(endpoint, "/ok")).endsWith("fine");
        } finally {
            for (RawClient client : slow) {
                client.close();
            }
        }
    }

    @Test
    void an_answer_that_takes_longer_to_make_than_a_client_may_take_arrives() throws IOException {
        CountDownLatch go = new CountDownLatch(1);
        HttpRoutes pages = new HttpRoutes(null).show("/report", () -> {
            awaitQuietly(go);
            return Response.of("text/plain", "made");
        });
        try (HttpEndpoint endpoint = open(pages, SHORT);
                RawClient client = new RawClient(endpoint).send("GET /report HTTP/1.1\r\nHost: localhost\r\n\r\n");
                RawClient silent = new RawClient(endpoint)) {
            silent.awaitEnd(); // so the time limit has passed for the first one, too
            go.countDown();
            assertThat(client.answer()).endsWith("made");
        }
    }

    @Test
    void more_connections_than_threads_and_queue_are_told_to_come_back() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        HttpRoutes pages = new HttpRoutes(null).show("/held", () -> {
            awaitQuietly(go);
            return Response.of("text/plain", "held");
        });
        int taken = HttpEndpoint.WORKERS + HttpEndpoint.WAITING;
        List<RawClient> clients = new ArrayList<>();
        try (HttpEndpoint endpoint = open(pages, PATIENT)) {
            for (int i = 0; i < taken + 100; i++) {
                clients.add(new RawClient(endpoint).send("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            }
            for (RawClient refused : clients.subList(taken, taken + 40)) {
                assertThat(refused.answer()).startsWith("HTTP/1.1 503 ");
            }
            go.countDown();
            for (RawClient served : clients.subList(0, taken)) {
                assertThat(served.answer()).endsWith("held");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void hundreds_of_slow_connections_leave_no_thread_and_no_connection_behind() throws IOException {
        List<RawClient> slow = new ArrayList<>();
        try (HttpEndpoint endpoint = open(PAGES, SHORT)) {
            for (int i = 0; i < 300; i++) {
                slow.add(new RawClient(endpoint));
            }
            assertThat(threads()).hasSizeLessThanOrEqualTo(HttpEndpoint.WORKERS + 1);
            for (RawClient client : slow) {
                client.awaitEnd();
            }
            assertThat(RawClient.get(endpoint, "/ok")).endsWith("fine");
            awaitThat(() -> endpoint.connections() == 0);
        } finally {
            for (RawClient client : slow) {
                client.close();
            }
        }
    }

    @Test
    void closing_ends_connections_and_leaves_no_thread() throws IOException {
        HttpEndpoint endpoint = open(PAGES, PATIENT);
        try (RawClient silent = new RawClient(endpoint)) {
            RawClient.get(endpoint, "/ok");
            endpoint.close();
            endpoint.close();
            silent.awaitEnd();
        }
        awaitThat(() -> threads().isEmpty());
        try (ServerSocket again = new ServerSocket(endpoint.port(), 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.isBound()).isTrue();
        }
    }

    @Test
    void a_failing_accept_is_tried_again_but_not_in_a_spin() throws Exception {
        LinkedBlockingQueue<Long> failures = new LinkedBlockingQueue<>();
        ServerSocket outOfDescriptors = new ServerSocket(0, 50, InetAddress.getLoopbackAddress()) {
            @Override
            public Socket accept() throws IOException {
                if (failures.size() < 3) {
                    failures.add(System.nanoTime());
                    throw new SocketException("Too many open files");
                }
                return super.accept();
            }
        };
        try (HttpEndpoint endpoint = HttpEndpoint.open(outOfDescriptors, PAGES, PATIENT)) {
            assertThat(RawClient.get(endpoint, "/ok")).endsWith("fine");
        }
        long first = failures.remove();
        long second = failures.remove();
        assertThat(TimeUnit.NANOSECONDS.toMillis(second - first)).isGreaterThanOrEqualTo(90);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
