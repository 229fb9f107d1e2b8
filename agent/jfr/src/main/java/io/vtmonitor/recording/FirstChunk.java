package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkHeaders;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** When recordings began: what their first bytes tell, so that a packed one is hardly unpacked for it. */
final class FirstChunk {
    private static final int START = 32;

    private FirstChunk() {}

    /**
     * Files in the order in which they are read together. One that is packed knows no chunks but those of the files
     * before it, so where any is, they are sorted by their begin. What does not say it comes last, such as a pipe,
     * which can be read once only.
     */
    static List<Path> inOrder(List<Path> files) {
        List<Path> sorted = new ArrayList<>(files);
        if (files.size() > 1 && files.stream().anyMatch(FirstChunk::isPacked)) {
            Map<Path, Long> begins = new HashMap<>();
            files.forEach(file -> begins.computeIfAbsent(file, FirstChunk::startNanos));
            sorted.sort(Comparator.comparing(begins::get));
        }
        return sorted;
    }

    private static boolean isPacked(Path file) {
        try {
            return Files.isRegularFile(file) && RecordingFiles.isPacked(RecordingFiles.begin(file));
        } catch (IOException e) {
            return false; // the reader of this file reports why it cannot be read
        }
    }

    private static long startNanos(Path named) {
        try {
            List<Path> plain = RecordingFiles.plain(named);
            Path file = plain.isEmpty() ? named : plain.get(0);
            if (Files.isRegularFile(file)) {
                try (InputStream in = unpacked(file)) {
                    byte[] header = in.readNBytes(ChunkHeaders.HEADER);
                    return header.length < ChunkHeaders.HEADER
                            ? Long.MAX_VALUE
                            : ByteBuffer.wrap(header).getLong(START);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // The reader of this file reports why it cannot be read.
        }
        return Long.MAX_VALUE;
    }

    private static InputStream unpacked(Path file) throws IOException {
        byte[] begin = RecordingFiles.begin(file);
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            if (RecordingFiles.isGzip(begin)) {
                return new GZIPInputStream(in);
            }
            if (RecordingFiles.isLz4(begin)) {
                return new Lz4Stream(in);
            }
            return RecordingFiles.isZip(begin) ? firstRecording(new ZipInputStream(in)) : in;
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    private static InputStream firstRecording(ZipInputStream zip) throws IOException {
        ZipEntry entry = zip.getNextEntry();
        while (entry != null && !entry.getName().toLowerCase(Locale.ROOT).endsWith(".jfr")) {
            entry = zip.getNextEntry();
        }
        return zip;
    }
}
