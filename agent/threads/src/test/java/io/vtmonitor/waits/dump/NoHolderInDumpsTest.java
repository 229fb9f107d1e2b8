package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.text.VerdictText;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Threads behind a lock that no dump of JDK 25 shows the holder of. */
class NoHolderInDumpsTest {
    private static final String ACCEPTS = """
            "java.base/java.lang.VirtualThread.park(VirtualThread.java:700)",
            "java.base/java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
            "java.base/sun.nio.ch.NioSocketImpl.accept(NioSocketImpl.java:748)",
            "app//com.acme.Server.serve(Server.java:12)"
            """;

    private static Waits twoDumps(String stack, String... other) throws IOException {
        String waiting =
                DumpWaitsTest.many(200, DumpWaitsTest.waiterOf25("$TID")).replace(DumpWaitsTest.LOCK_STACK, stack);
        String threads = waiting + ", {\"tid\": \"31\", \"virtual\": true, \"name\": \"\", \"state\": \"WAITING\","
                + " \"stack\": [\"" + String.join("\", \"", other) + "\"]}";
        return DumpWaitsTest.waits(dump("00", threads), dump("10", threads));
    }

    /** A busy lock: all threads but its holder wait for it. */
    private static String busy(String time, int threads, int holder) {
        return dump(
                time,
                IntStream.range(100, 100 + threads)
                        .filter(tid -> tid != holder)
                        .mapToObj(tid -> DumpWaitsTest.waiterOf25(Integer.toString(tid)))
                        .collect(Collectors.joining(",")));
    }

    private static String dump(String time, String threads) {
        return DumpWaitsTest.dump(DumpWaitsTest.OF_25, "2026-01-01T00:00:" + time + "Z", threads);
    }

    @Test
    void a_busy_lock_whose_threads_come_back_to_it_is_no_convoy() throws IOException {
        assertThat(DumpWaitsTest.waits(busy("00", 300, 107), busy("10", 300, 113), busy("20", 300, 150))
                        .verdicts())
                .isEmpty();
        assertThat(DumpWaitsTest.waits(busy("00", 20, 107), busy("10", 20, 107)).verdicts())
                .as("one in twenty holds it by chance at two dumps")
                .isEmpty();
    }

    @Test
    void a_queue_behind_a_writer_that_may_be_the_reader_itself_is_no_convoy() throws IOException {
        assertThat(readWrite("ReadLock").verdicts()).hasSize(1);
        assertThat(readWrite("WriteLock").verdicts()).isEmpty();
    }

    /** Three dumps of twenty threads that wait for a read lock, and one that waits so. */
    private static Waits readWrite(String one) throws IOException {
        String threads = DumpWaitsTest.many(20, DumpWaitsTest.waiterOf25("$TID"))
                + ","
                + DumpWaitsTest.waiterOf25("31").replace("ReentrantLock.lock", "ReentrantLock$" + one + ".lock");
        String all = threads.replace("ReentrantLock", "ReentrantReadWriteLock");
        return DumpWaitsTest.waits(dump("00", all), dump("10", all), dump("20", all));
    }

    @Test
    void a_queue_that_no_thread_has_left_is_a_convoy() throws IOException {
        assertThat(DumpWaitsTest.waits(busy("00", 20, 107), busy("10", 20, 107), busy("20", 20, 107))
                        .verdicts())
                .singleElement()
                .satisfies(verdict -> {
                    assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.LOCK_CONVOY);
                    assertThat(verdict.confidence()).isEqualTo(Confidence.LIKELY);
                    assertThat(VerdictText.evidence(verdict.facts()))
                            .contains("All 19 threads that waited for it in the previous dump still wait; the dump"
                                    + " before that showed the same. Dumps don't show whether they had it in between.");
                });
        assertThat(DumpWaitsTest.waits(busy("00", 300, 107), busy("10", 300, 107))
                        .verdicts())
                .as("that all of three hundred wait again by chance is unlikely enough at two dumps")
                .singleElement()
                .satisfies(verdict ->
                        assertThat(VerdictText.evidence(verdict.facts())).contains("All 299 threads"));
    }

    @Test
    void a_thread_that_runs_in_the_method_in_which_others_wait_may_have_their_lock() throws IOException {
        String runs = ", {\"tid\": \"31\", \"virtual\": true, \"name\": \"\", \"state\": \"RUNNABLE\", \"stack\": ["
                + "\"com.acme.Cache.compute(Cache.java:95)\", \"com.acme.Cache.load(Cache.java:90)\"]}";
        String waiting = DumpWaitsTest.many(299, DumpWaitsTest.waiterOf25("$TID"));
        assertThat(DumpWaitsTest.waits(dump("00", waiting), dump("10", waiting + runs))
                        .verdicts())
                .isEmpty();
    }

    @Test
    void threads_that_accept_connections_of_one_server_are_no_convoy() throws IOException {
        assertThat(twoDumps(
                                ACCEPTS,
                                "java.base/java.lang.VirtualThread.park(VirtualThread.java:700)",
                                "java.base/sun.nio.ch.NioSocketImpl.accept(NioSocketImpl.java:755)",
                                "app//com.acme.Server.serve(Server.java:12)")
                        .verdicts())
                .isEmpty();
    }

    @Test
    void threads_that_wait_for_their_turn_to_take_from_a_queue_are_no_convoy() throws IOException {
        assertThat(twoDumps(
                                DumpWaitsTest.LOCK_STACK,
                                "java.base/java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)",
                                "app//com.acme.Source.read(Source.java:7)",
                                "app//com.acme.Cache.load(Cache.java:90)")
                        .verdicts())
                .isEmpty();
    }

    @Test
    void a_thread_that_waits_for_work_elsewhere_does_not_hide_a_convoy() throws IOException {
        assertThat(twoDumps(
                                DumpWaitsTest.LOCK_STACK,
                                "java.base/sun.nio.ch.NioSocketImpl.accept(NioSocketImpl.java:755)",
                                "app//com.acme.Server.serve(Server.java:12)")
                        .verdicts())
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.LOCK_CONVOY));
    }

    @Test
    void a_thread_that_waits_in_code_of_its_own_waits_for_a_class_that_another_one_initializes() throws IOException {
        String thread = "{\"tid\": \"31\", \"virtual\": true, \"name\": \"w\", \"state\": \"WAITING\", \"stack\":"
                + " [\"com.acme.Cache.load(Cache.java:90)\","
                + " \"java.base/java.lang.VirtualThread.run(VirtualThread.java:4)\"]}";
        WaitGroup group = DumpWaitsTest.waits(DumpWaitsTest.dump("27", "2026-01-01T00:00:00Z", thread))
                .groups()
                .get(0);
        assertThat(group.place().operation()).isEqualTo(WaitOperation.CLASS_INIT_WAIT);
        assertThat(group.place().site()).isEqualTo("com.acme.Cache.load");
    }
}
