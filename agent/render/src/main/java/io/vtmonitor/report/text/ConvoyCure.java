package io.vtmonitor.report.text;

import io.vtmonitor.common.StableName;
import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to do about a lock or a monitor that is held for long. */
final class ConvoyCure {
    private static final String MAP = "java.util.concurrent.ConcurrentHashMap.";

    private static final String PRINTS = "java.io.PrintStream.";

    private ConvoyCure() {}

    static String of(Convoy convoy) {
        LockOwner owner = convoy.owner();
        ChainEnd last = owner.last();
        if (last == null) {
            return cure(owner.holder(), owner.inJdk(), ConvoyText.noun(convoy.thing()));
        }
        String thing = ConvoyText.noun(last.thing()); // the lock at the end of the chain: all threads wait for it
        return "Begin with the " + thing + " that " + last.holder().thread() + " holds. "
                + cure(last.holder(), last.inJdk(), thing);
    }

    private static String cure(@Nullable WaitHolder holder, @Nullable StackFrame inJdk, String thing) {
        StackFrame took = holder == null ? null : holder.tookAt();
        if (inJdk != null && inJdk.isIn(MAP) && took != null && took.isIn(MAP)) {
            return "ConcurrentHashMap holds this monitor, that of a bin, while it calls the function of a method such"
                    + " as computeIfAbsent: put a future into the map, and compute its value outside of the map's"
                    + " methods.";
        }
        String slow = slow(holder);
        if (inJdk != null && (took == null || took.isJdk())) {
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
        return "Do " + slow + " before the " + thing + " is taken or after it is released, or split the " + thing
                + ": one for each key instead of one for all.";
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
