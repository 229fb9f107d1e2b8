package io.vtmonitor.report.text;

import io.vtmonitor.common.Plural;
import io.vtmonitor.report.ThreadMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What virtual threads keep in the heap, in words. */
final class MemoryText {
    private static final int LISTED = 5;
    private static final double STEP = 1024;
    private static final long WORTH_TELLING = 1 << 20;

    private MemoryText() {}

    /** A line for each kind of stack and of value that takes a megabyte or more, largest first; empty if none does. */
    static List<String> lines(@Nullable ThreadMemory memory) {
        List<String> lines = new ArrayList<>();
        if (memory == null) {
            return lines;
        }
        for (ThreadMemory.Stacks stacks : first(memory.stacks())) {
            if (stacks.bytes() >= WORTH_TELLING) {
                lines.add(Plural.of(stacks.threads(), "virtual thread")
                        + (stacks.threads() == 1 ? " that waits for " : " that wait for ")
                        + OperationText.thing(stacks.operation())
                        + where(stacks)
                        + (stacks.threads() == 1 ? " has " : " have ")
                        + bytes((double) stacks.bytes()) + " of stacks in the heap"
                        + each(stacks.bytes(), stacks.threads()));
            }
        }
        for (ThreadMemory.Locals locals : first(memory.locals())) {
            if (locals.bytes() >= WORTH_TELLING) {
                lines.add("Thread locals of " + Plural.of(locals.threads(), "virtual thread") + " refer to "
                        + locals.values() + " " + locals.type() + " of " + bytes((double) locals.bytes())
                        + each(locals.bytes(), locals.values()) + ", without what these refer to");
            }
        }
        return lines;
    }

    private static String where(ThreadMemory.Stacks stacks) {
        boolean known = !stacks.site().equals("unknown");
        return known ? " in " + stacks.site() : stacks.blocker() == null ? "" : " (" + stacks.blocker() + ")";
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(LISTED, all.size()));
    }

    private static String each(long bytes, long count) {
        return count < 2 ? "" : ", " + bytes((double) bytes / count) + " each";
    }

    /** In KB, MB, or GB, of which each is 1,024 of the one before. */
    static String bytes(double bytes) {
        double megabytes = bytes / (STEP * STEP);
        return megabytes < 1
                ? String.format(Locale.ROOT, "%.1f KB", bytes / STEP)
                : megabytes < STEP
                        ? String.format(Locale.ROOT, "%.0f MB", megabytes)
                        : String.format(Locale.ROOT, "%.1f GB", megabytes / STEP);
    }
}
