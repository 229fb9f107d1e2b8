package io.vtmonitor.report.text;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Stay;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import org.jspecify.annotations.Nullable;

/** Threads that wait for one lock that is held for long, in words. */
final class ConvoyText {
    private ConvoyText() {}

    static String evidence(Convoy convoy) {
        return WaitingText.begin(convoy.waiting()) + "the same " + noun(convoy.thing()) + " ("
                + WaitingText.type(convoy.type()) + ")"
                + WaitingText.in(convoy.waiting().place()) + "."
                + WaitingText.row(convoy.waiting())
                + WaitingText.progress(convoy.progress())
                + stay(convoy.stay())
                + (convoy.owner().mayBeIdle()
                        ? " If its holder has sent no request for what it reads, these threads are idle; with"
                                + " --classpath, the class files tell."
                        : "")
                + held(convoy.owner().holder(), convoy.thing())
                + held(convoy.owner().last());
    }

    private static String stay(@Nullable Stay stay) {
        if (stay == null) {
            return "";
        }
        String both = stay.before() + " threads that waited for it at the dump before ";
        return switch (stay.why()) {
            case HOLDER_ENDED -> "";
            case ONE_DUMP -> WaitingText.ONE_DUMP;
            case HOLDER_WAITED -> " Its holder waited in each of these dumps.";
            case SAME_HOLDER ->
                " The same thread held it at the dump before, too, and nearly all of the " + both + "still wait.";
            case ALL_STAY -> allStay(both, "");
            case ALL_STAY_AGAIN -> allStay(both, "; the dump before showed the same");
        };
    }

    private static String allStay(String both, String again) {
        return " All of the " + both + "still wait" + again + ". Whether they had it in between isn't shown.";
    }

    static String noun(Thing.Kind thing) {
        return thing == Thing.Kind.MONITOR ? "monitor" : "lock";
    }

    /** Who holds it, as sentences that follow another; empty where nobody was asked. */
    static String held(@Nullable WaitHolder holder, Thing.Kind thing) {
        if (holder == null) {
            return "";
        }
        if (holder.thread() == null) {
            return " Its holder is unknown: " + (holder.note() == null ? "" : HolderNoteText.of(holder.note())) + ".";
        }
        return " The " + noun(thing) + heldBy(holder);
    }

    /** Who is at the end of a chain of owners, as a sentence that follows that of the first; empty without a chain. */
    private static String held(@Nullable ChainEnd last) {
        if (last == null) {
            return "";
        }
        return (last.between() == 0
                        ? " That " + noun(last.thing())
                        : " The chain of owners has " + last.between() + " more, and ends with a " + noun(last.thing())
                                + " that")
                + heldBy(last.holder());
    }

    private static String heldBy(WaitHolder holder) {
        String sure = holder.confidence() == Confidence.EXACT ? "" : "likely ";
        String took = holder.tookAt() == null
                ? ""
                : ", " + (holder.tookConfidence() == Confidence.EXACT ? "" : "likely ") + "taken in " + holder.tookAt();
        return " is " + sure + "held by " + holder.thread() + took
                + (holder.doing() == WaitOperation.UNKNOWN ? "" : ", which " + holder.activity()) + ".";
    }
}
