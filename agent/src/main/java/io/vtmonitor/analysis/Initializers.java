package io.vtmonitor.analysis;

import io.vtmonitor.analysis.SiteTally.StackTally;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.PinnedReason;
import io.vtmonitor.model.PinnedReason.Kind;
import io.vtmonitor.model.Report.Initializer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins a wait for a class to the thread that was initialising it: the longest pinned stack with that class's static
 * initialiser in it. Times need not be compared: a class is initialised once, and until then everybody waits. Looked for
 * when a report is made, among the stacks that are kept anyway.
 */
final class Initializers {
    private final Collection<SiteTally> sites;
    private @Nullable List<StackTally> running;

    Initializers(Collection<SiteTally> sites) {
        this.sites = sites;
    }

    /** Null where the blocking waited for something else, or the JVM does not say for what. */
    @Nullable
    Initializer waitedFor(Blocking blocking) {
        PinnedReason reason = PinnedReason.parse(blocking.reasonText());
        if (reason == null || reason.kind() != Kind.CLASS_INIT_WAIT || reason.className() == null) {
            return null;
        }
        List<String> frames = running().stream()
                .filter(stack -> initialises(stack, reason))
                .max(Comparator.comparingLong(
                                (StackTally stack) -> stack.tally().nanos())
                        .thenComparing(stack -> stack.frames().toString()))
                .map(StackTally::frames)
                .orElse(List.of());
        return new Initializer(reason.className(), frames);
    }

    private List<StackTally> running() {
        if (running == null) {
            List<StackTally> found = new ArrayList<>();
            for (SiteTally site : sites) {
                for (StackTally stack : site.stacks()) {
                    if (frames(stack).stream().anyMatch(Frame::isClassInitializer)) {
                        found.add(stack);
                    }
                }
            }
            running = found;
        }
        return running;
    }

    private static boolean initialises(StackTally stack, PinnedReason reason) {
        return frames(stack).stream().anyMatch(frame -> frame.isClassInitializer() && reason.names(frame.className()));
    }

    private static List<Frame> frames(StackTally stack) {
        return stack.diagnosis().blocking().stack().frames();
    }
}
