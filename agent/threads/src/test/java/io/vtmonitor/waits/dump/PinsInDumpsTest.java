package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads that are parked on their carriers, as dumps of JDK 21 show them. */
class PinsInDumpsTest {
    private static final String CLIENT = """
            #21 "client" virtual
                  java.base/jdk.internal.misc.Unsafe.park(Native Method)
                  java.base/java.lang.VirtualThread.parkOnCarrierThread(VirtualThread.java:675)
                  java.base/java.lang.VirtualThread.park(VirtualThread.java:607)
                  app.Session.readToken(Session.java:33)
                  java.base/java.lang.VirtualThread.run(VirtualThread.java:329)

            """;
    private static final String PARKED = """
            #22 "idle" virtual
                  java.base/java.lang.VirtualThread.park(VirtualThread.java:592)
                  app.Worker.next(Worker.java:9)
                  java.base/java.lang.VirtualThread.run(VirtualThread.java:329)

            """;

    private static ThreadDumpFile dump(int second, String threads) throws IOException {
        String text = "4711\n2026-11-25T00:00:0" + second + "Z\n21.0.8+9\n\n" + threads;
        return PlainDumpReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "dump.txt");
    }

    private static Limit pinned(double seconds) {
        return Limit.of(LimitKind.PINNED_IN_DUMP, 1, "#21", "at app.Session.readToken:33", seconds);
    }

    @Test
    void one_dump_shows_that_a_thread_keeps_its_carrier_and_not_for_how_long() throws IOException {
        assertThat(PinsInDumps.of(List.of(dump(1, CLIENT + PARKED)))).isEqualTo(pinned(0));
    }

    @Test
    void several_dumps_in_a_row_show_for_how_long_at_least() throws IOException {
        assertThat(PinsInDumps.of(List.of(dump(9, CLIENT), dump(1, PARKED), dump(4, CLIENT))))
                .isEqualTo(pinned(5));
        String elsewhere = CLIENT.replace(":33)", ":34)");
        assertThat(PinsInDumps.of(List.of(dump(4, elsewhere), dump(9, CLIENT)))).isEqualTo(pinned(0));
    }

    @Test
    void a_thread_that_left_its_carrier_is_no_pin() throws IOException {
        assertThat(PinsInDumps.of(List.of(dump(1, CLIENT), dump(2, PARKED)))).isNull();
    }

    @Test
    void of_several_threads_the_time_for_which_all_are_pinned_counts() throws IOException {
        String another = CLIENT.replace("#21", "#23");
        assertThat(PinsInDumps.of(List.of(
                        dump(1, CLIENT),
                        dump(4, CLIENT + another),
                        dump(6, another + CLIENT),
                        dump(9, CLIENT + another))))
                .isEqualTo(Limit.of(LimitKind.PINNED_IN_DUMP, 2, "#21, #23", "at app.Session.readToken:33", 5));
    }
}
