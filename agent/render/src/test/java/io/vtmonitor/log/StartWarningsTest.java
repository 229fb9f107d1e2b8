package io.vtmonitor.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class StartWarningsTest {
    @Test
    void what_the_threads_that_start_something_warn_of_is_heard_and_nothing_else() throws Exception {
        StartWarnings.hear(Level.WARN, "before it began");
        on(() -> {
            StartWarnings.begin();
            StartWarnings.hear(Level.WARN, "unpin=x: off");
        });
        StartWarnings.begin();
        StartWarnings.hear(Level.INFO, "watching");
        StartWarnings.hear(Level.WARN, "no port");
        on(() -> StartWarnings.hear(Level.WARN, "STALL, of the application"));
        assertThat(StartWarnings.end()).containsExactly("unpin=x: off", "no port");
        StartWarnings.hear(Level.WARN, "when it is over");
        assertThat(StartWarnings.end()).isEmpty();
    }

    private static void on(Runnable work) throws InterruptedException {
        Thread thread = new Thread(work);
        thread.start();
        thread.join();
    }
}
