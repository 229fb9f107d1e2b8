package io.vtmonitor.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread at one instant.
 *
 * @param id its id, as {@code Thread.threadId}; two views of one graph with the same id are the same thread
 * @param name its name; may be empty
 * @param virtual whether it is a virtual thread
 * @param phase its phase
 * @param carrier the name of the carrier that it is mounted on; null if it has none, or if it is not known
 * @param scheduler its scheduler, if that is not the JDK's default one; null otherwise
 * @param frames its stack, topmost first; empty if it was not read
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

    /** The same with a stack. */
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
