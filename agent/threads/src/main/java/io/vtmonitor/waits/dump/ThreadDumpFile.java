package io.vtmonitor.waits.dump;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A thread dump, or what a heap dump shows of threads, as far as it could be read.
 *
 * @param file its name
 * @param processId the process id of the JVM; 0 if the dump does not show it
 * @param time when it was made
 * @param runtimeVersion the version of the JVM, such as {@code 25.0.3+9-LTS}
 * @param threads all of them, platform threads included
 * @param unlisted how many threads the dump counts but does not list
 * @param damage what is wrong with it, one sentence; null if all of it was read
 * @param form its format
 * @param edges what it shows of waits beyond {@code threads}
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
    /** The format of a dump. */
    public enum Form {
        /** {@code Thread.dump_to_file -format=json}: it counts the threads, and shows which have a carrier. */
        JSON,
        /** {@code Thread.dump_to_file}: it does neither of these. */
        PLAIN,
        /**
         * {@code jstack}, {@code Thread.print}: at one instant, platform threads and the virtual threads that have a
         * carrier.
         */
        PRINTED,
        /** A heap dump: all threads at one instant, and the objects that they wait for. */
        HEAP
    }

    /** A dump without edges. */
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

    public ThreadDumpFile {
        threads = withoutDoubt(threads);
    }

    /**
     * Threads in {@code Object.wait} that own several monitors, if one of these is owned by another thread: they wait
     * for that one, and have kept the others.
     */
    private static List<DumpedThread> withoutDoubt(List<DumpedThread> threads) {
        if (threads.stream().allMatch(thread -> thread.inDoubt().isEmpty())) {
            return threads;
        }
        Set<String> owned = new HashSet<>();
        for (DumpedThread thread : threads) {
            thread.owned()
                    .values()
                    .forEach(all -> all.stream().filter(thread::hasNotLeft).forEach(owned::add));
        }
        return threads.stream()
                .map(thread -> {
                    List<String> others = thread.inDoubt().stream()
                            .filter(owned::contains)
                            .distinct()
                            .toList();
                    return others.size() == 1 ? thread.waitingFor(others.get(0)) : thread;
                })
                .toList();
    }

    /** The same at another time. */
    ThreadDumpFile at(Instant other) {
        return new ThreadDumpFile(file, processId, other, runtimeVersion, threads, unlisted, damage, form, edges);
    }

    /** The same with other threads. */
    ThreadDumpFile with(List<DumpedThread> others) {
        return new ThreadDumpFile(file, processId, time, runtimeVersion, others, unlisted, damage, form, edges);
    }

    /**
     * Whether it is a printed dump, for which the JVM stopped all threads. False for heap dumps, though they show one
     * instant, too.
     */
    boolean isInstant() {
        return form == Form.PRINTED;
    }

    /** Whether it lists virtual threads that have no carrier. */
    boolean listsUnmounted() {
        return form != Form.PRINTED;
    }

    /** Whether it shows states and what threads wait for, as on JDK 24 and later. */
    boolean showsStates() {
        for (DumpedThread thread : threads) {
            if (thread.state() != null) {
                return true;
            }
        }
        return false;
    }
}
