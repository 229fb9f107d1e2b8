package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.common.StableName;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
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
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitFacts.PoolCycle;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Spin;
import io.vtmonitor.report.WaitFacts.ThreadLocals;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitFacts.WakeStorm;
import io.vtmonitor.report.WaitFacts.Worded;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.figures.StackFrame;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A verdict on waiting threads in one line: which thread holds what so many others wait for. */
public final class HeadlineText {
    private HeadlineText() {}

    /** Without a full stop. It says no more than {@link VerdictText#evidence(WaitVerdict)} does. */
    public static String of(WaitVerdict verdict) {
        WaitFacts facts = verdict.facts();
        if (facts instanceof Worded worded) {
            return worded.headline().isEmpty()
                    ? verdict.kind().title() + (verdict.site() == null ? "" : " in " + verdict.site())
                    : worded.headline();
        }
        return of(facts);
    }

    private static String of(WaitFacts facts) {
        if (facts instanceof Deadlock deadlock) {
            return of(deadlock);
        }
        if (facts instanceof LostCarrier lost) {
            return name(lost.keeper().thread()) + " holds a carrier, one of " + lost.carriers() + ", while it waits"
                    + at(lost.keeper().at());
        }
        if (facts instanceof Convoy convoy) {
            return of(convoy);
        }
        if (facts instanceof Abandoned abandoned) {
            return "A thread has ended without releasing the lock that "
                    + wanting(abandoned.waiting(), abandoned.waiting().threads()) + where(abandoned.waiting());
        }
        if (facts instanceof LostWakeUp lost) {
            return threads(lost.waiting(), lost.waiting().threads())
                    + (lost.waiting().threads() == 1 ? " stays" : " stay") + " parked" + where(lost.waiting())
                    + (lost.semaphore() ? " though a permit is available" : " though the lock is free");
        }
        if (facts instanceof PoolExhausted pool) {
            return threads(pool.waiting(), pool.waiting().threads())
                    + waits(pool.waiting().threads()) + where(pool.waiting()) + " for a " + pool.lends() + " of "
                    + pool.pool();
        }
        if (facts instanceof PoolCycle cycle) {
            return upper(PoolCycleText.lentOut(cycle.pools().get(0)));
        }
        if (facts instanceof CarrierHog hog) {
            return shortly(hog.site()) + " computes and does not release its carrier";
        }
        if (facts instanceof Spin spin) {
            return shortly(spin.site()) + " spins with Thread.yield while others could run";
        }
        if (facts instanceof WakeStorm storm) {
            return "Threads in " + shortly(storm.site()) + " wake after less than a millisecond each time: "
                    + Durations.percent((double) storm.carrierNanos() / storm.nanos())
                    + " of a processor goes into mounts of at most "
                    + CarrierText.each(storm.carrierNanos(), storm.mounts());
        }
        if (facts instanceof Backlog backlog) {
            return of(backlog);
        }
        if (facts instanceof ClassInitializer initializer) {
            return threads(initializer.waiting(), initializer.waiting().threads())
                    + waits(initializer.waiting().threads())
                    + where(initializer.waiting())
                    + (initializer.by() == null
                            ? " for the initializer of a class"
                            : ", likely for the static initializer of "
                                    + shortly(StableName.of(initializer.by().className())));
        }
        if (facts instanceof Growing growing) {
            return "From " + growing.from() + " to " + growing.to() + " threads: more and more wait"
                    + (growing.place().site().equals("unknown")
                            ? ""
                            : " in " + shortly(growing.place().site()));
        }
        if (facts instanceof ThreadLocals locals) {
            return "Thread locals of " + shortly(locals.type()) + " take about "
                    + Durations.percent(Math.min(1, locals.bytes() / locals.heapBytes())) + " of the heap in use";
        }
        throw new IllegalArgumentException("unknown facts: " + facts.getClass());
    }

