package io.vtmonitor.report.text;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;

/** What to do about a deadlock: the advice depends on the kinds of things that its threads wait for. */
final class DeadlockCure {
    private static final String MAP = "java.util.concurrent.ConcurrentHashMap";
    private static final String NO_END = " These threads can't continue by themselves.";
    private static final String ALONE = " This thread can't continue by itself.";

    private DeadlockCure() {}

    static String of(Deadlock deadlock) {
        boolean alone = deadlock.threads() == 1;
        if (has(deadlock, Thing.Kind.WORKER)) {
            return "Let no task of an executor wait for another task of the same executor: run the inner one on another"
                    + " executor, or on the thread that needs its result." + (alone ? ALONE : NO_END);
        }
        if (has(deadlock, Thing.Kind.CLASS_INITIALIZATION)) {
            return "Don't wait for other threads, or for other classes' initializers, in a static initializer: do that"
                    + " work before the class is used. No other JDK fixes this.";
        }
        if (deadlock.links().stream().allMatch(Link::shared)) {
            return "A read lock can't be upgraded: release it before the write lock is taken, or take the write lock"
                    + " from the start." + (alone ? ALONE : NO_END);
        }
        if (alone) {
            return "The lock is not reentrant: don't take it again while it is held." + ALONE;
        }
        long locks = deadlock.links().stream().filter(DeadlockCure::isLock).count();
        if (locks == 0) {
            return "Let one of these threads continue without the end or the result of another one. They can't continue"
                    + " by themselves.";
        }
        if (locks < deadlock.links().size()) {
            return "Don't wait for a thread or a task while a lock is held that it needs: release the lock first."
                    + NO_END;
        }
        if (deadlock.links().stream().allMatch(DeadlockCure::isOfMap)) {
            return "ConcurrentHashMap holds the monitor of a bin while it calls the function of a method such as"
                    + " computeIfAbsent: don't call such a method within that function. Compute the value before, or"
                    + " put a future into the map and complete it outside of the map's methods." + NO_END;
        }
        boolean monitors = deadlock.links().stream().allMatch(link -> link.kind() == Thing.Kind.MONITOR);
        return (monitors
                        ? "Take the monitors in the same order everywhere, or use locks and take the second one with"
                                + " tryLock and a timeout."
                        : "Take the locks in the same order everywhere, or take the second one with tryLock and a"
                                + " timeout.")
                + NO_END;
    }

    private static boolean has(Deadlock deadlock, Thing.Kind kind) {
        return deadlock.links().stream().anyMatch(link -> link.kind() == kind);
    }

    private static boolean isLock(Link link) {
        return link.kind() == Thing.Kind.LOCK || link.kind() == Thing.Kind.MONITOR;
    }

    private static boolean isOfMap(Link link) {
        return link.type().startsWith(MAP + "$")
                || (link.took() != null && link.took().isIn(MAP + "."));
    }
}
