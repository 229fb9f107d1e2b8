package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HolderTextTest {
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

    private static String cure(String wantedBy) {
        return HolderText.cure(null, site(wantedBy), "lock");
    }

    private static String cure(String wantedBy, @Nullable String tookAt) {
        WaitHolder holder = new WaitHolder(
                "virtual thread #7",
                Confidence.EXACT,
                tookAt == null ? null : StackFrame.parse(tookAt),
                tookAt == null ? Confidence.UNKNOWN : Confidence.EXACT,
                WaitOperation.SLEEP,
                0,
                null,
                List.of());
        return HolderText.cure(holder, site(wantedBy), "monitor");
    }

    private static boolean mayBeIdle(WaitOperation doing, String wantedBy, String... frames) {
        return HolderText.waitsForWork(doing, StackFrame.parse(List.of(frames)), site(wantedBy));
    }

    @Test
    void a_monitor_that_unpin_made_a_lock_is_the_applications_and_not_the_jdks() {
        assertThat(cure("java.lang.VtMonitorSlicedLock.enterInSlices:80"))
                .startsWith("Do what is slow before the lock");
        assertThat(cure("java.io.PrintStream.println:80"))
                .startsWith("The JDK's own code takes the lock in java.io.PrintStream.println: share the object");
    }

    @Test
    void a_monitor_of_the_jdk_that_the_application_holds_is_for_the_application_to_release() {
        String wantedBy = "java.util.Collections$SynchronizedMap.get:2975";
        assertThat(cure(wantedBy, "com.acme.Report.print:12")).startsWith("Do the sleep before the monitor is taken");
        assertThat(cure(wantedBy, wantedBy))
                .startsWith("The JDK's own code takes the monitor in java.util.Collections");
        assertThat(cure(wantedBy, null)).startsWith("The JDK's own code takes the monitor in java.util.Collections");
    }

    @Test
    void what_the_jdk_calls_while_it_holds_a_monitor_is_for_the_application_to_make_short() {
        String computes = "jdk.internal.lang.LazyConstantImpl.getSlowPath:90";
        WaitHolder holder = new WaitHolder(
                "virtual thread #7",
                Confidence.EXACT,
                StackFrame.parse(computes),
                Confidence.EXACT,
                WaitOperation.SLEEP,
                0,
                null,
                StackFrame.parse(List.of(
                        "java.lang.Thread.sleep:540", "com.acme.Rates.load:7", "com.acme.Rates.get:5", computes)));
        assertThat(HolderText.cure(holder, site(computes), "monitor"))
                .isEqualTo(
                        "The JDK's own code holds the monitor in jdk.internal.lang.LazyConstantImpl.getSlowPath while"
                                + " it calls com.acme.Rates.get: do the sleep before or after that call, not in it.");
    }

    @Test
    void who_was_notified_enters_the_applications_monitor_again() {
        assertThat(cure("java.lang.Object.wait0", null)).startsWith("Do the sleep before the monitor is taken");
    }

    @Test
    void a_value_that_is_computed_in_a_concurrent_map_is_to_be_computed_outside_of_it() {
        String computes = "java.util.concurrent.ConcurrentHashMap.computeIfAbsent:1724";
        assertThat(cure(computes, computes)).contains("put a future into the map");
        assertThat(cure(computes, null)).contains("share the object");
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
    void who_waits_for_the_turn_to_take_from_a_queue_of_the_applications_may_be_idle() {
        String lock = "java.util.concurrent.locks.ReentrantLock.lock:322";
        String awaits = "java.lang.Object.wait:366";
        String load = "com.acme.Cache.load:90";
        for (WaitOperation wait : List.of(WaitOperation.OBJECT_WAIT, WaitOperation.CONDITION)) {
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

    @Test
    void a_holder_in_a_method_of_the_jdk_that_has_no_lines_is_said_to_be_in_that_one() {
        assertThat(HolderText.held(running("java.io.FileOutputStream.writeBytes"), "lock"))
                .endsWith("held by virtual thread #7, which runs java.io.FileOutputStream.writeBytes.");
        assertThat(HolderText.held(running("com.acme.Cache.compute:95"), "lock"))
                .endsWith("held by virtual thread #7, which runs.");
    }

    private static WaitHolder running(String frame) {
        return new WaitHolder(
                "virtual thread #7",
                Confidence.EXACT,
                null,
                Confidence.UNKNOWN,
                WaitOperation.RUNNING,
                0,
                null,
                List.of(StackFrame.parse(frame)));
    }

    @Test
    void what_a_parked_holder_does_is_not_called_a_wait_for_an_unpark_that_is_to_be_done_elsewhere() {
        WaitHolder parked = new WaitHolder(
                "virtual thread #7",
                Confidence.EXACT,
                StackFrame.parse("com.acme.Cache.load:88"),
                Confidence.EXACT,
                WaitOperation.PARK,
                0,
                null,
                List.of());
        assertThat(HolderText.cure(parked, site("com.acme.Cache.load:88"), "lock"))
                .startsWith("Do what is slow before the lock");
    }
}
