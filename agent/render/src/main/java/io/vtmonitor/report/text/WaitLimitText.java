package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.report.Limit;

/** Blind spots about waits and pools, in sentences. */
final class WaitLimitText {
    private WaitLimitText() {}

    /** @throws IllegalArgumentException if the limit is not about waits */
    static String sentence(Limit is) {
        return switch (is.kind()) {
            case WAITS_LOST ->
                "what virtual threads wait for was not checked from " + is.text("at") + " on: " + is.text("why");
            case WAITS_ENDED -> "what virtual threads wait for was not checked to the end";
            case WAITS_LEFT_OUT ->
                "threads waited at more than " + Plural.of(is.count("most"), "place")
                        + ": those that came later are left out";
            case WAITS_OF_UNLISTED ->
                "up to " + virtualThreads(is)
                        + " could not be examined: with -Djdk.trackAllThreads=false, the JVM lists only those of"
                        + " executors and scopes";
            case WAITS_FOR_OTHER_CARRIERS ->
                "up to " + virtualThreads(is)
                        + " had a scheduler other than the default one: whether they got carriers was not checked";
            case FIELDS_MISSING ->
                "this JDK lacks the field" + (is.text("fields").contains(", ") ? "s " : " ") + is.text("fields")
                        + ": some waits and owners are not seen";
            case WAITS_FOR_MONITORS ->
                "Java " + is.count("java") + " doesn't show which monitors virtual threads wait for, who owns them, or"
                        + " which platform threads they join";
            case POOL_NOT_WATCHED -> "who has borrowed from " + is.text("pool") + " is not known: " + is.text("why");
            case POOLS_WATCHED_LATE ->
                "what pools had lent before the agent began to watch them does not count as lent";
            case POOLS_LEFT_OUT ->
                "there were more than " + Plural.of(is.count("most"), "pool") + ": later ones are left out";
            case BORROWINGS_LEFT_OUT ->
                is.text("pool") + " had lent more than " + is.count("most") + " at a time: "
                        + Plural.of(is.count("borrowings"), "borrowing") + are(is.count("borrowings")) + "left out";
            case POOLS_LOST ->
                "who holds the pools' resources was not checked from " + is.text("at") + " on: " + is.text("why");
            case POOLS_ENDED -> "who holds the pools' resources was not checked to the end";
            case DUMP_DAMAGED -> is.text("file") + ": " + is.text("damage");
            case DUMP_UNLISTED ->
                is.text("file") + ": " + Plural.of(is.count("threads"), "thread") + are(is.count("threads"))
                        + "counted and not listed";
            case DUMPS_WITHOUT_CARRIERS ->
                "thread dumps in the plain format don't show which virtual threads have a carrier; those of"
                        + " -format=json do";
            case DUMPS_WITHOUT_STATES ->
                "thread dumps of this Java (" + is.text("java")
                        + ") show neither the state of a thread nor what it is parked on: groups go by frames only, and"
                        + " different locks can't be distinguished";
            case DUMPS_WITHOUT_OWNERS ->
                "thread dumps of this Java (" + is.text("java")
                        + ") don't show who holds a lock of java.util.concurrent: deadlocks of such locks are not"
                        + " found";
            case DUMPS_WITHOUT_HOLDERS ->
                "thread dumps don't show who has a permit, a read lock, a task, or a pooled object, whom a thread"
                        + " joins, for which class it waits, or whether it gets processor time; a heap dump shows"
                        + " most of this: jcmd PID GC.heap_dump FILE";
            case HEAP_DUMPS_WITHOUT_TIME ->
                "a heap dump shows one instant: it doesn't show how long threads have waited";
            case HEAP_DUMPS_WITHOUT_STACKS ->
                "heap dumps of this Java (" + is.text("java")
                        + ") lack the stacks of virtual threads without a carrier, of"
                        + " which there were " + is.count("threads")
                        + ": where those wait is not known. Heap dumps of JDK 25 and later have them; so does a thread"
                        + " dump taken at the same time: jcmd PID Thread.dump_to_file -format=json FILE";
            case DUMPS_OF_MOUNTED_THREADS ->
                "thread dumps of jstack and Thread.print list only virtual threads that have a carrier, and no names"
                        + " of them; those of jcmd PID Thread.dump_to_file -format=json FILE list all";
            case DUMP_WITHOUT_MOUNTED_THREADS ->
                is.text("file") + ": no virtual thread had a carrier; what those without one waited for is not known";
            case DUMPS_WITHOUT_MOUNTED_STACKS ->
                "thread dumps of jstack and Thread.print of this Java (" + is.text("java")
                        + ") don't show what the virtual threads on carriers do";
            case DUMP_WITHOUT_FRAMES ->
                is.text("file") + ": "
                        + (is.count("threads") == 1
                                ? "1 thread shows no frames; what it waits for is not known, and it is not counted"
                                : is.count("threads") + " threads show no frames; what they wait for is not known,"
                                        + " and they are not counted");
            case INITIALIZERS_IN_DUMP ->
                is.count("count") + " threads (" + is.threads("threads") + ") were in static initializers "
                        + is.text("where")
                        + (is.seconds("seconds") > 0
                                ? " and did not move for at least " + Durations.text(is.seconds("seconds"))
                                : "")
                        + "; a dump of this kind doesn't show whether they wait for each other's classes: jcmd PID"
                        + " Thread.print does, and class files, passed with --classpath, may";
            case RECORDED_WAITS_LEFT_OUT ->
                "the recording holds the places with most waits; " + is.count("places") + " more were left out";
            case RECORDED_POOLS_LEFT_OUT ->
                "the recording holds the pools for which most threads wait, with those that hold most, the worst"
                        + " verdicts, and the latest stalls with some of their carriers: there was no room for more";
            case VERDICTS_OF_NEWER_RELEASE ->
                "a newer release of vt-monitor wrote verdicts that this one does not know: " + is.text("kinds");
            default -> throw new IllegalArgumentException("no limit of waits: " + is.kind());
        };
    }

    private static String virtualThreads(Limit is) {
        return Plural.of(is.count("threads"), "virtual thread");
    }

    private static String are(long count) {
        return count == 1 ? " is " : " are ";
    }
}
