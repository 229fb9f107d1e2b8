package io.vtmonitor.truth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sixty virtual threads write to one file, each with the same lock, and the disk takes a quarter of a second each time.
 * At any moment one has the lock and fifty-nine wait: a lock convoy, on every JDK.
 */
public final class LockConvoy {
    private static final int WRITERS = 60;
    private static final ReentrantLock FILE = new ReentrantLock();

    private LockConvoy() {}

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("convoy", ".log");
        file.toFile().deleteOnExit();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < WRITERS; i++) {
                Truth.virtual("writer-" + i, () -> log(channel));
            }
            Truth.await(() -> FILE.getQueueLength() == WRITERS - 1);
            Truth.stay();
        }
    }

    private static void log(FileChannel channel) throws IOException, InterruptedException {
        while (channel.isOpen()) {
            FILE.lock();
            try {
                channel.write(ByteBuffer.wrap(new byte[4096]), 0);
                channel.force(true);
                Thread.sleep(250);
            } finally {
                FILE.unlock();
            }
        }
    }
}
