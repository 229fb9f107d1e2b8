package io.vtmonitor.report.text;

import io.vtmonitor.report.WaitFacts.Growing;
import io.vtmonitor.report.WaitOperation;

/** Groups of threads that keep growing, in words. */
final class GrowingText {
    private GrowingText() {}

    static String evidence(Growing facts) {
        boolean dumps = facts.seconds() == 0;
        String about = facts.estimate() ? "about " : "";
        return "From " + about + facts.from() + " to " + about + facts.to() + " virtual threads in "
                + (dumps ? facts.looks() + " dumps" : WaitingText.seconds(facts.seconds())) + " wait for "
                + OperationText.thing(facts.operation()) + WaitingText.in(facts.place()) + ". The group"
                + (facts.all() == 0 ? "" : " of all " + facts.all() + " threads that wait in the same way")
                + " never shrank"
                + (dumps ? "" : " at " + facts.looks() + " looks")
                + ", and " + (facts.allStay() ? "all" : "nearly all") + " of the first ones are still there.";
    }

    static String cure(Growing facts) {
        boolean together = facts.oneThing() && facts.operation() == WaitOperation.LATCH;
        return (facts.operation() == WaitOperation.SLEEP
                        ? "Find out what starts these threads, and what should end them."
                        : "Find out what should end these waits: a missing timeout, a peer that never answers, or a"
                                + " task that never completes.")
                + (together
                        ? " If they are a batch that continues together once all of it has been started, nothing is"
                                + " wrong."
                        : " If the threads are meant to stay, as connections are, nothing is wrong.");
    }
}
