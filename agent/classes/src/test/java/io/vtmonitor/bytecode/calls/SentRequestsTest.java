package io.vtmonitor.bytecode.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.bytecode.WaitingStack;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Each program takes a lock and waits; its stack is that of the waiting thread. */
class SentRequestsTest {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object mail = new Object();
    private final ArrayDeque<String> messages = new ArrayDeque<>();
    private final ArrayDeque<String> requests = new ArrayDeque<>();
    private final Condition some = lock.newCondition();
    private final Semaphore signals = new Semaphore(0);

    /** Up to the method of that name. */
    private static boolean sendsNoRequest(String method, WaitingStack.Program program) throws InterruptedException {
        List<StackTraceElement> trace = WaitingStack.of(program);
        int last = trace.stream().map(StackTraceElement::getMethodName).toList().indexOf(method);
        return new SentRequests(WaitingStack::read).isNobody(trace, last);
    }

    private void awaitSignal() throws InterruptedException {
        lock.lock();
        try {
            signals.acquire();
        } finally {
            lock.unlock();
        }
    }

    private void nextMail() throws InterruptedException {
        lock.lock();
        try {
            fetch();
        } finally {
            lock.unlock();
        }
    }

    private String fetch() throws InterruptedException {
        synchronized (mail) {
            while (messages.isEmpty()) {
                mail.wait();
            }
            return messages.remove();
        }
    }

    private void ask() throws InterruptedException {
        lock.lock();
        try {
            requests.add("request");
            fetch();
        } finally {
            lock.unlock();
        }
    }

    private void askByMethod() throws InterruptedException {
        lock.lock();
        try {
            send("request");
            some.await();
        } finally {
            lock.unlock();
        }
    }

    private void send(String request) {
        for (int i = 0; i < 2; i++) {
            requests.add(request);
        }
    }

    private void asksBeforeItTakesTheLock() throws InterruptedException {
        requests.add("unrelated");
        lock.lock();
        try {
            some.await();
        } finally {
            lock.unlock();
        }
    }

    private void reads(Socket socket) throws InterruptedException {
        lock.lock();
        try {
            socket.setSoTimeout(0);
            new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            some.await();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }

    private void readsFrom(SocketChannel channel) throws InterruptedException {
        lock.lock();
        try {
            Channels.newInputStream(channel);
            lengths(channel);
            some.await();
        } finally {
            lock.unlock();
        }
    }

    private static int lengths(SocketChannel channel) {
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            sum += channel.socket().getPort();
        }
        return sum;
    }

    private void writes(Socket socket) throws InterruptedException {
        lock.lock();
        try {
            request(socket);
            some.await();
        } finally {
            lock.unlock();
        }
    }

    private static void request(Socket socket) {
        try {
            socket.getOutputStream().write('?');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void what_only_leads_to_a_stream_asks_nobody_and_what_writes_to_it_does() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(null);
                SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
            Socket socket = channel.socket();
            assertThat(sendsNoRequest("reads", () -> reads(socket))).isTrue();
            assertThat(sendsNoRequest("readsFrom", () -> readsFrom(channel))).isTrue();
            assertThat(sendsNoRequest("writes", () -> writes(socket))).isFalse();
        }
    }

    @Test
    void who_takes_a_lock_and_waits_at_once_asks_nobody() throws InterruptedException {
        assertThat(sendsNoRequest("awaitSignal", this::awaitSignal)).isTrue();
        assertThat(sendsNoRequest("nextMail", this::nextMail)).isTrue();
        assertThat(sendsNoRequest("asksBeforeItTakesTheLock", this::asksBeforeItTakesTheLock))
                .isTrue();
    }

    @Test
    void who_sends_something_before_waits_for_the_answer() throws InterruptedException {
        assertThat(sendsNoRequest("ask", this::ask)).isFalse();
        assertThat(sendsNoRequest("askByMethod", this::askByMethod)).isFalse();
    }

    @Test
    void of_a_class_whose_file_is_missing_nothing_is_proven() {
        StackTraceElement missing = new StackTraceElement("com.acme.Missing", "next", null, 7);
        StackTraceElement wait = new StackTraceElement("java.lang.Object", "wait", null, 7);
        assertThat(new SentRequests(name -> List.of()).isNobody(List.of(wait, missing), 1))
                .isFalse();
    }
}
