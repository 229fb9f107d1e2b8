package io.vtmonitor.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short run of {@link Fuzz}, with the same inputs each time; {@code .ci/truth/fuzz SECONDS} makes it a longer one,
 * with others.
 */
class FuzzTest {
    private static final long SEED = 20_261_121;
    private static final int INPUTS = 120;

    @TempDir
    private Path folder;

    @Test
    void spoilt_recordings_end_in_messages_and_in_nothing_else() throws IOException {
        Integer seconds = Integer.getInteger("vtmonitor.fuzz.seconds");
        if (seconds == null) {
            Fuzz.run(folder, Duration.ofSeconds(30), INPUTS, SEED);
            return;
        }
        long seed = System.nanoTime();
        System.out.println("fuzz: first seed " + seed);
        System.out.println("fuzz: " + Fuzz.run(folder, Duration.ofSeconds(seconds), Long.MAX_VALUE, seed));
    }
}
