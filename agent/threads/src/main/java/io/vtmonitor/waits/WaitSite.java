package io.vtmonitor.waits;

import io.vtmonitor.common.StableName;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread waits and what it waits for. Compare sites by {@link #place}, which leaves the frames out: these are
 * the frames of the first thread that was seen there.
 *
 * @param operation what it waits for
 * @param pool the pool; null if it is no known pool
 * @param library whose code waits; null if that is not known
 * @param site the topmost frame that is not the JDK's, without line; if all are the JDK's, one of these
 * @param caller the topmost frame outside of that library, the JDK, and frameworks, without line; null if there is none
 * @param entry the outermost frame of the application, without line; null if there is none
 * @param subtask where the longest-running subtask waits, if the thread waits for the subtasks of a structured scope;
 *     null for any other thread, and if it is not known
 * @param frames topmost first, with lines; empty in {@link #place}
 */
public record WaitSite(
        WaitOperation operation,
        Pools.@Nullable Pool pool,
        @Nullable Library library,
        String site,
        @Nullable String caller,
        @Nullable String entry,
        @Nullable WaitSite subtask,
        List<StackFrame> frames) {
    public WaitSite {
        frames = List.copyOf(frames);
    }

    /** The site of a thread that waits for no subtasks. */
    public WaitSite(
            WaitOperation operation,
            Pools.@Nullable Pool pool,
            @Nullable Library library,
            String site,
            @Nullable String caller,
            @Nullable String entry,
            List<StackFrame> frames) {
        this(operation, pool, library, site, caller, entry, null, frames);
    }

    /** The same, with where its subtask waits. */
    public WaitSite awaiting(@Nullable WaitSite itsSubtask) {
        return new WaitSite(operation, pool, library, site, caller, entry, itsSubtask, frames);
    }

    /** The site of a thread whose stack is not known. */
    public static WaitSite unknown(WaitOperation operation) {
        return new WaitSite(operation, null, null, "unknown", null, null, List.of());
    }

    /** Whether a method is the one in which the threads wait, or the one that calls its library. */
    public boolean isIn(String method) {
        String stable = StableName.of(method);
        return stable.equals(site) || stable.equals(caller);
    }

    /**
     * The frame of the application, with its line if that is known: the site, or the caller if a library's code waits.
     */
    public StackFrame applicationFrame() {
        String below = caller;
        String method =
                below == null || entry == null || SiteReader.packages(site).equals(SiteReader.packages(entry))
                        ? site
                        : below;
        return frames.stream()
                .filter(frame -> frame.method().equals(method))
                .findFirst()
                .orElse(StackFrame.withoutLine(method));
    }

    /** The same without frames: equal for all stacks of one place. */
    public WaitSite place() {
        return frames.isEmpty()
                ? this
                : new WaitSite(
                        operation,
                        pool,
                        library,
                        site,
                        caller,
                        entry,
                        subtask == null ? null : subtask.place(),
                        List.of());
    }
}
