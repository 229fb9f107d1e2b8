package io.vtmonitor.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread at one instant.
 *
 * @param id its identifier, as {@code Thread.threadId}; two views of one graph with the same are the same thread
 * @param name its name, may be empty
 * @param virtual whether it is a virtual thread
 * @param phase where it is
 * @param carrier the name of the carrier that it is mounted on; null if it has none, or that is not shown
 * @param scheduler the scheduler, where it is another one than the JDK's default; null otherwise
 * @param frames its stack, topmost first; empty if that was not read
 */
public record ThreadView(
        long id,
        String name,
        boolean virtual,
        Phase phase,
        @Nullable String carrier,
        @Nullable String scheduler,
        List<StackTraceElement> frames) {
    public ThreadView {
        frames = List.copyOf(frames);
    }

    /** The same with its stack. */
    public ThreadView with(List<StackTraceElement> stack) {
        return new ThreadView(id, name, virtual, phase, carrier, scheduler, stack);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ThreadView view && id == view.id;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }
}
