package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Stall.Awaited;
import io.vtmonitor.report.Stall.HeldCarrier;
import io.vtmonitor.report.Stall.Owner;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallFacts.Circle;
import io.vtmonitor.report.StallFacts.ClassInitializer;
import io.vtmonitor.report.StallFacts.Handed;
import io.vtmonitor.report.StallFacts.Held;
import io.vtmonitor.report.StallFacts.Place;
import io.vtmonitor.report.StallFacts.Unreadable;
import io.vtmonitor.report.StallFacts.Wanted;
import io.vtmonitor.report.StallFacts.Worded;
import io.vtmonitor.report.WaitFacts.Step;
import io.vtmonitor.report.figures.HolderLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A stall in words: the verdict, the thread on each carrier, and what to do. */
public final class StallText {
    private static final int LISTED_CARRIERS = 8;
    private static final int NAMED_PLACES = 3;
    private static final String RESCUE =
            " Until then, more carriers may free this JVM: java -jar vt-monitor.jar rescue PID adds some.";

    private StallText() {}

    /** The stall as lines. The first has the verdict. */
    public static List<String> lines(Stall stall) {
        if (stall.over()) {
            return List.of(
                    "the stall is over: virtual threads make progress again after " + Durations.text(stall.nanos()));
        }
        List<String> lines = new ArrayList<>();
        lines.add("STALL: no virtual thread got a carrier for " + Durations.text(stall.nanos()) + ", "
                + waiting(stall.queued()) + " for one. " + pattern(stall) + " " + verdict(stall.facts()));
        for (HeldCarrier carrier : stall.carriers()) {
            if (lines.size() <= LISTED_CARRIERS) {
                lines.add("  " + carrier(carrier));
            }
        }
        int hidden = stall.carriers().size() - LISTED_CARRIERS;
        if (hidden > 0) {
            lines.add("  and " + Plural.of(hidden, "more carrier") + ", see the report");
        }
        lines.add("  " + action(stall));
        if (stall.dump() != null) {
            lines.add("  All threads are in " + stall.dump());
        }
        return lines;
    }

    /** The stall in one line, without a full stop. */
    static String headline(Stall stall) {
        String length = stall.nanos() == 0 ? "" : " for " + Durations.text(stall.nanos());
        Place most = place(stall.facts());
        return "No virtual thread got a carrier" + length
                + (most == null
                        ? ""
                        : ": " + carriers(most.carriers()) + " held"
                                + (most.where().isEmpty() ? "" : " in " + HeadlineText.shortly(most.where())));
    }

    private static @Nullable Place place(StallFacts facts) {
        List<Place> places = facts instanceof Held held
                ? held.places()
                : facts instanceof Handed handed
                        ? handed.places()
                        : facts instanceof ClassInitializer initializer ? initializer.places() : List.of();
        return places.isEmpty() ? null : places.get(0);
    }

    /** The thread on each carrier, with its stack. */
    static List<Step> chain(Stall stall) {
        List<Step> steps = new ArrayList<>();
        for (HeldCarrier carrier : stall.carriers()
                .subList(0, Math.min(LISTED_CARRIERS, stall.carriers().size()))) {
            steps.add(new Step(carrier(carrier), carrier.frames()));
        }
        int more = stall.carriers().size() - steps.size();
        if (more > 0) {
            steps.add(new Step("and " + Plural.of(more, "more carrier"), List.of()));
        }
        return steps;
    }

    /** Why no thread gets a carrier, in one or two sentences. */
    public static String verdict(StallFacts facts) {
        if (facts instanceof Worded worded) {
            return worded.verdict();
        }
        if (facts instanceof Unreadable unreadable) {
            return "Which threads hold the carriers could not be read: " + unreadable.failure() + ".";
        }
        if (facts instanceof Held held) {
            return held(held);
        }
        if (facts instanceof Handed handed) {
            return handed(handed);
        }
        if (facts instanceof ClassInitializer initializer) {
            return initializer(initializer);
        }
        if (facts instanceof Circle circle) {
            return upper(VerdictText.evidence(circle.deadlock()));
        }
        throw new IllegalArgumentException("unknown facts: " + facts.getClass());
    }

