package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.report.Report;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** What the agent has started in this JVM. An interface, so that no class of {@code jdk.jfr} is needed to name it. */
interface Session {
    /** What is watched and where it is served. */
    String sentence();

    /** As it is now. */
    Report report();

    /** Takes requests as they end, see {@code VtMonitor.requests}; null where {@code requests=on} was not asked for. */
    default @Nullable ObjLongConsumer<String> requests() {
        return null;
    }

    /** What is known of libraries and builds of the JDK. */
    KnowledgeBase knowledge();

    /** What became of a detach. */
    enum Detach {
        /** The watch has ended, and the files that were asked for are written. */
        COMPLETE,
        /** The watch has ended, and a file that was asked for is not written. */
        FILES_MISSING,
        /** The JVM is ending: the shutdown hook ends the watch. */
        LEFT_TO_SHUTDOWN
    }

    /** Ends it while the JVM runs on. */
    Detach detach();
}
