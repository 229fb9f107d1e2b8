package io.vtmonitor.cli.input;

import io.vtmonitor.cli.output.ProgressBar;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import io.vtmonitor.waits.heap.HeapDumpReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;

/** Reads heap dumps, plain or compressed by gzip. */
final class HeapDumps {
    private static final int HEAD = 32;
    private static final int BUFFER = 1 << 20;

    /** The space that must remain free on the disk to which a dump is unpacked. */
    private static final long SPARE = 256L << 20;
    /** The most bytes that one byte of compressed data can represent (RFC 1951: 258 by two codes of one bit each). */
    private static final long MOST_PACKED = 1_032;

    private HeapDumps() {}

    /** Whether a file starts like a heap dump. */
    static boolean isDump(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            byte[] head = in.readNBytes(HEAD);
            return isGzip(head) ? isPackedDump(file) : HeapDumpReader.isDump(head);
        } catch (IOException ignored) {
            return false; // the reader of recordings reports the failure
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
     * Reads a heap dump.
     *
     * @param err where to show the progress
     */
    static ThreadDumpFile read(Path file, PrintWriter err) throws IOException {
        ProgressBar bar = new ProgressBar(err);
        try {
            byte[] head;
            try (InputStream in = Files.newInputStream(file)) {
                head = in.readNBytes(HEAD);
            }
            FileChannel plain = isGzip(head) ? unpacked(file) : FileChannel.open(file);
            int megabytes = megabytes(Math.max(1 << 20, plain.size()));
            return HeapDumpReader.read(plain, file.toString(), bytes -> bar.show(megabytes(bytes), megabytes, "MB"));
        } finally {
            bar.clear();
        }
    }

    private static int megabytes(long bytes) {
        return (int) (bytes >> 20);
    }

    /**
     * Unpacks the dump to a temporary file, because its objects are read in random order. The file has no name once it
     * is open, so it disappears with this process in any case. (On Windows, it is deleted when it is closed.)
     */
    private static FileChannel unpacked(Path file) throws IOException {
        Path to = Files.createTempFile("vt-monitor-", ".hprof");
        long room = to.toFile().getUsableSpace() - SPARE;
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    to, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(to);
            throw e;
        }
        try {
            if (Files.size(file) * MOST_PACKED > room) {
                checkRoom(file, room);
            }
            unpack(file, channel);
            return channel;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Checks whether the unpacked dump fits, before anything is written: other programs need the space, too. */
    static void checkRoom(Path file, long room) throws IOException {
        long size = 0;
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER)) {
            for (int read = in.read(buffer); read >= 0; read = readOn(in, buffer, size)) {
                size += read;
                if (size > room) {
                    throw new IOException("unpacked, it needs more than the " + Math.max(0, megabytes(room))
                            + " MB that it may use in the folder for temporary files; to use another folder, run java"
                            + " -Djava.io.tmpdir=FOLDER");
                }
            }
        }
    }

    /** Unpacks the data. If they are cut off, the part before is used. */
    private static void unpack(Path file, FileChannel to) throws IOException {
        long done = 0;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = readOn(in, buffer, done)) {
                ByteBuffer part = ByteBuffer.wrap(buffer, 0, read);
                while (part.hasRemaining()) {
                    to.write(part);
                }
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
            return -1; // the reader of the heap dump reports where it ends
        }
    }
}
