package io.vtmonitor.waits.census;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time of the calling thread, without JMX: from Linux, elsewhere the clock, which is no less. */
final class ThreadCpu {
    private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");

    private ThreadCpu() {}

    /** In nanoseconds; differences count. */
    static long now() {
        try {
            String text = new String(Files.readAllBytes(SCHEDULED), StandardCharsets.US_ASCII);
            return Long.parseLong(text.substring(0, text.indexOf(' ')));
        } catch (IOException | RuntimeException ignored) {
            return System.nanoTime();
        }
    }
}
