package io.vtmonitor.report.text;

import io.vtmonitor.common.Plural;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Threads that wait for each other, in words. What to do depends on the kinds of things that they wait for. */
final class DeadlockText {
    private static final int MOST_LINKS = 6;
    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final String MAP = "java.util.concurrent.ConcurrentHashMap";
    private static final String NO_END = " These threads can't continue by themselves.";
    private static final String ALONE = " This thread can't continue by itself.";

    private DeadlockText() {}

    static String evidence(Deadlock deadlock) {
        StringBuilder text = new StringBuilder();
        List<List<Link>> alike = alike(deadlock.links());
        int named = 0;
        for (List<Link> links : alike.subList(0, Math.min(MOST_LINKS, alike.size()))) {
            text.append(named == 0 ? "" : "; ").append(links.size() == 1 ? link(links.get(0)) : workers(links));
            named += links.size();
        }
        if (deadlock.threads() > named) { // at most twenty of them have links
            text.append("; and so on: ").append(deadlock.threads()).append(" threads in all");
        }
        text.append(
                switch (deadlock.basis()) {
                    case ONE_LOOK -> ".";
                    case TWO_LOOKS -> ". Two looks in a row found the same.";
                    case ONE_DUMP -> ". One dump shows it.";
                    case TWO_DUMPS -> ". Two dumps in a row show the same.";
                });
        if (deadlock.behind() > 0) {
            text.append(' ')
                    .append(Plural.of(deadlock.behind(), "more thread"))
                    .append(deadlock.behind() == 1 ? " waits" : " wait")
                    .append(" for ")
                    .append(deadlock.links().size() == 1 && deadlock.threads() == 1 ? "it." : "these.");
        }
        if (deadlock.carriers() > 0) {
            text.append(deadlock.threads() == 1 ? " It holds " : " They hold ")
                    .append(Plural.of(deadlock.carriers(), "carrier"))
                    .append('.');
        }
        return text.toString();
    }

    /**
     * Groups links: workers of an executor that wait in the same place for its own tasks are together, all other
     * threads are alone.
     */
    private static List<List<Link>> alike(List<Link> links) {
        Map<Object, List<Link>> alike = new LinkedHashMap<>();
        for (Link link : links) {
            boolean worker = link.kind() == Thing.Kind.WORKER && isItself(link);
            Object key = worker
                    ? List.of(
                            String.valueOf(link.at()),
                            link.type(),
                            link.thread().virtual())
                    : link;
            alike.computeIfAbsent(key, same -> new ArrayList<>()).add(link);
        }
        return List.copyOf(alike.values());
    }

    /** Several workers of one executor, as the start of a sentence. */
    private static String workers(List<Link> links) {
        Link first = links.get(0);
        Set<String> names = new LinkedHashSet<>();
        for (Link link : links) {
            String name = link.thread().name();
            names.add(name.isEmpty() ? "#" + link.thread().id() : '"' + name + '"');
        }
        List<String> shown = new ArrayList<>(names).subList(0, Math.min(MOST_LINKS, names.size()));
        return links.size() + (first.thread().virtual() ? " virtual threads (" : " platform threads (")
                + String.join(", ", shown) + (shown.size() < names.size() ? ", …" : "") + ") wait"
                + (first.at() == null ? "" : " at " + first.at())
                + " for the results of tasks in the queue of an executor (" + ThreadText.type(first.type())
                + ") whose workers they are";
    }

    private static boolean isItself(Link link) {
        return link.thread().id() == link.owner().id();
    }

    /** A thread, what it waits for, and which thread holds that. */
    static String link(Link link) {
        return link(link, VerdictText::thread, false);
    }

    /**
     * A link with short names.
     *
     * @param named returns the name of a thread
     */
    static String brief(Link link, Function<WaitFacts.Named, String> named) {
        return link(link, named, true);
    }

