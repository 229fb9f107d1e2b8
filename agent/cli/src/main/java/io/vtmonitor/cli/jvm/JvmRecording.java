package io.vtmonitor.cli.jvm;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.FileSink;
import io.vtmonitor.pins.AnalysisSettings;
import io.vtmonitor.recording.FileSizeLimit;
import io.vtmonitor.recording.HostLimitException;
import io.vtmonitor.recording.HostLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A recording in another JVM, controlled by operations of {@code jcmd}: no code of ours runs in that JVM. */
public final class JvmRecording {
    private static final Pattern DEPTH = Pattern.compile("Stack depth: (\\d+)");
    private static final int DEFAULT_DEPTH = 64;

    /** If this command is killed, the JVM ends the recording itself, this much later than planned. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private final TargetJvm jvm;
    private final String name;
    private final int stackDepth;

    private JvmRecording(TargetJvm jvm, String name, int stackDepth) {
        this.jvm = jvm;
        this.name = name;
        this.stackDepth = stackDepth;
    }

    /**
     * Starts the recording.
     *
     * @param file the file that the JVM writes, also if it ends during the recording
     * @param length the planned length
     * @param settings see {@link AnalysisSettings#asFile}
     */
    public static JvmRecording start(TargetJvm jvm, Path file, Duration length, String settings)
            throws AttachRefusedException {
        if (file.toString().indexOf('"') >= 0) {
            throw new AttachRefusedException("a file name with a quotation mark can't be passed to a JVM: " + file);
        }
        try {
            new HostLimits().checkRecording(Long.toString(jvm.pid()), FileSizeLimit.DEFAULT_CHUNK_BYTES);
        } catch (HostLimitException e) {
            throw new AttachRefusedException("process " + jvm.pid() + " was not recorded: " + e.getMessage());
        }
        // The text of an operation has at most 1024 bytes, which is too short for all settings.
        Path settingsFile = file.resolveSibling(file.getFileName() + ".jfc");
        try {
            FileSink.write(settingsFile, settings);
            return start(jvm, file, settingsFile, length);
        } catch (IOException e) {
            throw new AttachRefusedException("can't write to the folder of the recording: " + FailureText.of(e));
        } finally {
            delete(settingsFile);
        }
    }

    private static JvmRecording start(TargetJvm jvm, Path file, Path settings, Duration length)
            throws AttachRefusedException {
        int depth = raiseDepth(jvm);
        String name = "vt-monitor-record-" + ProcessHandle.current().pid();
        String answer = jvm.command(
                "JFR.start name=" + name + " settings=\"" + settings + "\" dumponexit=true disk=true filename=\"" + file
                        + "\" duration=" + length.plus(GRACE).toSeconds() + "s");
        if (!answer.contains("Started recording")) {
            throw new AttachRefusedException(
                    "process " + jvm.pid() + " did not start a recording: " + TargetJvm.firstLine(answer));
        }
        return new JvmRecording(jvm, name, depth);
    }

    /** Deletes a temporary file. */
    public static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException ignored) {
            // Only a temporary file is left, and any failure before has been reported.
        }
    }

    /** If JFR is already in use, it keeps its stack depth. */
    private static int raiseDepth(TargetJvm jvm) throws AttachRefusedException {
        int depth = depth(jvm.command("JFR.configure"));
        return depth == DEFAULT_DEPTH
                ? depth(jvm.command("JFR.configure stackdepth=" + AnalysisSettings.STACK_DEPTH))
                : depth;
    }

    private static int depth(String answer) {
        Matcher matcher = DEPTH.matcher(answer);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : DEFAULT_DEPTH;
    }

    /** The number of frames that are recorded of a stack. */
    public int stackDepth() {
        return stackDepth;
    }

    /** Ends the recording; when this returns, the JVM has written the file. */
    public void stop() throws AttachRefusedException {
        String answer = jvm.command("JFR.stop name=" + name);
        if (!answer.contains("Stopped recording")) {
            throw new AttachRefusedException(
                    "process " + jvm.pid() + " did not end the recording: " + TargetJvm.firstLine(answer));
        }
    }
}