    private static String held(Held held) {
        String all = all(held);
        return switch (held.doing()) {
            case UNSEEN -> "Which threads hold the carriers can't be seen.";
            case BLOCKED ->
                all + " held by blocked virtual threads: " + places(held.places()) + poller(held.virtualPoller()) + "."
                        + wanted(held);
            case BLOCKED_AGAIN ->
                all + " held by the same virtual threads, which continue and block again without releasing them: "
                        + places(held.places()) + ".";
            case COMPUTING ->
                all + " computing, and the JDK does not preempt virtual threads: " + places(held.places()) + "."
                        + waiting(held)
                        + unclear(held);
            case IN_NATIVE_CALLS ->
                all + (isOne(held) ? " in a native call: " : " in native calls: ") + places(held.places()) + "."
                        + waiting(held) + unclear(held);
            case IDLE ->
                all + " held by threads that show as running but hardly use a processor: " + places(held.places())
                        + ". A call of the foreign function API looks like this." + unclear(held);
            case SEVERAL -> all + " held, for several reasons: " + places(held.places()) + ".";
            case UNKNOWN -> all + " held: " + places(held.places()) + ".";
        };
    }

    private static String all(Held held) {
        if (held.waiting() > 0) {
            return held.carriers() - held.waiting() + " of " + held.carriers() + " carriers "
                    + (isOne(held) ? "is" : "are");
        }
        return held.carriers() == 1 ? "The only carrier is" : "All " + carriers(held.carriers());
    }

    private static boolean isOne(Held held) {
        return held.waiting() > 0 && held.carriers() - held.waiting() == 1;
    }

    private static String waiting(Held held) {
        return switch (held.waiting()) {
            case 0 -> "";
            case 1 -> " The thread on 1 more waits for a lock or a monitor that is likely held there.";
            default ->
                " The threads on " + held.waiting() + " more wait for locks or monitors that are likely held there.";
        };
    }

    /** What most of these threads wait for, and which thread holds it, to the end of the chain. */
    private static String wanted(Held held) {
        Wanted wanted = held.wanted();
        if (wanted == null) {
            return "";
        }
        String who = held.carriers() == 1
                ? " It waits"
                : wanted.carriers() == held.carriers()
                        ? " They all wait"
                        : " " + wanted.carriers() + (wanted.carriers() == 1 ? " of them waits" : " of them wait");
        return who + " for " + (wanted.carriers() == 1 ? "a " : "the same ") + ConvoyText.noun(wanted.thing()) + "."
                + ConvoyText.held(wanted.owner(), wanted.thing());
    }

    private static String unclear(Held held) {
        return held.unclear() == null
                ? ""
                : " A thread that waits for a class looks the same, and the static initializer of class "
                        + held.unclear().className() + " is under way on thread \""
                        + held.unclear().thread() + "\".";
    }

    private static String handed(Handed handed) {
        String who = ThreadText.of(
                handed.thread().id(), handed.thread().name(), handed.thread().virtual());
        String carriers = handed.carriers() == 1
                ? "the only carrier is"
                : handed.waiting() == handed.carriers()
                        ? "all " + carriers(handed.waiting())
                        : handed.waiting() + " of " + handed.carriers()
                                + (handed.waiting() == 1 ? " carriers is" : " carriers are");
        String rest = carriers + " held by virtual threads that wait for it: " + places(handed.places()) + "."
                + ending(handed);
        if (!handed.owns()) {
            return "Nobody owns " + handed.lock() + ": it is " + who + "'s turn, which has no carrier to run on, while "
                    + rest;
        }
        return upper(who) + " owns " + handed.lock()
                + (handed.waitsItself()
                        ? " and waits for something else, "
                                + (mayFindCarrier(handed) ? "" : "after which it will find no carrier, ") + "while "
                        : " and has no carrier to run on, while ")
                + rest;
    }

