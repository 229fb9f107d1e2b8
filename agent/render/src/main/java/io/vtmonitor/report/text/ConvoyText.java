package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.StableName;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitFacts.Stay;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Threads that wait for one lock that is held for long, in words. */
final class ConvoyText {
    private static final int MOST_BETWEEN = 4;

    /**
     * Nanoseconds. If the holder was seen with the lock for less, the time is not reported: the lock changed hands
     * lately.
     */
    private static final long LONG_NANOS = 1_000_000_000;

    private static final String MAP = "java.util.concurrent.ConcurrentHashMap.";

    /** How the class names of the locks begin that {@code unpin} makes of monitors. */
    private static final String UNPINNED = "java.lang.VtMonitor";

    private static final String PRINTS = "java.io.PrintStream.";

    private ConvoyText() {}

    static String evidence(Convoy convoy) {
        return WaitingText.begin(convoy.waiting()) + "the same " + noun(convoy.thing()) + " ("
                + WaitingText.type(convoy.type()) + ")"
                + WaitingText.in(convoy.waiting().place()) + "."
                + held(convoy.owner(), convoy.thing())
                + (convoy.waiting().isInDumps() ? "" : since(convoy))
                + WaitingText.row(convoy.waiting())
                + WaitingText.progress(convoy.progress())
                + stay(convoy.stay())
                + (convoy.owner().mayBeIdle()
                        ? " If its holder has sent no request for what it reads, these threads are idle: class"
                                + " files, passed with --classpath, show that."
                        : "");
    }

    private static String stay(@Nullable Stay stay) {
        if (stay == null) {
            return "";
        }
        String both = stay.before() + " threads that waited for it in the previous dump ";
        return switch (stay.why()) {
            case ONE_DUMP -> WaitingText.ONE_DUMP;
            case HOLDER_WAITED -> " Its holder waited in each of these dumps.";
            case SAME_HOLDER ->
                " The same thread held it in the previous dump, too, and nearly all " + both + "still wait.";
            case ALL_STAY -> allStay(both, "");
            case ALL_STAY_AGAIN -> allStay(both, "; the dump before that showed the same");
        };
    }

    private static String allStay(String both, String again) {
        return " All " + both + "still wait" + again + ". Dumps don't show whether they had it in between.";
    }

    static String noun(Thing.Kind thing) {
        return thing == Thing.Kind.MONITOR ? "monitor" : "lock";
    }

    /** The holder, as sentences that follow others; empty if nobody looked for it. */
    static String held(@Nullable WaitHolder holder, Thing.Kind thing) {
        if (holder == null) {
            return "";
        }
        if (holder.thread() == null) {
            return " Its holder is unknown: " + (holder.note() == null ? "" : HolderNoteText.of(holder.note())) + ".";
        }
        return " The " + noun(thing) + heldBy(holder);
    }

    /** The holder, and the threads that it waits for, to the end of the chain of owners. */
    static String held(LockOwner owner, Thing.Kind thing) {
        return held(owner.holder(), thing) + held(owner.last());
    }

