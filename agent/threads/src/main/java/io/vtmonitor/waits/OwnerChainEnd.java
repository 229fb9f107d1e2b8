package io.vtmonitor.waits;

import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;

/**
 * The end of a chain of owners: the owner of what a group waits for may itself wait for something with an owner, and so
 * on. The owner at the end waits for nothing that has an owner.
 *
 * @param links from the owner of what the group waits for to the end, one link for each wait
 * @param holder the owner at the end
 * @param wantedIn the stack of the thread that waits for that owner, topmost first
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
