package io.vtmonitor.waits;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.StableName;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who holds a lock or a monitor, and what to do about it, in words. */
public final class HolderText {
    /** A monitor of the application's that {@code unpin} made a lock. */
    private static final String UNPINNED = "java.lang.VtMonitor";

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
                + (holder.doing() == WaitOperation.UNKNOWN
                        ? ""
                        : ", which " + holder.doing().activity()) + ".";
    }

    /**
     * Whether whoever has the lock waits for work, and the others for their turn to do the same: threads that accept
     * connections of one server, receive from one socket, or take from a queue under a lock. They may be idle.
     *
     * @param site where the others wait
     */
    static boolean waitsForWork(WaitHolder holder, WaitSite site) {
        return switch (holder.doing()) {
            case SOCKET_ACCEPT -> true;
            case SOCKET_READ -> receives(jdkFrame(site.frames()));
            case QUEUE ->
                holder.frames().stream().anyMatch(HolderText::takes)
                        && isAt(site, StableName.of(method(firstOutsideOfJdk(holder.frames()))));
            default -> false;
        };
    }

    /** A reader or a stream has a monitor or a lock of its own around what it reads from. */
    private static boolean receives(String inJdk) {
        return inJdk.startsWith("sun.nio.ch.") || (inJdk.startsWith("java.io.") && inJdk.contains(".read"));
    }

    /** The lock may be taken by a method of a library. */
    private static boolean isAt(WaitSite site, String method) {
        return method.equals(site.site()) || method.equals(site.caller());
    }

    private static boolean takes(String frame) {
        String method = method(frame);
        return method.startsWith("java.util.concurrent.") && (method.endsWith(".take") || method.endsWith(".poll"));
    }

    /** Without the line. */
    private static String method(String frame) {
        int line = frame.lastIndexOf(':');
        return line < 0 ? frame : frame.substring(0, line);
    }

    private static String firstOutsideOfJdk(List<String> frames) {
        return frames.stream()
                .filter(frame -> !JdkNames.isJdk(frame))
                .findFirst()
                .orElse("");
    }

    /** The frame of the JDK's own code that wants the lock; empty where the application wants it. */
    private static String jdkFrame(List<String> frames) {
        for (String frame : frames) {
            if (!JdkNames.isJdk(frame)) {
                return "";
            }
            if (!frame.startsWith("java.lang.VirtualThread.")
                    && !frame.startsWith("java.lang.System$")
                    && !frame.startsWith(UNPINNED)
                    && !frame.startsWith("jdk.internal.misc.")
                    && !frame.startsWith("java.util.concurrent.ForkJoinPool.")
                    && !frame.startsWith("java.util.concurrent.locks.")) {
                return method(frame);
            }
        }
        return "";
    }

    /**
     * What to do about a lock or a monitor that is held for long.
     *
     * @param site where the others wait
     */
    public static String cure(@Nullable WaitHolder holder, WaitSite site, String thing) {
        String inJdk = jdkFrame(site.frames());
        if (!inJdk.isEmpty()) {
            return "The " + thing + " belongs to the JDK's own code, which takes it in " + inJdk
                    + ": share the object that this is called on among fewer threads, or give each thread one of its own.";
        }
        String slow = holder == null
                ? "what is slow"
                : switch (holder.doing()) {
                    case SLEEP -> "the sleep";
                    case SOCKET_READ, SOCKET_WRITE, SOCKET_CONNECT, SOCKET_ACCEPT -> "the network call";
                    case RUNNING, UNKNOWN, READY, ENDED -> "what is slow";
                    default -> "the wait for " + holder.doing().text();
                };
        return "Do " + slow + " before the " + thing + " is taken or after it is released, or split the " + thing
                + ": one for each key instead of one for all.";
    }
}
