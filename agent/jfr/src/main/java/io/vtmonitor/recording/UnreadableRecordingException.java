package io.vtmonitor.recording;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Nothing of a file could be read as a recording. The message names the file and what was seen. */
public final class UnreadableRecordingException extends Exception {
    public UnreadableRecordingException(Path file, String seen, @Nullable Throwable cause) {
        super("can't read " + (seen.startsWith(file + ": ") ? "" : file + ": ") + seen, cause);
    }
}
