package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleHolderTest {
    private static final String TAKES = "java.util.concurrent.LinkedBlockingQueue.take:435";
    private static final String READS = "sun.nio.ch.NioSocketImpl.read:346";

    private static WaitSite site(String wantedBy) {
        return new WaitSite(
                WaitOperation.LOCK,
                null,
                null,
                "com.acme.Cache.load",
                null,
                null,
                StackFrame.parse(List.of("java.lang.VirtualThread.park:700", wantedBy, "com.acme.Cache.load:88")));
    }

    private static boolean mayBeIdle(WaitOperation doing, String wantedBy, String... frames) {
        return IdleHolder.waitsForWork(doing, StackFrame.parse(List.of(frames)), site(wantedBy));
    }

    @Test
    void who_waits_for_the_turn_to_read_from_a_socket_or_its_reader_may_be_idle() {
        assertThat(mayBeIdle(WaitOperation.SOCKET_READ, "java.io.BufferedReader.readLine:329", READS))
                .isTrue();
        assertThat(mayBeIdle(WaitOperation.SOCKET_READ, "java.io.InputStreamReader.read:166", READS))
                .isTrue();
        assertThat(mayBeIdle(WaitOperation.SOCKET_READ, "sun.nio.ch.DatagramChannelImpl.receive:520", READS))
                .isTrue();
        assertThat(mayBeIdle(WaitOperation.SOCKET_READ, "java.io.BufferedWriter.write:232", READS))
                .as("they do not want to read")
                .isFalse();
        assertThat(mayBeIdle(WaitOperation.SOCKET_READ, "java.util.concurrent.locks.ReentrantLock.lock:322", READS))
                .as("the application's own lock, around a call of a server")
                .isFalse();
    }

    @Test
    void who_waits_for_the_turn_to_take_from_a_queue_may_be_idle_also_if_a_method_is_in_between() {
        String lock = "java.util.concurrent.locks.ReentrantLock.lock:322";
        String load = "com.acme.Cache.load:90";
        String source = "com.acme.Source.read:7";
        assertThat(mayBeIdle(WaitOperation.QUEUE, lock, TAKES, load)).isTrue();
        assertThat(mayBeIdle(WaitOperation.QUEUE, lock, TAKES, source, source, source, load))
                .isTrue();
        assertThat(mayBeIdle(
                        WaitOperation.QUEUE,
                        lock,
                        "java.util.concurrent.LinkedBlockingDeque.pollFirst:9",
                        source,
                        load))
                .isTrue();
        assertThat(mayBeIdle(WaitOperation.QUEUE, lock, TAKES, source, source, source, source, load))
                .as("a task that needs an answer somewhere")
                .isFalse();
        assertThat(mayBeIdle(WaitOperation.QUEUE, lock, TAKES, source)).isFalse();
        assertThat(mayBeIdle(WaitOperation.QUEUE, lock, "java.util.concurrent.ArrayBlockingQueue.put:370", load))
                .as("it does not wait for work")
                .isFalse();
    }

    @Test
    void who_waits_for_the_turn_to_receive_datagrams_may_be_idle_whoever_has_the_lock() {
        String lock = "java.util.concurrent.locks.ReentrantLock.lock:322";
        String receives = "sun.nio.ch.DatagramChannelImpl.blockingReceive:700";
        assertThat(mayBeIdle(WaitOperation.SOCKET_READ, lock, receives, "com.acme.Cache.load:90"))
                .isTrue();
        assertThat(mayBeIdle(WaitOperation.SOCKET_READ, lock, receives, "com.acme.Names.resolve:9"))
                .as("the others want to do something else")
                .isFalse();
    }

    @Test
    void who_waits_for_the_turn_to_wait_for_events_of_a_selector_may_be_idle() {
        String lock = "java.util.concurrent.locks.ReentrantLock.lock:322";
        String selects = "sun.nio.ch.SelectorImpl.select:146";
        String load = "com.acme.Cache.load:90";
        assertThat(mayBeIdle(WaitOperation.PARK, lock, selects, load)).isTrue();
        assertThat(mayBeIdle(WaitOperation.RUNNING, lock, "sun.nio.ch.EPoll.wait", selects, load))
                .isTrue();
        assertThat(mayBeIdle(WaitOperation.RUNNING, selects, selects, "com.acme.Loop.run:9"))
                .as("the selector's own lock")
                .isTrue();
        assertThat(mayBeIdle(WaitOperation.RUNNING, lock, load)).isFalse();
        assertThat(mayBeIdle(WaitOperation.RUNNING, lock, selects, "com.acme.Loop.run:9"))
                .as("the others want to do something else")
                .isFalse();
    }

    @Test
    void who_waits_for_the_turn_to_take_from_a_queue_of_the_applications_may_be_idle_however_that_waits() {
        String lock = "java.util.concurrent.locks.ReentrantLock.lock:322";
        String awaits = "java.lang.Object.wait:366";
        String load = "com.acme.Cache.load:90";
        for (WaitOperation wait : List.of(
                WaitOperation.OBJECT_WAIT,
                WaitOperation.CONDITION,
                WaitOperation.PARK,
                WaitOperation.SLEEP,
                WaitOperation.FUTURE,
                WaitOperation.LATCH)) {
            assertThat(mayBeIdle(wait, lock, awaits, "com.acme.Mailbox.take:7", load))
                    .isTrue();
            assertThat(mayBeIdle(wait, lock, awaits, "com.acme.Call.answer:7", load))
                    .as("it needs an answer")
                    .isFalse();
            assertThat(mayBeIdle(wait, lock, awaits, "com.acme.Mailbox.take:7", "com.acme.Other.run:7"))
                    .as("the others want to do something else")
                    .isFalse();
        }
    }
}
