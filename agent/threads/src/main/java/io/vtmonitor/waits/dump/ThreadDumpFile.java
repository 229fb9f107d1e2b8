package io.vtmonitor.waits.dump;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread dump, or what a heap dump shows of threads, as far as it could be read.
 *
 * @param file its name
 * @param processId of the JVM; 0 if the dump does not tell
 * @param time when it was made
 * @param runtimeVersion of the JVM, such as {@code 25.0.3+9-LTS}
 * @param threads all of them, platform threads included
 * @param unlisted threads that a container counts and the dump does not list
 * @param damage what is wrong with it, one sentence; null if all of it was read
 * @param form its format
 * @param edges what it shows of waits beyond the threads themselves
 */
public record ThreadDumpFile(
        String file,
        long processId,
        Instant time,
        String runtimeVersion,
        List<DumpedThread> threads,
        long unlisted,
        @Nullable String damage,
        Form form,
        DumpedEdges edges) {
    /** How it was made. */
    public enum Form {
        /** {@code Thread.dump_to_file -format=json}: it counts the threads, and shows who has a carrier. */
        JSON,
        /** {@code Thread.dump_to_file}: it does neither. */
        PLAIN,
        /** {@code jstack}, {@code Thread.print}: of virtual threads only those that have a carrier, at one instant. */
        PRINTED,
        /** A heap dump: all threads at one instant, and the objects that they wait for. */
        HEAP
    }

    /** A thread dump. */
    ThreadDumpFile(
            String file,
            long processId,
            Instant time,
            String runtimeVersion,
            List<DumpedThread> threads,
            long unlisted,
            @Nullable String damage,
            Form form) {
        this(file, processId, time, runtimeVersion, threads, unlisted, damage, form, DumpedEdges.NONE);
    }

    /** The same at another time. */
    ThreadDumpFile at(Instant other) {
        return new ThreadDumpFile(file, processId, other, runtimeVersion, threads, unlisted, damage, form, edges);
    }

    /** The same with more of its threads known. */
    ThreadDumpFile with(List<DumpedThread> others) {
        return new ThreadDumpFile(file, processId, time, runtimeVersion, others, unlisted, damage, form, edges);
    }

    /** Whether all threads were stopped for it: it shows one instant. */
    boolean isInstant() {
        return form == Form.PRINTED;
    }

    /** Whether it lists virtual threads that have no carrier. */
    boolean listsUnmounted() {
        return form != Form.PRINTED;
    }

    /** Whether it tells states and what threads wait for: JDK 25 and later, and 24. */
    boolean tellsStates() {
        for (DumpedThread thread : threads) {
            if (thread.state() != null) {
                return true;
            }
        }
        return false;
    }
}
