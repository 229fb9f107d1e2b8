package io.vtmonitor.cli.input;

import io.vtmonitor.cli.output.ProgressBar;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import io.vtmonitor.waits.heap.HeapDumpReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/** Reads heap dumps, as they are or compressed by gzip. */
final class HeapDumps {
    private static final int HEAD = 32;
    private static final int BUFFER = 1 << 20;

    /** What stays free where it is unpacked. */
    private static final long SPARE = 256L << 20;

    private HeapDumps() {}

    /** Whether a file begins like one. */
    static boolean isDump(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            byte[] head = in.readNBytes(HEAD);
            return isGzip(head) ? isPackedDump(file) : HeapDumpReader.isDump(head);
        } catch (IOException ignored) {
            return false; // the reader of recordings says why
        }
    }

    private static boolean isGzip(byte[] head) {
        return head.length > 1 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b;
    }

    private static boolean isPackedDump(Path file) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return HeapDumpReader.isDump(in.readNBytes(HEAD));
        } catch (IOException ignored) {
            return false;
        }
    }

    /**
     * Reads one.
     *
     * @param err where progress is shown
     */
    static ThreadDumpFile read(Path file, PrintWriter err) throws IOException {
        ProgressBar bar = new ProgressBar(err);
        Path unpacked = null;
        try {
            byte[] head;
            try (InputStream in = Files.newInputStream(file)) {
                head = in.readNBytes(HEAD);
            }
            if (isGzip(head)) {
                unpacked = Files.createTempFile("vt-monitor-", ".hprof");
                unpack(file, unpacked);
            }
            Path plain = unpacked == null ? file : unpacked;
            int megabytes = (int) Math.max(1, Files.size(plain) >> 20);
            LongConsumer progress = bytes -> bar.show((int) (bytes >> 20), megabytes, "MB");
            return HeapDumpReader.read(plain, file.toString(), progress);
        } finally {
            bar.clear();
            if (unpacked != null) {
                Files.deleteIfExists(unpacked);
            }
        }
    }

    /** Objects are read in no order, so they have to lie somewhere. Of data that are cut off the begin is used. */
    private static void unpack(Path file, Path to) throws IOException {
        long done = 0;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER);
                OutputStream out = Files.newOutputStream(to)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = readOn(in, buffer, done)) {
                if (to.toFile().getUsableSpace() < SPARE) {
                    throw new IOException("unpacked it needs more than " + (done >> 20)
                            + " MB, and the folder for temporary files has no more room; java"
                            + " -Djava.io.tmpdir=FOLDER names another one");
                }
                out.write(buffer, 0, read);
                done += read;
            }
        }
    }

    private static int readOn(InputStream in, byte[] buffer, long done) throws IOException {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            if (done == 0) {
                throw e;
            }
            return -1; // the heap dump says where it ends
        }
    }
}