    private static String of(Deadlock deadlock) {
        Set<@Nullable StackFrame> places = new LinkedHashSet<>();
        for (Link link : deadlock.links()) {
            places.add(link.at()); // null of a thread without a stack, which may wait elsewhere
        }
        boolean onePlace = places.size() == 1;
        List<Link> links = deadlock.links();
        String who;
        if (deadlock.threads() == 1 && links.size() == 1) {
            who = name(links.get(0).thread()) + " waits for itself";
        } else if (deadlock.threads() == 2 && links.size() == 2) {
            who = name(links.get(0).thread()) + (onePlace ? "" : at(links.get(0).at())) + " and "
                    + name(links.get(1).thread())
                    + (onePlace ? "" : at(links.get(1).at())) + " wait for each other";
        } else {
            who = deadlock.threads() + " threads wait for each other";
        }
        return who
                + (onePlace ? at(places.iterator().next()) : "")
                + (deadlock.behind() == 0
                        ? ""
                        : "; " + deadlock.behind() + (deadlock.behind() == 1 ? " more waits" : " more wait")
                                + (deadlock.threads() == 1 ? " behind it" : " behind them"));
    }

    private static String of(Convoy convoy) {
        WaitHolder first = convoy.owner().holder();
        WaitHolder holder =
                convoy.owner().last() == null ? first : convoy.owner().last().holder();
        int waiting = convoy.waiting().row() == null || !convoy.waiting().isInDumps()
                ? convoy.waiting().threads()
                : convoy.waiting().row().fewest();
        String noun = ConvoyText.noun(convoy.thing());
        if (holder == null || holder.thread() == null) {
            return threads(convoy.waiting(), waiting) + waits(waiting) + where(convoy.waiting()) + " for the same "
                    + noun;
        }
        StackFrame site = holder.site() == null ? holder.tookAt() : holder.site();
        String does = holder.doing() == WaitOperation.UNKNOWN ? "" : OperationText.activity(holder) + " while it ";
        String sure = holder.confidence() == Confidence.EXACT ? "" : "likely ";
        String holds = convoy.owner().last() == null
                ? "holds the " + noun + " that " + wanting(convoy.waiting(), waiting)
                : "holds the last " + ConvoyText.noun(convoy.owner().last().thing()) + " of a chain behind which "
                        + waitingBehind(convoy.waiting(), waiting);
        return (site == null ? upper(holder.thread()) : shortly(site)) + " " + does + sure + holds;
    }

    private static String of(Backlog backlog) {
        String why = switch (backlog.cause()) {
            case PINNED -> "waiting threads keep at least half of the carriers";
            case STARVED ->
                "the process had a processor for " + Durations.percent(backlog.processor())
                        + " of the time in which it needed one";
            case IDLE -> "the threads on these hardly use a processor";
            case PARTLY_IDLE -> "the threads on some of these hardly use a processor";
            case WORK -> "all of these compute";
        };
        return Plural.of(backlog.ready(), "thread") + " could run and " + (backlog.ready() == 1 ? "has" : "have")
                + " no carrier: " + why;
    }

    private static String wanting(Waiting waiting, int threads) {
        return lower(threads(waiting, threads)) + (threads == 1 ? " wants" : " want");
    }

    private static String waitingBehind(Waiting waiting, int threads) {
        return lower(threads(waiting, threads)) + waits(threads);
    }

    private static String waits(int threads) {
        return threads == 1 ? " waits" : " wait";
    }

    private static String threads(Waiting waiting, int threads) {
        return (waiting.estimate() ? "About " : "") + Plural.of(threads, "thread");
    }

    private static String where(Waiting waiting) {
        return waiting.place().site().equals("unknown")
                ? ""
                : " in " + shortly(waiting.place().site());
    }

    private static String at(@Nullable StackFrame at) {
        return at == null ? "" : " in " + shortly(at);
    }

    /** The name that the application gave the thread, or otherwise the JDK's. */
    private static String name(Named thread) {
        return thread.name().isEmpty() ? ThreadText.of(thread.id(), "", thread.virtual()) : thread.name();
    }

    private static String shortly(StackFrame frame) {
        return shortly(frame.toString());
    }

    /** Class and method without the package. The evidence has the full name. */
    static String shortly(String name) {
        int line = name.indexOf(':');
        String method = line < 0 ? name : name.substring(0, line);
        int last = method.lastIndexOf('.');
        boolean isClass = last >= 0 && Character.isUpperCase(method.charAt(Math.min(method.length() - 1, last + 1)));
        int begin = isClass ? last : method.lastIndexOf('.', last - 1);
        return name.substring(begin + 1);
    }

    private static String upper(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String lower(String text) {
        return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
