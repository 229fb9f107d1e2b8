package io.vtmonitor.report.text;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Abandoned;
import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.Step;
import io.vtmonitor.report.WaitFacts.Worded;
import io.vtmonitor.report.WaitHolder;
import java.util.ArrayList;
import java.util.List;

/** Which thread waits for which, step by step: along a chain of owners to the last one, or around a circle. */
public final class ChainText {
    private static final int MOST_STEPS = 6;

    private ChainText() {}

    /**
     * The steps. A chain starts with the first owner, not with the threads that wait for it. Empty if there is neither
     * a chain nor a circle.
     */
    public static List<Step> of(WaitFacts facts) {
        if (facts instanceof Worded worded) {
            return worded.chain();
        }
        if (facts instanceof Deadlock deadlock) {
            return links(deadlock.links());
        }
        if (facts instanceof Convoy convoy) {
            ChainEnd last = convoy.owner().last();
            List<Step> steps = last == null ? new ArrayList<>() : links(last.links());
            WaitHolder holder = last == null ? convoy.owner().holder() : last.holder();
            if (holder != null && holder.thread() != null) {
                steps.add(holder(holder, ConvoyText.noun(last == null ? convoy.thing() : last.thing())));
            }
            return steps;
        }
        if (facts instanceof Abandoned abandoned && abandoned.holder().thread() != null) {
            return List.of(holder(abandoned.holder(), "lock"));
        }
        return List.of();
    }

    private static List<Step> links(List<Link> links) {
        List<Step> steps = new ArrayList<>();
        for (Link link : links.subList(0, Math.min(MOST_STEPS, links.size()))) {
            steps.add(new Step(DeadlockText.link(link), link.frames()));
        }
        int more = links.size() - steps.size();
        if (more > 0) {
            steps.add(new Step("and " + more + " more", List.of()));
        }
        return steps;
    }

    private static Step holder(WaitHolder holder, String noun) {
        return new Step(
                holder.thread()
                        + (holder.confidence() == Confidence.EXACT ? " holds the " : " likely holds the ")
                        + noun
                        + (holder.tookAt() == null
                                ? ""
                                : ", " + (holder.tookConfidence() == Confidence.EXACT ? "" : "likely ") + "taken at "
                                        + holder.tookAt())
                        + ConvoyText.doing(holder).replaceFirst("^, which ", ", and "),
                holder.frames());
    }
}
