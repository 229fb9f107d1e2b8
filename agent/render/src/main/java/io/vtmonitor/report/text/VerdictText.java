package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.StableName;
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
import io.vtmonitor.report.WaitFacts.Initializing;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitFacts.LostCarrier;
import io.vtmonitor.report.WaitFacts.LostWakeUp;
import io.vtmonitor.report.WaitFacts.PoolCycle;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Spin;
import io.vtmonitor.report.WaitFacts.ThreadLocals;
import io.vtmonitor.report.WaitFacts.WakeStorm;
import io.vtmonitor.report.WaitFacts.Worded;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import java.time.temporal.ChronoUnit;

/** A verdict on waiting threads in words: the evidence, and what to do. */
public final class VerdictText {
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
            return cure ? DeadlockText.cure(deadlock) : DeadlockText.evidence(deadlock);
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
            return cure ? cureOfInitializer() : evidence(initializer);
        }
        if (facts instanceof ThreadLocals locals) {
            return cure ? cure(locals) : evidence(locals);
        }
        if (facts instanceof PoolCycle cycle) {
            return cure ? PoolCycleText.cure(cycle) : PoolCycleText.evidence(cycle);
        }
        if (facts instanceof Convoy convoy) {
            return cure ? ConvoyText.cure(convoy) : ConvoyText.evidence(convoy);
        }
        if (facts instanceof Abandoned abandoned) {
            return cure ? cureOfAbandoned() : evidence(abandoned);
        }
        if (facts instanceof LostWakeUp lost) {
            return cure ? cure(lost) : evidence(lost);
        }
        if (facts instanceof PoolExhausted pool) {
            return cure ? PoolText.cure(pool) : PoolText.evidence(pool);
        }
        if (facts instanceof Growing growing) {
            return cure ? cure(growing) : evidence(growing);
        }
        throw new IllegalArgumentException("unknown facts: " + facts.getClass());
    }

    private static String evidence(ClassInitializer facts) {
        return WaitingText.begin(facts.waiting()) + "the initializer of a class"
                + WaitingText.in(facts.waiting().place()) + "." + WaitingText.row(facts.waiting())
                + initializedBy(facts);
    }

    private static String initializedBy(ClassInitializer facts) {
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

    private static String cureOfInitializer() {
        return "Move what takes long out of the static initializer: do it before the class is used, or once in the"
                + " background, and keep its result in a future.";
    }

    private static String evidence(ThreadLocals facts) {
        return (facts.each() ? "Each of about " : "About ") + Math.round(facts.threads()) + " virtual threads "
                + (facts.each() ? "carries " : "carry ")
                + MemoryText.bytes(facts.bytes() / facts.threads()) + " of " + facts.type()
                + (facts.inheritable() ? " in an inheritable thread local" : " in a thread local")
                + (facts.owner() == null
                        ? " that no class shows to be its own"
                        : " of " + facts.owner() + (facts.library() == null ? "" : " (" + facts.library() + ")"))
                + ": about " + MemoryText.bytes(facts.bytes()) + ", "
                + Durations.percent(Math.min(1, facts.bytes() / facts.heapBytes())) + " of the "
                + MemoryText.bytes(facts.heapBytes()) + " of heap in use. " + facts.read() + " of " + facts.of()
                + " virtual threads were read, chosen at random, at most " + facts.objects()
                + " objects of each; what two of them share is not counted. What something else refers to, too, is"
                + " counted.";
    }

    private static String cure(ThreadLocals facts) {
        return "A cache in a thread local does not pay where each virtual thread runs one task. Share the object,"
                + " borrow it from a bounded pool, or pass it as an argument"
                + (facts.owner() != null && facts.owner().startsWith("com.fasterxml.jackson.core.")
                        ? "; Jackson 2.16 and later: JsonFactory.builder().recyclerPool("
                                + "JsonRecyclerPools.newConcurrentDequePool())."
                        : ".");
    }

    private static String evidence(Abandoned facts) {
        return WaitingText.begin(facts.waiting()) + "the same lock (" + WaitingText.type(facts.type()) + ")"
                + WaitingText.in(facts.waiting().place()) + "." + ConvoyText.held(facts.holder(), Thing.Kind.LOCK)
                + " No other thread can release it.";
    }

    private static String cureOfAbandoned() {
        return "Release the lock in a finally block, on every path. The threads that wait without a time limit continue"
                + " only after a restart.";
    }

    private static String evidence(LostWakeUp facts) {
        boolean semaphore = facts.semaphore();
        return WaitingText.begin(facts.waiting())
                + (semaphore ? "a permit of a semaphore that has one" : "a lock that no thread holds")
                + " (" + WaitingText.type(facts.type()) + ")"
                + WaitingText.in(facts.waiting().place())
                + (semaphore ? ". A permit was available at " : ". It was free at ")
                + facts.looks() + " looks in a row, and the same thread, which is next"
                + (semaphore ? " and wants one" : "") + ", stayed parked.";
    }

    private static String cure(LostWakeUp facts) {
        JdkBugs jdk = facts.jdk();
        return JdkText.lostWakeUp(jdk.javaVersion(), jdk.bugs(), jdk.recommended());
    }

    private static String evidence(Growing facts) {
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

    private static String cure(Growing facts) {
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
