package io.vtmonitor.recording;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The limits on threads that Linux shows for a process: of its user ({@code RLIMIT_NPROC}, getrlimit(2)), of its
 * control groups ({@code pids.max}), and of the system. HotSpot ends a JVM that can't start the thread which the first
 * attach needs ({@code AttachListener::init}; seen on JDK 21 and 25). Limits on memory can have the same effect and are
 * not looked at.
 */
public final class ThreadLimits {
    /** As the kernel cuts off a thread's name after 15 characters. */
    private static final String ATTACH_LISTENER = "Attach Listener";

    /** CAP_SYS_ADMIN and CAP_SYS_RESOURCE: processes with one of them are exempt from the limit of their user. */
    private static final long EXEMPT = 1L << 21 | 1L << 24;

    /**
     * How many threads there may be.
     *
     * @param name such as {@code pids.max of control group /app}
     * @param used threads that count against it
     */
    public record Limit(String name, long most, long used) {
        /** Threads that can still be started. */
        public long left() {
            return Math.max(0, most - used);
        }
    }

    private final Path proc;
    private final ControlGroups groups;

    public ThreadLimits() {
        this(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    ThreadLimits(Path proc, Path controlGroups) {
        this.proc = proc;
        groups = new ControlGroups(proc, controlGroups);
    }

    /** The limit because of which this JVM would not survive an attach; null if none is known. */
    public @Nullable Limit fatalForAttach(long pid) {
        String process = Long.toString(pid);
        try {
            return hasAttachListener(process) ? null : leavingLessThan(1, process);
        } catch (IOException e) {
            return null; // another system, or gone
        }
    }

    private boolean hasAttachListener(String process) throws IOException {
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(proc.resolve(process).resolve("task"))) {
            for (Path thread : threads) {
                if (ProcFiles.read(thread.resolve("comm")).strip().equals(ATTACH_LISTENER)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** All threads of the system: after the slash of proc_loadavg(5), such as {@code 0.2 0.1 0 2/345 6789}. */
    private static long threads(String load) {
        int begin = load.indexOf('/') + 1;
        return Long.parseLong(load.substring(begin, load.indexOf(' ', begin)));
    }

    /**
     * The limit under which the fewest threads can be started.
     *
     * @param needed a limit that leaves as many is none
     * @param process its id, or {@code self}
     * @return null if none is known
     */
    public @Nullable Limit leavingLessThan(int needed, String process) {
        try {
            long all = threads(ProcFiles.read(proc.resolve("loadavg")));
            Limit least = new Limit(
                    "kernel.threads-max",
                    Long.parseLong(ProcFiles.read(proc.resolve("sys/kernel/threads-max"))
                            .strip()),
                    all);
            for (ControlGroups.Use group : groups.tasks(process)) {
                least = lesser(least, new Limit(group.name(), group.most(), group.used()));
            }
            Limit ofUser = ofUser(process, all + needed);
            least = ofUser == null ? least : lesser(ofUser, least);
            return least.left() < needed ? least : null;
        } catch (IOException | RuntimeException e) {
            return null; // another system, or gone
        }
    }

    private static Limit lesser(Limit one, Limit other) {
        return other.left() < one.left() ? other : one;
    }

    /**
     * Counts, which means to ask all processes, only where it may matter.
     *
     * @param enough a limit as high as that can't be reached
     * @return null if it has none, or is exempt
     */
    private @Nullable Limit ofUser(String process, long enough) throws IOException {
        String status = ProcFiles.read(proc.resolve(process).resolve("status"));
        String user = ProcFiles.field(status, "Uid:");
        String most = ProcFiles.field(ProcFiles.read(proc.resolve(process).resolve("limits")), "Max processes");
        boolean exempt = (Long.parseUnsignedLong(ProcFiles.field(status, "CapEff:"), 16) & EXEMPT) != 0;
        if (exempt || user.equals("0") || most.equals("unlimited") || Long.parseLong(most) >= enough) {
            return null;
        }
        long used = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path each : all) {
                used += threads(each, user);
            }
        }
        return new Limit("RLIMIT_NPROC of user " + user, Long.parseLong(most), used);
    }

    private static long threads(Path process, String user) {
        try {
            String status = ProcFiles.read(process.resolve("status"));
            return ProcFiles.field(status, "Uid:").equals(user)
                    ? Long.parseLong(ProcFiles.field(status, "Threads:"))
                    : 0;
        } catch (IOException e) {
            return 0; // it has ended
        }
    }
}
