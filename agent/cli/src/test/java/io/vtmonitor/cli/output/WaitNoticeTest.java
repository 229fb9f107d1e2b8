package io.vtmonitor.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitNoticeTest {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private final PrintWriter err = new PrintWriter(Writer.nullWriter()) {
        @Override
        public void println(String line) {
            lines.add(line);
        }
    };

    @Test
    void a_long_wait_is_said_and_ends_later() throws Exception {
        WaitNotice notice = new WaitNotice(err, 0, "still waiting");
        assertThat(lines.poll(1, TimeUnit.MINUTES)).isEqualTo("vt-monitor: still waiting");
        notice.close();
    }

    @Test
    void of_a_wait_that_is_over_nothing_is_said() throws Exception {
        new WaitNotice(err, 1, "still waiting").close();
        assertThat(lines.poll(2, TimeUnit.SECONDS)).isNull();
    }
}
