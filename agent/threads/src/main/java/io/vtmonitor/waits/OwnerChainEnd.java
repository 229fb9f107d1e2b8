package io.vtmonitor.waits;

import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;

/**
 * The end of a chain: the thread that has what a group waits for waits for something itself, whose owner may do so,
 * too. This one does not.
 *
 * @param links from the one that has what the group waits for on, each to the next
 * @param holder the owner at the end
 * @param wantedIn the stack of the thread that waits for it, topmost first
 */
public record OwnerChainEnd(List<Link> links, WaitHolder holder, List<StackFrame> wantedIn) {
    public OwnerChainEnd {
        links = List.copyOf(links);
        wantedIn = List.copyOf(wantedIn);
    }

    ChainEnd facts() {
        return new ChainEnd(links, holder, IdleHolder.inJdk(wantedIn));
    }
}
