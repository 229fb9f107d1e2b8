package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Threads behind a lock that no dump of JDK 25 shows the holder of, of which one waits for work: they may be idle. */
class IdleInDumpsTest {
    private static final String ACCEPTS = """
            "java.base/java.lang.VirtualThread.park(VirtualThread.java:700)",
            "java.base/java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
            "java.base/sun.nio.ch.NioSocketImpl.accept(NioSocketImpl.java:748)",
            "app//com.acme.Server.serve(Server.java:12)"
            """;

    private static Waits twoDumps(String stack, String... other) throws IOException {
        String waiting =
                DumpWaitsTest.many(20, DumpWaitsTest.waiterOf25("$TID")).replace(DumpWaitsTest.LOCK_STACK, stack);
        String threads = waiting + ", {\"tid\": \"31\", \"virtual\": true, \"name\": \"\", \"state\": \"WAITING\","
                + " \"stack\": [\"" + String.join("\", \"", other) + "\"]}";
        return DumpWaitsTest.waits(
                DumpWaitsTest.dump(DumpWaitsTest.OF_25, "2026-01-01T00:00:00Z", threads),
                DumpWaitsTest.dump(DumpWaitsTest.OF_25, "2026-01-01T00:00:10Z", threads));
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
}
