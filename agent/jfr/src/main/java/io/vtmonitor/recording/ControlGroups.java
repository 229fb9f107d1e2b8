package io.vtmonitor.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The control groups that bind a process, of version 1 and 2, with what they may use: see cgroups(7). */
final class ControlGroups {
    private static final Pattern LINE = Pattern.compile("(?m)^\\d+:([^:]*):(/.*)$");

    private final Path proc;
    private final Path root;

    /** @param root where they are mounted, such as {@code /sys/fs/cgroup} */
    ControlGroups(Path proc, Path root) {
        this.proc = proc;
        this.root = root;
    }

    /**
     * What a group may use of something.
     *
     * @param name such as {@code memory.max of control group /app}
     */
    record Use(String name, long most, long used) {
        long left() {
            return Math.max(0, most - Math.max(0, used));
        }
    }

    /**
     * What a group may use of the processors.
     *
     * @param name such as {@code cpu.max of control group /app}
     * @param processors such as 0.5
     */
    record Share(String name, double processors) {}

    private record Group(Path name, Path folder) {
        boolean has(String file) {
            return Files.exists(folder.resolve(file));
        }

        String read(String file) throws IOException {
            return ProcFiles.read(folder.resolve(file)).strip();
        }

        long number(String file) throws IOException {
            return Long.parseLong(read(file));
        }

        /** Zero where there is no such line. */
        long statistic(String line) {
            try {
                return Long.parseLong(ProcFiles.field(read("memory.stat"), line + ' '));
            } catch (IOException e) {
                return 0;
            }
        }

        String limit(String file) {
            return file + " of control group " + name;
        }
    }

    /** Its tasks: processes and their threads. */
    List<Use> tasks(String process) throws IOException {
        List<Use> uses = new ArrayList<>();
        for (Group group : of(process, "pids")) {
            if (group.has("pids.max") && !group.read("pids.max").equals("max")) {
                uses.add(new Use(group.limit("pids.max"), group.number("pids.max"), group.number("pids.current")));
            }
        }
        return uses;
    }

    /** Its memory, in bytes; what it has of files is no use, since the kernel can take it back. */
    List<Use> memory(String process) throws IOException {
        List<Use> uses = new ArrayList<>();
        for (Group group : of(process, "memory")) {
            if (group.has("memory.max")) {
                if (!group.read("memory.max").equals("max")) {
                    long files = group.statistic("active_file")
                            + group.statistic("inactive_file")
                            + group.statistic("slab_reclaimable");
                    uses.add(new Use(
                            group.limit("memory.max"),
                            group.number("memory.max"),
                            group.number("memory.current") - files));
                }
            } else if (group.has("memory.limit_in_bytes")) {
                long files = group.statistic("total_active_file") + group.statistic("total_inactive_file");
                uses.add(new Use(
                        group.limit("memory.limit_in_bytes"),
                        group.number("memory.limit_in_bytes"),
                        group.number("memory.usage_in_bytes") - files));
            }
        }
        return uses;
    }

    /** The least of the processors that it may use; null if there is no limit. */
    @Nullable
    Share processors(String process) throws IOException {
        Share least = null;
        for (Group group : of(process, "cpu")) {
            Share share = share(group);
            if (share != null && (least == null || share.processors() < least.processors())) {
                least = share;
            }
        }
        return least;
    }

    private static @Nullable Share share(Group group) throws IOException {
        if (group.has("cpu.max")) {
            String[] quotaAndPeriod = group.read("cpu.max").split(" ", -1);
            return quotaAndPeriod.length < 2 || quotaAndPeriod[0].equals("max")
                    ? null
                    : new Share(
                            group.limit("cpu.max"),
                            Double.parseDouble(quotaAndPeriod[0]) / Double.parseDouble(quotaAndPeriod[1]));
        }
        if (group.has("cpu.cfs_quota_us") && group.number("cpu.cfs_quota_us") > 0) {
            return new Share(
                    group.limit("cpu.cfs_quota_us"),
                    (double) group.number("cpu.cfs_quota_us") / group.number("cpu.cfs_period_us"));
        }
        return null;
    }

    /** A group is bound by those that it lies in, too. In a container only its own may be visible, as the root. */
    private List<Group> of(String process, String controller) throws IOException {
        List<Group> groups = new ArrayList<>();
        Matcher lines = LINE.matcher(ProcFiles.read(proc.resolve(process).resolve("cgroup")));
        while (lines.find()) {
            String controllers = lines.group(1);
            if (controllers.isEmpty()) {
                addFrom(root, lines.group(2), groups);
            } else if ((',' + controllers + ',').contains(',' + controller + ',')) {
                Path alone = root.resolve(controller);
                addFrom(Files.exists(alone) ? alone : root.resolve(controllers), lines.group(2), groups);
            }
        }
        return groups;
    }

    private static void addFrom(Path mounted, String group, List<Group> groups) {
        for (Path path = Path.of(group).normalize(); path != null; path = path.getParent()) {
            Path folder = mounted.resolve(path.toString().substring(1));
            if (Files.exists(folder)) {
                groups.add(new Group(path, folder));
            }
        }
    }
}
