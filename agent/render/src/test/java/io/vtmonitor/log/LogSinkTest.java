package io.vtmonitor.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.metrics.Findings;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSinkTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private long now;

    @AfterEach
    void reset() {
        LogOutput.reset();
    }

    private List<String> linesOf(double share, Duration watched, DiagnosedPin... findings) throws IOException {
        Path file = folder.resolve("agent.log");
        LogOutput.use(file, false, false);
        LogSink sink = new LogSink(share, () -> 2, () -> now);
        now = watched.toNanos();
        for (DiagnosedPin diagnosed : findings) {
            sink.accept(diagnosed);
        }
        LogOutput.finish(LONG);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static DiagnosedPin pin(String className, int millis) {
        return Findings.finding(
                Findings.diagnosis(className, Reason.MONITOR, Operation.SOCKET_READ, false), Duration.ofMillis(millis));
    }

    @Test
    void pins_of_a_cold_start_get_no_line() throws IOException {
        // One per cent of two carriers' first ten seconds is 200 ms.
        assertThat(linesOf(0.01, Duration.ofSeconds(2), pin("a.B", 90), pin("c.D", 100), pin("a.B", 100)))
                .isEmpty();
    }

    @Test
    void a_site_gets_one_line_when_its_pins_add_up_to_the_share() throws IOException {
        assertThat(linesOf(0.01, Duration.ofSeconds(2), pin("a.B", 150), pin("a.B", 60), pin("a.B", 500)))
                .singleElement()
                .asString()
                .contains("WARN vt-monitor: pinned for 60 ms in socket read by a.B.read:42");
    }

    @Test
    void the_longer_the_watch_the_more_a_site_has_to_take() throws IOException {
        assertThat(linesOf(0.01, Duration.ofSeconds(100), pin("a.B", 1999))).isEmpty();
        assertThat(linesOf(0.01, Duration.ofSeconds(100), pin("a.B", 2001))).hasSize(1);
    }

    @Test
    void a_line_that_named_another_holder_is_put_right_once() throws IOException {
        Diagnosis guess = Findings.diagnosis("a.Guess", Reason.MONITOR, Operation.SOCKET_READ, false)
                .with(true);
        Diagnosis same = Findings.diagnosis("a.Guess", Reason.MONITOR, Operation.SOCKET_READ, false);
        Diagnosis other = Findings.diagnosis("a.Proven", Reason.MONITOR, Operation.SOCKET_READ, false);
        Path file = folder.resolve("agent.log");
        LogOutput.use(file, false, false);
        LogSink sink = new LogSink(0, () -> 2, () -> now);
        sink.revised(guess, other);
        sink.accept(Findings.finding(guess, Duration.ofMillis(50)));
        sink.revised(guess, same);
        sink.revised(guess, other);
        sink.revised(guess, other);
        sink.accept(Findings.finding(other, Duration.ofMillis(50)));
        LogOutput.finish(LONG);
        assertThat(Files.readAllLines(file))
                .hasSize(2)
                .last()
                .asString()
                .contains("pinned in socket read by a.Proven.read:42 (monitor of this, exact): class files that were"
                        + " read since show it; its pins counted as those of a.Guess.read:42. ");
    }

    @Test
    void from_zero_on_every_site_gets_a_line() throws IOException {
        assertThat(linesOf(0, Duration.ofSeconds(100), pin("a.B", 1), pin("c.D", 1), pin("a.B", 1)))
                .hasSize(2);
    }
}
