package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileSizeLimitTest {
    private static final long CHUNK = 4 << 20;
    private static final long ACCEPTED_KB = 100 << 10;

    @Test
    void a_process_whose_files_can_not_hold_a_chunk_that_is_late_to_end_is_refused() throws Exception {
        try (Limited most = new Limited(ACCEPTED_KB - 1)) {
            assertThatThrownBy(() -> FileSizeLimit.check(most.id(), CHUNK))
                    .isInstanceOf(HostLimitException.class)
                    .hasMessage("this JVM can write files of at most 99 MB (RLIMIT_FSIZE), and Flight Recorder aborts a"
                            + " JVM that reaches the limit; at least 100 MB are needed (in bash, ulimit -f 102400)");
        }
        try (Limited least = new Limited(ACCEPTED_KB)) {
            assertThatCode(() -> FileSizeLimit.check(least.id(), CHUNK)).doesNotThrowAnyException();
            assertThatThrownBy(() -> FileSizeLimit.check(least.id(), 2 * CHUNK))
                    .hasMessageContaining("at least 104 MB are needed");
            assertThat(FileSizeLimit.mostKept(least.id(), 250 << 20)).isEqualTo(50 << 20);
            assertThat(FileSizeLimit.mostKept(least.id(), 1 << 20)).isEqualTo(1 << 20);
        }
    }

    @Test
    void where_nobody_tells_nothing_is_refused() {
        assertThatCode(() -> FileSizeLimit.check("no such process", CHUNK)).doesNotThrowAnyException();
        assertThat(FileSizeLimit.mostKept("no such process", CHUNK)).isEqualTo(CHUNK);
    }

    /** A process with that limit, which ends when it is closed. */
    private static final class Limited implements AutoCloseable {
        private final Process process;

        Limited(long kilobytes) throws Exception {
            assumeTrue(Files.exists(Path.of("/proc/self/limits")), "only Linux shows the limits of a process");
            process = new ProcessBuilder("bash", "-c", "ulimit -f " + kilobytes + " && echo set && read end").start();
            assertThat(process.inputReader().readLine()).isEqualTo("set");
        }

        String id() {
            return Long.toString(process.pid());
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
        }
    }
}
