package io.vtmonitor.recording;

import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans.Stretch;
import java.util.List;
import java.util.function.Consumer;

/** What a file has of one JVM: a recording, or what {@code jfr print} printed of one. */
public interface RecordedJvm {
    /** What the file says of the JVM. */
    JvmInfo jvm();

    /**
     * What that JVM was started with: jars, folders, the JDK's home, as {@code --classpath} takes them; empty if the
     * file does not say.
     */
    String classPath();

    /** When the recording begins, nanoseconds since the epoch. */
    long startNanos();

    /**
     * Since when the JVM was recorded without a gap, in this file or in those that are read with it; nanoseconds since
     * the epoch.
     */
    long watchedSince();

    /** Stretches within the recording that nobody recorded, in order. */
    List<Stretch> gaps();

    /** Whether frames tell their lines, but not their instructions. */
    boolean tellsLinesOnly();

    /** Whether pins begin up to a millisecond later than they say, and their lengths have three digits. */
    boolean hasRoundedTimes();

    /**
     * Reads all, on the calling thread as far as the consumers can tell.
     *
     * @param pins takes the pins, about in the order of the file
     * @param busy takes file I/O, likewise
     */
    RecordingSummary read(PinSink pins, Consumer<? super FileIo> busy);
}
