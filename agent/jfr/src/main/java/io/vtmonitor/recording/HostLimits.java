package io.vtmonitor.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the system, read before something is started in a JVM: what does not fit is left out, so that the
 * application is not the one that gets no more threads, memory or processor time. Where nobody tells, nothing is
 * checked; that is so on other systems than Linux.
 */
public final class HostLimits {
    /** Those of Flight Recorder, ours, and some that the JVM may still start for its compilers and collectors. */
    private static final int THREADS_TO_RECORD = 32;

    private static final int THREADS_TO_WATCH = 16;
    private static final long MEMORY_TO_RECORD = 96L << 20;
    private static final long MEMORY_TO_WATCH = 48L << 20;
    private static final double PROCESSORS_TO_RECORD = 0.1;

    private final ThreadLimits threads;
    private final ControlGroups groups;

    public HostLimits() {
        this(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    HostLimits(Path proc, Path controlGroups) {
        threads = new ThreadLimits(proc, controlGroups);
        groups = new ControlGroups(proc, controlGroups);
    }

    /**
     * Makes sure that a process can record.
     *
     * @param process its id, or {@code self}
     * @param chunkBytes the size at which JFR ends a chunk there
     */
    public void checkRecording(String process, long chunkBytes) throws HostLimitException {
        FileSizeLimit.check(process, chunkBytes);
        String lacking = lacking(process, THREADS_TO_RECORD, MEMORY_TO_RECORD, "to record");
        if (lacking == null) {
            lacking = lackingProcessors(process);
        }
        if (lacking != null) {
            throw new HostLimitException(lacking);
        }
    }

    /** What this JVM lacks even for a watch that records nothing; null if it lacks nothing. */
    public @Nullable String lackingToWatch() {
        return lacking("self", THREADS_TO_WATCH, MEMORY_TO_WATCH, "to watch");
    }

    private @Nullable String lacking(String process, int neededThreads, long neededBytes, String purpose) {
        ThreadLimits.Limit limit = threads.leavingLessThan(neededThreads, process);
        if (limit != null) {
            return "this JVM can start only " + limit.left() + (limit.left() == 1 ? " thread" : " threads")
                    + " more, since " + limit.used() + " of " + limit.most() + " are in use (" + limit.name() + "); "
                    + neededThreads + " are needed " + purpose;
        }
        try {
            for (ControlGroups.Use memory : groups.memory(process)) {
                if (memory.most() > 0 && memory.left() < neededBytes) {
                    return "this JVM can take only " + (memory.left() >> 20) + " MB more, since "
                            + (memory.used() >> 20) + " of " + (memory.most() >> 20) + " MB are in use ("
                            + memory.name() + "); " + (neededBytes >> 20) + " MB are needed " + purpose;
                }
            }
        } catch (IOException | RuntimeException ignored) {
            return null; // another system, or gone
        }
        return null;
    }

    private @Nullable String lackingProcessors(String process) {
        try {
            ControlGroups.Share share = groups.processors(process);
            return share == null || share.processors() >= PROCESSORS_TO_RECORD
                    ? null
                    : String.format(
                            Locale.ROOT,
                            "this JVM may use %.3f processors (%s); %.1f are needed to record",
                            share.processors(),
                            share.name(),
                            PROCESSORS_TO_RECORD);
        } catch (IOException | RuntimeException ignored) {
            return null;
        }
    }
}
