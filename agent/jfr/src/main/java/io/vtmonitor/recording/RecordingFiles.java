package io.vtmonitor.recording;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The plain files behind what a user names: a recording as it is, compressed ones unpacked to temporary files, standard
 * input and pipes, and the folder in which a JVM keeps its chunks. To be closed, which deletes what was unpacked.
 */
final class RecordingFiles implements AutoCloseable {
    /** Stands for standard input. */
    private static final String STANDARD_INPUT = "-";

    /** Recordings come down to a fifth of their size; more than this is a bomb, or no disk's to hold. */
    private static final long MOST_BYTES = 64L << 30;

    private static final long LEAST_FREE_SPACE = 512L << 20;
    private static final int LOOK_AT_SPACE_EVERY = 2 << 20;
    private static final int BUFFER = 1 << 16;
    private static final int MOST_FILES = 10_000;
    private static final String ACCEPTED = "; a .jfr file is accepted, as it is or compressed by gzip, zip or LZ4";

    private final List<Path> files = new ArrayList<>();
    private final List<Path> temporary = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private RecordingFiles() {}

    /**
     * Finds them.
     *
     * @throws UnreadableRecordingException if there is nothing that could be a recording
     */
    static RecordingFiles of(Path named) throws UnreadableRecordingException, IOException {
        return of(named, null);
    }

    /**
     * Finds them, of a name that may have been opened already.
     *
     * @param begun what is named, where it has been opened: a pipe, which gives what it holds once
     */
    static RecordingFiles of(Path named, @Nullable InputStream begun) throws UnreadableRecordingException, IOException {
        RecordingFiles files = new RecordingFiles();
        try {
            if (begun == null) {
                files.find(named);
            } else {
                files.unpack(named, begun, "what " + named + " gives");
            }
            return files;
        } catch (IOException | UnreadableRecordingException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /**
     * Those of them that lie there as they are.
     *
     * @return none if there is nothing, or where it has to be unpacked or can be read once only
     */
    static List<Path> plain(Path named) throws IOException {
        RecordingFiles files = new RecordingFiles();
        if (Files.isDirectory(named)) {
            files.addFolder(named);
        } else if (Files.isRegularFile(named) && !isPacked(begin(named))) {
            files.files.add(named);
        }
        return files.files;
    }

    /** In the order in which they were written. */
    List<Path> files() {
        return files;
    }

    /** What could not be unpacked. */
    List<String> problems() {
        return problems;
    }

    private void find(Path named) throws IOException, UnreadableRecordingException {
        if (named.toString().equals(STANDARD_INPUT) && !Files.exists(named)) {
            unpack(named, System.in, "standard input");
        } else if (!Files.exists(named)) {
            throw new UnreadableRecordingException(named, "there is no such file", null);
        } else if (Files.isDirectory(named)) {
            folder(named);
        } else if (!Files.isRegularFile(named)) {
            // What is read of a pipe is gone: once, from its first byte on. A channel, and a file's stream that is
            // copied, ask for the position, which a pipe doesn't have.
            try (InputStream in = new FilterInputStream(new FileInputStream(named.toFile())) {}) {
                unpack(named, in, "the data of " + named);
            }
        } else {
            byte[] begin = begin(named);
            refuseJson(named, begin);
            if (isPacked(begin)) {
                try (InputStream in = Files.newInputStream(named)) {
                    unpack(named, in, named.toString());
                }
            } else {
                files.add(named);
            }
        }
    }

    /** A JVM's repository: a chunk in each file, named by the time. */
    private void folder(Path folder) throws IOException, UnreadableRecordingException {
        addFolder(folder);
        if (files.isEmpty()) {
            throw new UnreadableRecordingException(folder, "it is a folder without a .jfr file", null);
        }
    }

    private void addFolder(Path folder) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.jfr")) {
            all.forEach(files::add);
        }
        Collections.sort(files);
    }