    /** Whether a thread on a carrier may continue before the owner wants that carrier. */
    private static boolean mayFindCarrier(Handed handed) {
        return handed.ofUnpin() || handed.ending() > 0 || handed.waiting() < handed.carriers();
    }

    private static String ending(Handed handed) {
        if (handed.ending() == 0) {
            return "";
        }
        boolean one = handed.ending() == 1;
        String which = handed.ending() < handed.waiting()
                ? handed.ending() + " of these waits"
                : one ? "That wait" : "These waits";
        return " " + which + (one ? " ends by itself." : " end by themselves.");
    }

    private static String initializer(ClassInitializer held) {
        if (held.thread() == null) {
            return "Virtual threads that wait for a class to be initialized hold carriers: " + places(held.places())
                    + ". No thread is seen running its static initializer.";
        }
        String where = held.operation() == Operation.UNKNOWN && !held.virtualPoller()
                ? "in " + held.where()
                : "in " + held.operation().toString().replace('_', ' ') + " (" + held.where() + ")"
                        + poller(held.virtualPoller());
        return "Class " + held.className() + " is not initialized: "
                + ThreadText.of(
                        held.thread().id(), held.thread().name(), held.thread().virtual())
                + (held.blocked()
                        ? " runs its static initializer and is blocked there "
                        : " runs its static initializer, still ")
                + where + ", while " + carriers(held.waiting()) + " held by virtual threads that "
                + (held.sure() ? "" : "are likely to ") + "wait for the class"
                + (held.used() == null ? "" : " before " + held.used() + " can be used") + "."
                + (held.wanted() == null
                        ? ""
                        : ConvoyText.held(held.wanted().owner(), held.wanted().thing()));
    }

    private static String carriers(long count) {
        return count == 1 ? "1 carrier is" : count + " carriers are";
    }

    private static String poller(boolean virtual) {
        return virtual
                ? "; on this JDK, a virtual thread likely wakes socket readers, and it has no carrier either"
                : "";
    }

    private static String places(List<Place> places) {
        String named = places.stream()
                .limit(NAMED_PLACES)
                .map(place -> where(place, places.size() > 1))
                .collect(Collectors.joining(", "));
        return places.size() > NAMED_PLACES ? named + ", and others" : named;
    }

    private static String where(Place place, boolean several) {
        String where = place.where().isEmpty() ? "a thread that can't be seen" : place.where();
        return several ? place.carriers() + " by " + where : where;
    }

