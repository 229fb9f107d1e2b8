package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.report.figures.BusyFigures;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FileIoTallyTest {
    private final FileIoTally tally = new FileIoTally();
    private final Consumer<FileIo> busy = tally.above(Duration.ofMillis(20), interval -> {});

    @Test
    void file_io_is_added_up_at_the_first_application_frame_with_the_most_seconds_first() {
        busy.accept(interval("file_read", 30, "java.io.FileInputStream.read", "a.Small.load", "a.Main.run"));
        busy.accept(interval("file_read", 500, "java.io.FileInputStream.read", "a.Big.load", "a.Main.run"));
        busy.accept(interval("file_read", 250, "java.io.FileInputStream.read", "a.Big.load", "a.Other.run"));
        busy.accept(interval("file_write", 40, "java.io.FileOutputStream.write", "a.Big.load"));
        assertThat(tally.figures())
                .containsExactly(
                        new BusyFigures("a.Big.load", "file_read", false, 2, nanos(0.75), nanos(0.5)),
                        new BusyFigures("a.Big.load", "file_write", false, 1, nanos(0.04), nanos(0.04)),
                        new BusyFigures("a.Small.load", "file_read", false, 1, nanos(0.03), nanos(0.03)));
    }

    @Test
    void what_is_shorter_than_the_threshold_is_left_out() {
        busy.accept(interval("file_read", 19, "a.Big.load"));
        assertThat(tally.figures()).isEmpty();
    }

    @Test
    void places_beyond_the_bound_count_as_other() {
        for (int i = 0; i < 1_100; i++) {
            busy.accept(interval("file_read", 20, "a.C" + i + ".load"));
        }
        assertThat(tally.figures()).hasSize(1_001);
        assertThat(tally.figures().get(0))
                .isEqualTo(new BusyFigures("other", "file_read", false, 100, nanos(2.0), nanos(0.02)));
    }

    private static FileIo interval(String operation, long millis, String... frames) {
        return new FileIo(Pins.stack(frames), operation, 0, millis * 1_000_000, false);
    }
}