    static byte[] begin(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(PrintedJson.HEAD);
        }
    }

    static boolean isPacked(byte[] begin) {
        return isGzip(begin) || isZip(begin) || isLz4(begin) || !known(begin).isEmpty();
    }

    private static boolean begins(byte[] begin, int... expected) {
        if (begin.length < expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if ((begin[i] & 0xff) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /** A report that was given instead of a recording is named as such. */
    private static void refuseJson(Path named, byte[] begin) throws UnreadableRecordingException {
        if (isJson(begin) && !PrintedJson.begins(begin)) {
            throw new UnreadableRecordingException(
                    named,
                    "it is JSON, not a recording; merge prints a report of analyze or of the agent, and diff and"
                            + " --baseline compare it",
                    null);
        }
    }

    /** An object, or an array of them: a line of a log may begin with a bracket, too. */
    private static boolean isJson(byte[] begin) {
        int at = begins(begin, '[') ? 1 : 0;
        while (at > 0 && at < begin.length && (begin[at] == ' ' || begin[at] == '\r' || begin[at] == '\n')) {
            at++;
        }
        return at < begin.length && (begin[at] == '{' || (at > 0 && begin[at] == ']'));
    }

    static boolean isGzip(byte[] begin) {
        return begins(begin, 0x1f, 0x8b);
    }

    static boolean isZip(byte[] begin) {
        return begins(begin, 'P', 'K', 3, 4);
    }

    static boolean isLz4(byte[] begin) {
        return begins(begin, 0x04, 0x22, 0x4d, 0x18);
    }

    /** What it is packed by that nothing here unpacks; empty if it is not. */
    private static String known(byte[] begin) {
        if (begins(begin, 0x28, 0xb5, 0x2f, 0xfd)) {
            return "Zstandard";
        }
        if (begins(begin, 0xfd, '7', 'z', 'X')) {
            return "xz";
        }
        return begins(begin, 'B', 'Z', 'h') ? "bzip2" : "";
    }

    private void unpack(Path named, InputStream in, String what) throws IOException, UnreadableRecordingException {
        BufferedInputStream packed = new BufferedInputStream(in, BUFFER);
        packed.mark(PrintedJson.HEAD);
        byte[] begin = packed.readNBytes(PrintedJson.HEAD);
        packed.reset();
        refuseJson(named, begin);
        if (!known(begin).isEmpty()) {
            throw new UnreadableRecordingException(named, "it is compressed by " + known(begin) + ACCEPTED, null);
        }
        if (isGzip(begin)) {
            spool(named, new GZIPInputStream(packed, BUFFER), "the gzip data");
        } else if (isLz4(begin)) {
            spool(named, new Lz4Stream(packed), "the LZ4 data");
        } else if (isZip(begin)) {
            zip(named, packed);
        } else if (isNeither(begin)) {
            throw new UnreadableRecordingException(named, "it is neither a JFR recording nor text" + ACCEPTED, null);
        } else {
            spool(named, packed, what);
        }
    }

    /** A device may have no end: what begins like nothing that is read is not spooled. */
    private static boolean isNeither(byte[] begin) {
        boolean binary = false;
        for (byte each : begin) {
            binary |= each == 0;
        }
        return binary && !begins(begin, 'F', 'L', 'R', 0);
    }

    private void zip(Path named, InputStream packed) throws IOException, UnreadableRecordingException {
        ZipInputStream zip = new ZipInputStream(packed);
        try {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName().toLowerCase(Locale.ROOT);
                if (!entry.isDirectory() && name.endsWith(".jfr") && files.size() < MOST_FILES) {
                    spool(named, zip, "the zip entry " + entry.getName());
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            if (files.isEmpty()) {
                throw new UnreadableRecordingException(named, "its zip data are damaged: " + e.getMessage(), e);
            }
            problems.add("the zip data are damaged: " + e.getMessage());
        }
        if (files.isEmpty()) {
            throw new UnreadableRecordingException(named, "no entry of the zip file is a .jfr file" + ACCEPTED, null);
        }
    }

    /** Writes to a temporary file what can be had of a stream; where it has no room, nobody reads a part of it. */
    private void spool(Path named, InputStream in, String what) throws IOException, UnreadableRecordingException {
        Path file = TemporaryFiles.file("vt-monitor-", ".jfr");
        temporary.add(file);
        files.add(file);
        long done = 0;
        long looked = 0;
        byte[] buffer = new byte[BUFFER];
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                int read;
                try {
                    read = in.read(buffer);
                } catch (IOException e) {
                    problems.add(what + " end too early or are damaged after " + done + " unpacked bytes: "
                            + e.getMessage());
                    return;
                }
                if (read < 0) {
                    return;
                }
                if (done - looked > LOOK_AT_SPACE_EVERY) {
                    looked = done;
                    if (done > MOST_BYTES || isDiskFull(file)) {
                        throw new UnreadableRecordingException(
                                named,
                                what + " need more than the " + (done >> 20) + " MB that the folder for temporary files"
                                        + " has to spare; java -Djava.io.tmpdir=FOLDER names another one",
                                null);
                    }
                }
                out.write(buffer, 0, read);
                done += read;
            }
        }
    }

    /**
     * With a tenth of a small disk left. Not where nobody tells: {@link java.nio.file.FileStore} fails where a chroot
     * or a sandbox hides mount points.
     */
    private static boolean isDiskFull(Path file) {
        long total = file.toFile().getTotalSpace();
        return total > 0 && file.toFile().getUsableSpace() < Math.min(LEAST_FREE_SPACE, total / 10);
    }

    @Override
    public void close() {
        for (Path file : temporary) {
            TemporaryFiles.delete(file);
        }
    }
}
