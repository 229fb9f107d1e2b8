package io.vtmonitor.source;

import io.vtmonitor.model.Busy;
import io.vtmonitor.model.Pin;
import java.util.function.Consumer;

/** What a recording holds of one JVM. To be read once, while its {@link Recordings} are open. */
public interface RecordingReader {
    /** What the recording says of the JVM that wrote it. */
    WatchedJvm jvm();

    /** When the recording begins, nanoseconds since the epoch. */
    long startNanos();

    /**
     * Reads all, on the calling thread as far as the consumers can tell.
     *
     * @param pins takes the pins, about in the order of the file
     * @param busy takes file I/O, likewise
     */
    Reading read(Consumer<? super Pin> pins, Consumer<? super Busy> busy);
}
