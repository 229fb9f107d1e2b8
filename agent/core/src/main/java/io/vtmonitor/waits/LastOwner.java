package io.vtmonitor.waits;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;

/**
 * The end of a chain: the thread that has what a group waits for waits for something itself, whose owner may do so,
 * too. This one does not.
 *
 * @param holder the owner at the end
 * @param thing what it owns, a lock or a monitor
 * @param between owners between it and the one that has what the group waits for
 * @param wantedIn the stack of the thread that waits for it, topmost first
 */
public record LastOwner(WaitHolder holder, Thing.Kind thing, int between, List<StackFrame> wantedIn) {
    public LastOwner {
        wantedIn = List.copyOf(wantedIn);
    }

    ChainEnd facts() {
        return new ChainEnd(holder, thing, between, IdleHolder.inJdk(wantedIn));
    }
}
