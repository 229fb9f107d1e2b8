package io.vtmonitor.model;

import java.util.List;

/** What to change so that holders no longer hold a carrier, without a sentence. {@code report.text} makes those. */
public sealed interface Change {
    /**
     * As an entry of the knowledge base puts it, or another process: the JSON of a report has the words only.
     *
     * @param text begins with a verb
     */
    record Worded(String text) implements Change {}

    /**
     * Upgrade a library.
     *
     * @param library in use; without a version where that is not known
     * @param to the first release that is free of it
     */
    record Upgrade(Library library, String to) implements Change {}

    /**
     * Run on another JDK.
     *
     * @param feature the first feature release that helps
     * @param versions of the JDK to recommend: the first one of each feature release, in ascending order
     */
    record RunOn(int feature, List<String> versions) implements Change {
        public RunOn {
            versions = List.copyOf(versions);
        }
    }

    /**
     * Let the agent rewrite the monitors of classes.
     *
     * @param patterns as the option {@code unpin} takes them
     */
    record Unpin(String patterns) implements Change {}

    /**
     * Use a lock of {@code java.util.concurrent} instead of a monitor.
     *
     * @param className whose methods take the monitor
     */
    record ExplicitLock(String className) implements Change {}

    /** Move a blocking call out of the static initializer of a class. */
    record MoveCall(String className) implements Change {}

    /** Initialize a class at startup. */
    record InitializeAtStartup(String className) implements Change {}

    /** Initialize the class that a method waits for at startup; its name is not known. */
    record InitializeAwaitedAtStartup(MethodName waiting) implements Change {}

    /** Load the classes that a method loads at startup. */
    record LoadAtStartup(MethodName loading) implements Change {}
}
