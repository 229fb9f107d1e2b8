package io.vtmonitor.scenario;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Reads from a named pipe in a synchronized block: the carrier is busy in a system call, which is not a pin. */
public final class FifoRead {
    private static final Object LOCK = new Object();

    private FifoRead() {}

    public static void main(String[] args) throws Exception {
        Path fifo = Files.createTempDirectory("fifo").resolve("fifo");
        new ProcessBuilder("mkfifo", fifo.toString()).inheritIO().start().waitFor();
        // Open for both, so that neither end waits for the other.
        try (RandomAccessFile far = new RandomAccessFile(fifo.toFile(), "rw");
                InputStream near = new FileInputStream(fifo.toFile())) {
            Scenario.run(args, length -> block(length, near, far));
        }
    }

    static void block(Duration length, InputStream near, RandomAccessFile far) throws Exception {
        Peer writer = Peer.start(self -> {
            self.outlast(length);
            far.write(1);
        });
        hold(near, writer);
        writer.join();
    }

    static void hold(InputStream near, Peer writer) throws IOException {
        synchronized (LOCK) {
            writer.arrive();
            near.read();
        }
    }
}
