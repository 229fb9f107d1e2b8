package io.vtmonitor.report.text;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.report.WaitFacts.Abandoned;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitFacts.LostWakeUp;

/** Threads that wait for something that will never happen, in words. */
final class StuckText {
    private StuckText() {}

    static String evidence(Abandoned facts) {
        return WaitingText.begin(facts.waiting()) + "the same lock (" + WaitingText.type(facts.type()) + ")"
                + WaitingText.in(facts.waiting().place()) + "." + ConvoyText.held(facts.holder(), Thing.Kind.LOCK)
                + " No other thread can release it.";
    }

    static String cureOfAbandoned() {
        return "Release the lock in a finally block, on every path. The threads that wait without a time limit continue"
                + " only after a restart.";
    }

    static String evidence(LostWakeUp facts) {
        boolean semaphore = facts.semaphore();
        return WaitingText.begin(facts.waiting())
                + (semaphore ? "a permit of a semaphore that has one" : "a lock that no thread holds")
                + " (" + WaitingText.type(facts.type()) + ")"
                + WaitingText.in(facts.waiting().place())
                + (semaphore ? ". A permit was available at " : ". It was free at ")
                + facts.looks() + " looks in a row, and the same thread, which is next"
                + (semaphore ? " and wants one" : "") + ", stayed parked.";
    }

    static String cure(LostWakeUp facts) {
        JdkBugs jdk = facts.jdk();
        return JdkText.lostWakeUp(jdk.javaVersion(), jdk.bugs(), jdk.recommended());
    }
}