    /** The owners after the first, as sentences that follow the one about the first; empty without a chain. */
    private static String held(@Nullable ChainEnd last) {
        if (last == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        List<Link> links = last.links();
        for (int i = 1; i < links.size(); i++) {
            Link taken = links.get(i - 1);
            Link waits = links.get(i);
            if (i <= MOST_BETWEEN) {
                text.append(" That ")
                        .append(noun(taken.kind()))
                        .append(taken.sure() ? " is held by " : " is likely held by ")
                        .append(VerdictText.thread(waits.thread()))
                        .append(taken.took() == null ? "" : ", taken in " + taken.took())
                        .append(", which waits for a ")
                        .append(noun(waits.kind()))
                        .append(waits.at() == null ? "" : " in " + waits.at())
                        .append('.');
            }
        }
        int more = links.size() - 1 - MOST_BETWEEN;
        if (more > 0) {
            text.append(" The chain of owners has ").append(more).append(" more.");
        }
        return text.append(more > 0 ? " The last " : " That ")
                .append(noun(last.thing()))
                .append(heldBy(last.holder()))
                .toString();
    }

    /**
     * For how long the first owner was found with the lock. Between two looks it may have released and taken it again.
     */
    private static String since(Convoy convoy) {
        WaitHolder holder = convoy.owner().holder();
        if (holder == null || holder.nanos() < LONG_NANOS) {
            return "";
        }
        String held = convoy.owner().last() == null
                ? " The same thread has held it"
                : " The first " + noun(convoy.thing()) + " has been held by the same thread";
        return held + " at each look for at least " + Durations.text(holder.nanos()) + ".";
    }

    private static String heldBy(WaitHolder holder) {
        String sure = holder.confidence() == Confidence.EXACT ? "" : "likely ";
        String took = holder.tookAt() == null
                ? ""
                : ", " + (holder.tookConfidence() == Confidence.EXACT ? "" : "likely ") + "taken in " + holder.tookAt();
        return " is " + sure + "held by " + holder.thread() + took + doing(holder) + ".";
    }

    /** What the holder does now, and in which method of the application. */
    static String doing(WaitHolder holder) {
        StackFrame site = holder.hasEnded() ? null : holder.site();
        String in = site == null || site.equals(holder.tookAt()) ? "" : " in " + site;
        return holder.doing() == WaitOperation.UNKNOWN
                ? in.isEmpty() ? "" : ", which is" + in
                : ", which " + OperationText.activity(holder) + in;
    }

    static String cure(Convoy convoy) {
        LockOwner owner = convoy.owner();
        ChainEnd last = owner.last();
        if (last == null) {
            boolean under = isPassedOn(convoy)
                    || isUnder(
                            owner.holder(),
                            convoy.thing(),
                            convoy.type(),
                            convoy.waiting().place().site());
            return cure(owner.holder(), owner.inJdk(), noun(convoy.thing()), under);
        }
        String thing = noun(last.thing()); // the lock at the end of the chain: all threads wait for it
        Link end = last.links().get(last.links().size() - 1);
        String wantedIn = end.at() == null ? "" : end.at().method();
        return "Begin with the " + thing + " that " + last.holder().thread() + " holds. "
                + cure(last.holder(), last.inJdk(), thing, isUnder(last.holder(), end.kind(), end.type(), wantedIn));
    }

    /** Whether threads got the lock while they were watched, so that each holder releases it. */
    private static boolean isPassedOn(Convoy convoy) {
        Progress progress = convoy.progress();
        return progress != null && progress.taken() > 0 && !progress.orGaveUp();
    }

    /**
     * Whether the holder's stack has the method that took the lock: class files show that, or it is the method in which
     * others wait. Else the holder may have moved on without releasing it. A monitor, also one that {@code unpin} has
     * made a lock, is released when its block of code ends.
     */
    private static boolean isUnder(
            @Nullable WaitHolder holder, Thing.Kind kind, @Nullable String type, String wantedIn) {
        return kind == Thing.Kind.MONITOR
                || (type != null && type.startsWith(UNPINNED))
                || (holder != null
                        && (holder.tookAt() != null
                                || holder.frames().stream()
                                        .anyMatch(frame -> frame.method().equals(wantedIn))));
    }

    /** @param under whether the holder is known to be at work under the lock */
    private static String cure(@Nullable WaitHolder holder, @Nullable StackFrame inJdk, String thing, boolean under) {
        StackFrame took = holder == null ? null : holder.tookAt();
        if (inJdk != null && inJdk.isIn(MAP) && took != null && took.isIn(MAP)) {
            return "ConcurrentHashMap holds this monitor, that of a bin, while it calls the function of a method such"
                    + " as computeIfAbsent: put a future into the map, and compute its value outside of the map's"
                    + " methods.";
        }
        String slow = slow(holder);
        if (inJdk != null && (took == null || took.isJdk())) {
            return inJdk(holder, inJdk, thing, slow);
        }
        String move = slow + " before the " + thing + " is taken or after it is released, or split the " + thing
                + ": one for each key instead of one for all.";
        if (under) {
            return "Do " + move;
        }
        return (holder == null || holder.thread() == null
                        ? "Find out which thread holds the lock, and where it took it."
                        : "Find out where its holder took the lock: no frame of its stack is known to have done so.")
                + " If the holder has moved on, it did not release the lock: release it in a finally block, on every"
                + " path. If the holder still works under the lock, do " + move;
    }

    private static String inJdk(@Nullable WaitHolder holder, StackFrame inJdk, String thing, String slow) {
        StackFrame took = holder == null ? null : holder.tookAt();
        boolean prints = inJdk.isIn(PRINTS);
        String called = holder == null || took == null || prints ? null : calledBy(took, holder.frames());
        return took != null && called != null
                ? "The JDK's own code holds the " + thing + " in " + took.method() + " while it calls " + called
                        + ": do " + slow + " before or after that call, not in it."
                : "The JDK's own code takes the " + thing + " in " + inJdk.method()
                        + ": share the object that this is called on among fewer threads, or give each thread one"
                        + " of its own."
                        + (prints
                                ? " If all have to share it, as System.out, hand the text to one thread that"
                                        + " prints it."
                                : "");
    }

    private static String slow(@Nullable WaitHolder holder) {
        return holder == null
                ? "what is slow"
                : switch (holder.doing()) {
                    case SLEEP -> "the sleep";
                    case SOCKET_READ, SOCKET_WRITE, SOCKET_CONNECT, SOCKET_ACCEPT -> "the network call";
                    case RUNNING, PARK, UNKNOWN, READY, ENDED -> "what is slow";
                    default -> "the wait for " + OperationText.thing(holder.doing());
                };
    }

    /**
     * The application's method that the JDK's method calls, such as the supplier of a lazy value; null if it calls
     * none.
     */
    private static @Nullable String calledBy(StackFrame frame, List<StackFrame> frames) {
        for (int i = frames.indexOf(frame) - 1; i >= 0; i--) {
            if (!frames.get(i).isJdk()) {
                return StableName.of(frames.get(i).method());
            }
        }
        return null;
    }
}