    private static String upper(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    /** What to do. */
    public static String action(Stall stall) {
        StallFacts facts = stall.facts();
        if (facts instanceof Worded worded) {
            return worded.action();
        }
        if (facts instanceof Circle circle) {
            return DeadlockText.cure(circle.deadlock());
        }
        String advice = stall.advice() == null ? seeDump(stall) : ActionText.of(stall.advice());
        return switch (stall.pattern()) {
            case CPU -> "Run the computation on platform threads.";
            case NATIVE_CALLS ->
                stall.advice() != null && isWaitedFor(facts)
                        ? advice
                        : "Call what blocks in native code from platform threads, for example from an executor with as"
                                + " many of them as calls may wait at a time.";
            case UNKNOWN -> seeDump(stall);
            case LOCK_WITHOUT_CARRIER -> advice + RESCUE;
            case CLASS_INITIALIZER -> advice + (waits(facts) ? RESCUE : "");
            case PINS -> advice + (facts instanceof Held held && held.moreCarriersMayHelp() ? RESCUE : "");
            case DEADLOCK -> advice;
        };
    }

    private static boolean waits(StallFacts facts) {
        return facts instanceof ClassInitializer initializer && initializer.blocked();
    }

    private static String seeDump(Stall stall) {
        return stall.dump() == null
                ? "See the thread dump: the option dump=FOLDER writes one."
                : "See the thread dump.";
    }

    /** One line for a stall that is the effect of a deadlock that was already reported. */
    public static String ofDeadlock(Stall stall) {
        return "STALL: no virtual thread got a carrier for " + Durations.text(stall.nanos()) + ", "
                + waiting(stall.queued()) + " for one: the threads of the deadlock reported before hold the carriers."
                + (stall.dump() == null ? "" : " All threads are in " + stall.dump());
    }

    private static String waiting(long queued) {
        return queued == 0
                ? "none of the application's waits"
                : "at most " + queued + (queued == 1 ? " waits" : " wait");
    }

    private static String pattern(Stall stall) {
        String name = switch (stall.pattern()) {
            case DEADLOCK -> "A deadlock: threads wait for each other";
            case LOCK_WITHOUT_CARRIER ->
                (anyEnds(stall) ? "A lock" : "A deadlock: a lock") + " is handed to a thread without a carrier";
            case CLASS_INITIALIZER -> "A class initializer does not end";
            case PINS -> "The carriers are pinned";
            case CPU -> "The carriers are held by computations" + andWaiting(stall.facts());
            case NATIVE_CALLS ->
                "The carriers are " + (isWaitedFor(stall.facts()) ? "held by" : "in") + " native calls"
                        + andWaiting(stall.facts());
            case UNKNOWN -> "The cause is unknown";
        };
        return name + (stall.confidence() == Confidence.LIKELY ? " (likely)." : ".");
    }

    /** Whether a wait on a carrier ends by itself: one for the lock, or a sleep. Then it is no deadlock. */
    private static boolean anyEnds(Stall stall) {
        return (stall.facts() instanceof Handed handed && handed.ending() > 0)
                || stall.carriers().stream().anyMatch(carrier -> carrier.operation() == Operation.SLEEP);
    }

    private static boolean isWaitedFor(StallFacts facts) {
        return facts instanceof Held held && held.waiting() > 0;
    }

    private static String andWaiting(StallFacts facts) {
        return isWaitedFor(facts) ? " and by threads that wait for them" : "";
    }

    private static String carrier(HeldCarrier carrier) {
        StringBuilder text = new StringBuilder(carrier.carrier())
                .append(": ")
                .append(thread(carrier))
                .append(", ")
                .append(
                        carrier.operation() == Operation.UNKNOWN
                                ? carrier.state().toLowerCase(Locale.ROOT)
                                : carrier.operation().toString().replace('_', ' '));
        if (carrier.waitsFor() != null) {
            text.append(" for ").append(awaited(carrier.waitsFor()));
        }
        if (carrier.owner() != null) {
            text.append(" (").append(owner(carrier.owner())).append(")");
        }
        if (!carrier.holders().isEmpty()) {
            text.append("; held by ")
                    .append(carrier.holders().stream().map(StallText::holder).collect(Collectors.joining(", ")));
        } else if (!carrier.frames().isEmpty()) {
            text.append(" at ").append(carrier.frames().get(0));
        }
        return text.toString();
    }

    /** The virtual thread on a carrier. */
    public static String thread(HeldCarrier carrier) {
        return carrier.thread() == null ? "a virtual thread that can't be seen" : VerdictText.thread(carrier.thread());
    }

    /** What a thread on a carrier waits for. */
    public static String awaited(Awaited awaited) {
        if (awaited instanceof Awaited.MonitorOf monitor) {
            return "monitor of " + monitor.lock();
        }
        return awaited instanceof Awaited.MonitorOfObject object
                ? "monitor of a " + object.name()
                : ((Awaited.Thing) awaited).name();
    }

    /** Who has that. */
    public static String owner(Owner owner) {
        if (!(owner instanceof Owner.Known known)) {
            return ((Owner.Worded) owner).text();
        }
        String thread = VerdictText.thread(known.thread());
        String place = switch (known.place()) {
            case CAN_RUN -> "";
            case READY -> ", which has no carrier";
            case UNMOUNTED -> ", which is not on a carrier";
        };
        String likely = known.confidence() == Confidence.EXACT ? "" : ", likely";
        return switch (known.relation()) {
            case OWNS -> thread + place + likely;
            case INITIALIZES -> thread + " initializes it" + likely;
            case IS_NEXT -> "next: " + thread + place;
        };
    }

    private static String holder(HolderLine holder) {
        return HolderText.where(holder) + " (" + HolderText.how(holder) + ")";
    }
}
