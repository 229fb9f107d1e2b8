package io.vtmonitor.report.text;

import io.vtmonitor.common.Plural;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Abandoned;
import io.vtmonitor.report.WaitFacts.Backlog;
import io.vtmonitor.report.WaitFacts.CarrierHog;
import io.vtmonitor.report.WaitFacts.ClassInitializer;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Growing;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.LostCarrier;
import io.vtmonitor.report.WaitFacts.LostWakeUp;
import io.vtmonitor.report.WaitFacts.PoolCycle;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Spin;
import io.vtmonitor.report.WaitFacts.ThreadLocals;
import io.vtmonitor.report.WaitFacts.WakeStorm;
import io.vtmonitor.report.WaitFacts.Worded;
import io.vtmonitor.report.WaitVerdict;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A verdict on waiting threads in words: the evidence, and what to do. */
public final class VerdictText {
    private static final int MOST_LINKS = 6;
    private static final String LOCKS = "java.util.concurrent.locks.";

    private VerdictText() {}

    /** The evidence, in one or more sentences. */
    public static String evidence(WaitVerdict verdict) {
        String again = verdict.episodes() < 2
                ? ""
                : " This is the " + ordinal(verdict.episodes()) + " time since "
                        + verdict.first().truncatedTo(ChronoUnit.SECONDS) + ".";
        return evidence(verdict.facts()) + again;
    }

    /** The evidence, without the number of episodes. */
    public static String evidence(WaitFacts facts) {
        return text(facts, false);
    }

    /** What to do. */
    public static String cure(WaitFacts facts) {
        return text(facts, true);
    }

    /**
     * Dispatches on the kind of facts, in one place for both texts.
     *
     * @param cure whether to return the cure, and not the evidence
     */
    private static String text(WaitFacts facts, boolean cure) {
        if (facts instanceof Worded worded) {
            return cure ? worded.cure() : worded.evidence();
        }
        if (facts instanceof Deadlock deadlock) {
            return cure ? DeadlockCure.of(deadlock) : circle(deadlock);
        }
        if (facts instanceof LostCarrier lost) {
            return cure ? LostCarrierText.cure(lost) : LostCarrierText.evidence(lost);
        }
        if (facts instanceof CarrierHog hog) {
            return cure ? CarrierText.cure(hog) : CarrierText.evidence(hog);
        }
        if (facts instanceof Spin spin) {
            return cure ? CarrierText.cure(spin) : CarrierText.evidence(spin);
        }
        if (facts instanceof WakeStorm storm) {
            return cure ? CarrierText.cure(storm) : CarrierText.evidence(storm);
        }
        if (facts instanceof Backlog backlog) {
            return cure ? CarrierText.cure(backlog) : CarrierText.evidence(backlog);
        }
        if (facts instanceof ClassInitializer initializer) {
            return cure ? ClassInitializerText.cure() : ClassInitializerText.evidence(initializer);
        }
        if (facts instanceof ThreadLocals locals) {
            return cure ? ThreadLocalsText.cure(locals) : ThreadLocalsText.evidence(locals);
        }
        if (facts instanceof PoolCycle cycle) {
            return cure ? PoolCycleText.cure(cycle) : PoolCycleText.evidence(cycle);
        }
        if (facts instanceof Convoy convoy) {
            return cure ? ConvoyCure.of(convoy) : ConvoyText.evidence(convoy);
        }
        if (facts instanceof Abandoned abandoned) {
            return cure ? StuckText.cureOfAbandoned() : StuckText.evidence(abandoned);
        }
        if (facts instanceof LostWakeUp lost) {
            return cure ? StuckText.cure(lost) : StuckText.evidence(lost);
        }
        if (facts instanceof PoolExhausted pool) {
            return cure ? PoolText.cure(pool) : PoolText.evidence(pool);
        }
        if (facts instanceof Growing growing) {
            return cure ? GrowingText.cure(growing) : GrowingText.evidence(growing);
        }
        throw new IllegalArgumentException("unknown facts: " + facts.getClass());
    }

    private static String circle(Deadlock deadlock) {
        StringBuilder text = new StringBuilder();
        List<List<Link>> alike = alike(deadlock.links());
        int named = 0;
        for (List<Link> links : alike.subList(0, Math.min(MOST_LINKS, alike.size()))) {
            text.append(named == 0 ? "" : "; ").append(links.size() == 1 ? link(links.get(0)) : workers(links));
            named += links.size();
        }
        if (deadlock.links().size() > named) {
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
            text.append(" They hold ")
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
                    case THREAD_END -> "end of " + owner;
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

    static String thread(WaitFacts.Named thread) {
        return ThreadText.of(thread.id(), thread.name(), thread.virtual());
    }

    static String ordinal(int number) {
        String ending = number % 100 >= 11 && number % 100 <= 13
                ? "th"
                : switch (number % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
        return number + ending;
    }
}
