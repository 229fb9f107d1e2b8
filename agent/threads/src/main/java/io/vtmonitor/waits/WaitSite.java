package io.vtmonitor.waits;

import io.vtmonitor.common.StableName;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread waits and what it waits for. Two are equal if an operator would call them one place; the frames are
 * those of the first thread that was seen there.
 *
 * @param operation what it waits for
 * @param pool the pool, null if it is none that is known
 * @param library whose code waits, null if that is not known
 * @param site the topmost frame that is not the JDK's, without line; the topmost one where all are
 * @param caller the topmost frame outside of that library, the JDK and frameworks, without line; null if there is none
 * @param entry the outermost frame of the application, without line; null if there is none
 * @param subtask where the subtask that has run longest waits, of a thread that waits for the subtasks of a structured
 *     scope; null of any other thread, and if it is not known
 * @param frames topmost first, with lines; no part of what it is
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

    /** Of a thread that waits for no subtasks. */
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

    /** The same, whose subtask waits there. */
    public WaitSite awaiting(@Nullable WaitSite itsSubtask) {
        return new WaitSite(operation, pool, library, site, caller, entry, itsSubtask, frames);
    }

    /** Nobody looked, or the thread showed no stack. */
    public static WaitSite unknown(WaitOperation operation) {
        return new WaitSite(operation, null, null, "unknown", null, null, List.of());
    }

    /** Whether a method is the one in which they wait, or the one that calls the library of that. */
    public boolean isIn(String method) {
        String stable = StableName.of(method);
        return stable.equals(site) || stable.equals(caller);
    }

    /** The application's frame, with its line where the stack tells: what is on top, unless a library is. */
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

    /** The same place, whatever the stack was like there. */
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
