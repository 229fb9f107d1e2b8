package io.vtmonitor.truth;

import java.io.FileInputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * "reader-0" reads a named pipe that nobody writes to, and owns a monitor, which "reader-1" enters. Before JDK 24 both
 * keep their carriers, one in a native call and one at the monitor, for one reason.
 */
public final class ReadsUnderMonitor {
    private static final Object PIPE = new Object();

    private static volatile boolean reads;

    private ReadsUnderMonitor() {}

    public static void main(String[] args) throws Exception {
        Path pipe = Files.createTempDirectory("pipe").resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
        try (RandomAccessFile both = new RandomAccessFile(pipe.toFile(), "rw");
                FileInputStream in = new FileInputStream(both.getFD())) {
            Files.delete(pipe); // the open one stays
            Truth.virtual("reader-0", () -> read(in));
            Truth.await(() -> reads);
            Thread second = Truth.virtual("reader-1", () -> read(in));
            Truth.await(() -> Truth.waits(second));
            Truth.queueForCarriers();
            Truth.stay();
        }
    }

    private static void read(FileInputStream in) throws Exception {
        synchronized (PIPE) {
            reads = true;
            in.read();
        }
    }
}
