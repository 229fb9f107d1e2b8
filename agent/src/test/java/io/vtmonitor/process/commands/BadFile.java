package io.vtmonitor.process.commands;

import io.vtmonitor.process.ChildJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import jdk.jfr.Recording;

/** Files that are no readable recording. */
enum BadFile {
    MISSING,
    EMPTY,
    CUT_IN_THE_MIDDLE,
    CUT_IN_THE_HEADER,
    FIRST_BYTES_OVERWRITTEN,
    METADATA_OVERWRITTEN,
    A_JAR,
    A_TEXT;

    private static final int METADATA_OFFSET = 24;

    /** Puts it there, or leaves it out. */
    Path write(Path directory) throws IOException {
        Path file = directory.resolve("app.jfr");
        switch (this) {
            case MISSING -> {}
            case EMPTY -> Files.createFile(file);
            case CUT_IN_THE_MIDDLE -> Files.write(file, cut(recording(directory), 2));
            case CUT_IN_THE_HEADER -> Files.write(file, Arrays.copyOf(recording(directory), 30));
            case FIRST_BYTES_OVERWRITTEN -> Files.write(file, overwritten(recording(directory), 0));
            case METADATA_OVERWRITTEN -> Files.write(file, withoutMetadata(recording(directory)));
            case A_JAR -> Files.copy(ChildJvm.shippedJar(), file);
            case A_TEXT ->
                Files.writeString(file, "FLR is how a recording begins, a text file may do so too\n".repeat(50));
        }
        return file;
    }

    /** A recording of this JVM in which all is well. */
    static byte[] recording(Path directory) throws IOException {
        Path file = directory.resolve("good.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        return Files.readAllBytes(file);
    }

    private static byte[] cut(byte[] recording, int divisor) {
        return Arrays.copyOf(recording, recording.length / divisor);
    }

    private static byte[] withoutMetadata(byte[] recording) {
        return overwritten(recording, (int) ByteBuffer.wrap(recording).getLong(METADATA_OFFSET));
    }

    private static byte[] overwritten(byte[] recording, int from) {
        Arrays.fill(recording, from, from + 64, (byte) 0xFF);
        return recording;
    }

    /** As a test's name shows it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
