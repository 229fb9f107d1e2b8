package io.vtmonitor.recording;

import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans.Stretch;
import java.util.List;
import java.util.function.Consumer;

/** What a recording holds of one JVM. To be read once, while its {@link Recordings} are open. */
public interface RecordingReader {
    /** What the recording says of the JVM that wrote it. */
    JvmInfo jvm();

    /**
     * What that JVM was started with: jars, folders, the JDK's home, as {@code --classpath} takes them; empty where the
     * recording does not tell.
     */
    String classPath();

    /** When the recording begins, nanoseconds since the epoch. */
    long startNanos();

    /**
     * Since when its JVM was recorded without a gap, in this file or in those that are read with it; nanoseconds since
     * the epoch. What a pin had of the time before is no part of any watched time.
     */
    default long watchedSince() {
        return startNanos();
    }

    /** Stretches within the recording that nobody recorded, in order. */
    default List<Stretch> gaps() {
        return List.of();
    }

    /**
     * Reads all, on the calling thread as far as the consumers can tell.
     *
     * @param pins takes the pins, about in the order of the file
     * @param busy takes file I/O, likewise
     */
    RecordingSummary read(PinSink pins, Consumer<? super FileIo> busy);
}
