package io.vtmonitor.waits;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import org.jspecify.annotations.Nullable;

/** Who holds a lock or a monitor, and what to do about it, in words. */
public final class HolderText {
    private HolderText() {}

    /** Who holds it, as sentences that follow another; empty where nobody was asked. */
    public static String held(@Nullable WaitHolder holder, String thing) {
        if (holder == null) {
            return "";
        }
        if (holder.thread() == null) {
            return " Its holder is unknown: " + holder.note() + ".";
        }
        String sure = holder.confidence() == Confidence.EXACT ? "" : "likely ";
        String took = holder.tookAt() == null
                ? ""
                : ", " + (holder.tookConfidence() == Confidence.EXACT ? "" : "likely ") + "taken in " + holder.tookAt();
        return " The " + thing + " is " + sure + "held by " + holder.thread() + took
                + (holder.hasEnded() ? ", which has ended without releasing it" : "")
                + (holder.doing() == WaitOperation.UNKNOWN
                        ? ""
                        : ", which " + holder.doing().activity()) + ".";
    }

    /** What to do about a lock or a monitor that is held for long. */
    public static String cure(@Nullable WaitHolder holder, String thing) {
        String slow = holder == null
                ? "what is slow"
                : switch (holder.doing()) {
                    case SLEEP -> "the sleep";
                    case SOCKET_READ, SOCKET_WRITE, SOCKET_CONNECT, SOCKET_ACCEPT -> "the network call";
                    case RUNNING, UNKNOWN, READY -> "what is slow";
                    default -> "the wait for " + holder.doing().text();
                };
        return "Do " + slow + " before the " + thing + " is taken or after it is released, or split the " + thing
                + ": one for each key instead of one for all.";
    }
}
