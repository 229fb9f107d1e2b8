package io.vtmonitor.cli.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The limits on threads that Linux shows for a process: of its user ({@code RLIMIT_NPROC}, getrlimit(2)), of its
 * control groups ({@code pids.max}), and of the system. HotSpot ends a JVM that can't start the thread which the first
 * attach needs ({@code AttachListener::init}; seen on JDK 21 and 25). Limits on memory can have the same effect and are
 * not looked at.
 */
final class ThreadLimits {
    /** As the kernel cuts off a thread's name after 15 characters. */
    private static final String ATTACH_LISTENER = "Attach Listener";

    private static final int MOST_BYTES = 1 << 16;

    /** A line of cgroups(7): its number, controllers and path. */
    private static final Pattern CONTROL_GROUP = Pattern.compile("(?m)^\\d+:([^:]*):(/.*)$");

    /** The threads in proc_loadavg(5). */
    private static final Pattern RUNNING_AND_ALL = Pattern.compile("\\d+/(\\d+)");

    /** CAP_SYS_ADMIN and CAP_SYS_RESOURCE: processes with one of them are exempt from the limit of their user. */
    private static final long EXEMPT = 1L << 21 | 1L << 24;

    /**
     * @param name such as {@code pids.max of its control group /app}
     * @param used threads that count against it
     */
    record Limit(String name, long most, long used) {
        private boolean isReached() {
            return used >= most;
        }
    }

    private final Path proc;
    private final Path controlGroups;

    ThreadLimits() {
        this(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    ThreadLimits(Path proc, Path controlGroups) {
        this.proc = proc;
        this.controlGroups = controlGroups;
    }

    /** The limit because of which this JVM would not survive an attach; null where none is known. */
    @Nullable
    Limit fatalForAttach(long pid) {
        Path process = proc.resolve(Long.toString(pid));
        try {
            return hasAttachListener(process) ? null : reached(process);
        } catch (IOException | NumberFormatException e) {
            return null; // another system, or gone
        }
    }

    private static boolean hasAttachListener(Path process) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                if (read(thread.resolve("comm")).strip().equals(ATTACH_LISTENER)) {
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable Limit reached(Path process) throws IOException {
        List<Limit> limits = new ArrayList<>();
        Limit ofUser = ofUser(process);
        if (ofUser != null) {
            limits.add(ofUser);
        }
        Matcher groups = CONTROL_GROUP.matcher(read(process.resolve("cgroup")));
        while (groups.find()) {
            String controllers = groups.group(1);
            if (controllers.isEmpty()) {
                addOfGroups(controlGroups, groups.group(2), limits);
            } else if ((',' + controllers + ',').contains(",pids,")) {
                addOfGroups(controlGroups.resolve("pids"), groups.group(2), limits);
            }
        }
        limits.add(new Limit(
                "kernel.threads-max",
                Long.parseLong(read(proc.resolve("sys/kernel/threads-max")).strip()),
                Long.parseLong(found(RUNNING_AND_ALL, read(proc.resolve("loadavg"))))));
        return limits.stream().filter(Limit::isReached).findFirst().orElse(null);
    }

    /** Null where it has none, or is exempt. */
    private @Nullable Limit ofUser(Path process) throws IOException {
        String status = read(process.resolve("status"));
        String user = field(status, "Uid:");
        String most = field(read(process.resolve("limits")), "Max processes");
        boolean exempt = (Long.parseUnsignedLong(field(status, "CapEff:"), 16) & EXEMPT) != 0;
        if (exempt || user.equals("0") || most.equals("unlimited")) {
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
            String status = read(process.resolve("status"));
            return field(status, "Uid:").equals(user) ? Long.parseLong(field(status, "Threads:")) : 0;
        } catch (IOException e) {
            return 0; // it has ended
        }
    }

    /** A group is bound by those that it lies in, too. In a container only its own may be visible, as the root. */
    private static void addOfGroups(Path root, String group, List<Limit> limits) throws IOException {
        for (Path path = Path.of(group); path != null; path = path.getParent()) {
            Path folder = root.resolve(path.toString().substring(1));
            if (Files.exists(folder.resolve("pids.max"))) {
                String most = read(folder.resolve("pids.max")).strip();
                if (!most.equals("max")) {
                    long used =
                            Long.parseLong(read(folder.resolve("pids.current")).strip());
                    limits.add(new Limit("pids.max of control group " + path, Long.parseLong(most), used));
                }
            }
        }
    }

    /** The first word after this name at the begin of a line. */
    private static String field(String text, String name) throws IOException {
        return found(Pattern.compile("(?m)^" + name + "\\s*(\\S+)"), text);
    }

    private static String found(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("no " + pattern);
        }
        return matcher.group(1);
    }

    /** Asks for all of it at once: where a second read begins, the files of sysctl(8) seem to end. */
    private static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }
}