    private static String link(Link link, Function<WaitFacts.Named, String> named, boolean brief) {
        boolean itself = isItself(link);
        String owner = named.apply(link.owner());
        String who =
                named.apply(link.thread()) + " waits" + (link.at() == null ? "" : " at " + link.at()) + " for the ";
        return who
                + switch (link.kind()) {
                    case THREAD_END -> "end of " + (itself ? "itself" : owner);
                    case SUBTASKS ->
                        "end of its subtask " + owner
                                + (link.sure() ? "" : " (whether the scope has a timeout is not known)");
                    case TASK -> "result of a task that " + owner + " runs";
                    case WORKER ->
                        "result of a task in the queue of an executor ("
                                + ThreadText.type(link.type()) + ") whose worker "
                                + (itself ? "it is itself" : owner + " is");
                    case CLASS_INITIALIZATION -> "initialization of class " + link.name() + " that " + owner + " runs";
                    default -> thing(link, brief) + held(link, itself ? "it" : owner, itself, brief);
                };
    }

    private static String thing(Link link, boolean brief) {
        boolean monitor = link.kind() == Thing.Kind.MONITOR;
        String named = link.name() == null ? "" : link.name();
        String type = ThreadText.type(link.type());
        if (brief && named.isEmpty() && type.startsWith(LOCKS)) {
            return type.substring(LOCKS.length());
        }
        if (!monitor) {
            return "lock " + (named.isEmpty() ? type : named);
        }
        return type.isEmpty()
                ? "monitor" + (named.isEmpty() ? "" : " of " + named)
                : named.isEmpty() ? "monitor of a " + type : "monitor " + named;
    }

    private static String held(Link link, String owner, boolean itself, boolean brief) {
        if (brief && link.took() != null && !link.shared()) {
            return " that " + owner + (itself ? " itself" : "") + " took at " + link.took();
        }
        return " that " + owner + (itself ? " holds itself" : " holds") + (link.shared() ? " for reading" : "")
                + (link.took() == null ? "" : ", taken at " + link.took());
    }

    static String cure(Deadlock deadlock) {
        boolean alone = deadlock.threads() == 1;
        long locks = deadlock.links().stream().filter(DeadlockText::isLock).count();
        if (has(deadlock, Thing.Kind.CLASS_INITIALIZATION)) {
            return "Don't wait for other threads, or for other classes' initializers, in a static initializer: do that"
                    + " work before the class is used. No other JDK fixes this.";
        }
        if (locks == 0 && has(deadlock, Thing.Kind.WORKER)) {
            boolean own =
                    deadlock.links().stream().anyMatch(link -> link.kind() == Thing.Kind.WORKER && isItself(link));
            return (own
                            ? "Let no task of an executor wait for another task of the same executor: run the inner one"
                                    + " on another executor, or on the thread that needs its result."
                            : "Let no thread wait for a task of an executor whose tasks wait for that thread: run the"
                                    + " task on another executor, or on the thread that needs its result.")
                    + (alone ? ALONE : NO_END);
        }
        if (deadlock.links().stream().anyMatch(DeadlockText::isUpgrade)) {
            return "A read lock can't be upgraded: release it before the write lock is taken, or take the write lock"
                    + " from the start." + (alone ? ALONE : NO_END);
        }
        if (alone && has(deadlock, Thing.Kind.THREAD_END)) {
            return "Don't close an executor within one of its tasks: close() returns after the task has ended." + ALONE;
        }
        if (alone) {
            return "The lock is not reentrant: don't take it again while it is held." + ALONE;
        }
        if (locks == 0) {
            return "Let one of these threads continue without the end or the result of another one. They can't continue"
                    + " by themselves.";
        }
        if (locks < deadlock.links().size()) {
            return "Don't wait for a thread or a task while a lock is held that it needs: release the lock first."
                    + NO_END;
        }
        if (deadlock.links().stream().allMatch(DeadlockText::isOfMap)) {
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

    /** Whether a thread wants the write lock while it has the read lock. Else another thread has that. */
    private static boolean isUpgrade(Link link) {
        return link.shared() && isItself(link);
    }

    private static boolean isLock(Link link) {
        return link.kind() == Thing.Kind.LOCK || link.kind() == Thing.Kind.MONITOR;
    }

    private static boolean isOfMap(Link link) {
        return link.type().startsWith(MAP + "$")
                || (link.took() != null && link.took().isIn(MAP + "."));
    }
}
