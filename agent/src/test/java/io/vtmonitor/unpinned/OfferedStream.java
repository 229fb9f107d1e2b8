package io.vtmonitor.unpinned;

import io.vtmonitor.scenario.Driver;
import io.vtmonitor.scenario.Scenario;
import java.io.InputStream;
import java.time.Duration;

/** Sleeps in the monitor of a stream, whose superclass locks it on some JDKs only, and in one that no JDK knows. */
public final class OfferedStream extends InputStream {
    private final Duration length;

    private OfferedStream(Duration length) {
        this.length = length;
    }

    public static void main(String[] args) throws Exception {
        Scenario.run(args, length -> {
            new OfferedStream(length).read();
            new Driver().read(length);
        });
    }

    @Override
    public synchronized int read() {
        try {
            Thread.sleep(length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return -1;
    }
}
