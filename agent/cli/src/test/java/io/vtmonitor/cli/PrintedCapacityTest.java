package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code jfr print} has printed shows little of carriers: no more may be said of them than that. */
class PrintedCapacityTest {
    private static final String TWO_CARRIERS = """
            jdk.CPUInformation {
              startTime = 07:02:48.000 (2024-06-19)
              hwThreads = 2
            }
            """;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** The first pin may have ended half a millisecond before the second began. */
    @Test
    void pins_that_overlap_by_less_than_times_are_rounded_do_not_starve_the_scheduler() throws IOException {
        judge(TWO_CARRIERS + pinned("48.100", "10.4 ms") + pinned("48.110", "300 ms"));
        assertThat(err.toString()).contains("starved>0s: at no time were all carriers pinned");
        judge(TWO_CARRIERS + pinned("48.100", "1.24 s") + pinned("49.331", "300 ms"));
        assertThat(err.toString()).contains("starved>0s: at no time were all carriers pinned");
    }

    @Test
    void pins_that_overlap_by_more_starve_it_and_exact_times_are_taken_as_they_are() throws IOException {
        judge(TWO_CARRIERS + pinned("48.100", "14.4 ms") + pinned("48.110", "300 ms"));
        assertThat(err.toString()).contains("starved>0s: no carrier was free for 3.3 ms");
        String exact = TWO_CARRIERS.replace("48.000", "48.000000000");
        judge(exact + pinned("48.100000000", "0.010400000 s") + pinned("48.110000000", "0.300000000 s"));
        assertThat(err.toString()).contains("starved>0s: no carrier was free for 0.4 ms");
    }

    @Test
    void where_the_number_of_carriers_is_unknown_no_figure_takes_it_to_be_one() throws IOException {
        int exit = judge(pinned("48.100", "300 ms"));
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .contains("undecided starved>0s: no carrier was free for 298 ms at most")
                .contains("the gate is blind: the number of carriers is unknown, so 'starved>0s' can't be evaluated");
        assertThat(out.toString())
                .contains("an unknown number of carriers")
                .containsIgnoringWhitespaces(
                        "It is not known what share of the capacity was lost, nor whether a carrier was free")
                .doesNotContain("no carrier was free", "1 carrier,");
    }

    private int judge(String text) throws IOException {
        err.getBuffer().setLength(0);
        Path file = Files.writeString(folder.resolve("printed.txt"), text);
        return Main.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                "analyze",
                file.toString(),
                "--fail-on",
                "starved>0s");
    }

    private static String pinned(String second, String length) {
        return """
                jdk.VirtualThreadPinned {
                  startTime = 07:02:SECOND (2024-06-19)
                  duration = LENGTH
                  eventThread = "" (javaThreadId = 261, virtual)
                  stackTrace = [
                    java.lang.VirtualThread.parkOnCarrierThread(boolean, long) line: 675
                    shop.Cart.add() line: 33
                  ]
                }
                """.replace("SECOND", second).replace("LENGTH", length);
    }
}
