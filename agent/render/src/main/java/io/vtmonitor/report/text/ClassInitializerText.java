package io.vtmonitor.report.text;

import io.vtmonitor.common.StableName;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.report.WaitFacts.ClassInitializer;
import io.vtmonitor.report.WaitFacts.Initializing;
import io.vtmonitor.report.WaitOperation;

/** Threads that wait for a class that another thread initializes, in words. */
final class ClassInitializerText {
    private ClassInitializerText() {}

    static String evidence(ClassInitializer facts) {
        return WaitingText.begin(facts.waiting()) + "the initializer of a class"
                + WaitingText.in(facts.waiting().place()) + "." + WaitingText.row(facts.waiting()) + by(facts);
    }

    private static String by(ClassInitializer facts) {
        Initializing by = facts.by();
        if (by == null) {
            return facts.initializers() == 0
                    ? " Which thread initializes the class is unknown."
                    : " " + facts.initializers()
                            + " threads run static initializers; which of them this one is, is unknown.";
        }
        String thread =
                ThreadText.of(by.thread().id(), by.thread().name(), by.thread().virtual());
        return " " + Character.toUpperCase(thread.charAt(0)) + thread.substring(1)
                + " likely runs it: it is in the static initializer of " + StableName.of(by.className())
                + (by.doing() == WaitOperation.UNKNOWN ? "." : ", and " + OperationText.activity(by.doing()) + ".");
    }

    static String cure() {
        return "Move what takes long out of the static initializer: do it before the class is used, or once in the"
                + " background, and keep its result in a future.";
    }
}
