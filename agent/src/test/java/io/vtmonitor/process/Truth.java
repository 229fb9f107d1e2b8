package io.vtmonitor.process;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a report must say of a scenario on one JDK: nothing at all, or one site at which every block was a pin.
 *
 * @param kind what kind of statement this is
 * @param reason why the carrier was kept
 * @param operation what was waited for
 * @param holders nearest to the block first
 * @param told the verdict where it is not that of most pins of this kind, else null
 */
public record Truth(
        Kind kind,
        Reason reason,
        Operation operation,
        List<Holds> holders,
        @Nullable Verdict told) {
    /** Kinds of statement. */
    enum Kind {
        /** The program can't run there. */
        ABSENT,
        /** No pin. */
        SILENT,
        /** Pins, and these frames hold the carrier. */
        HELD
    }

    /**
     * A frame that keeps the carrier.
     *
     * @param method as {@code method}, of the program itself, {@code $Nested.method}, or with the full class name
     * @param hold by what it holds
     * @param confidence how sure a report can be of it
     */
    public record Holds(String method, Hold hold, Confidence confidence) {
        public String text(String program) {
            return in(program) + " by " + hold + " (" + confidence + ")";
        }

        public String in(String program) {
            return method.startsWith("$") ? program + method : method.contains(".") ? method : program + "." + method;
        }
    }

    static Truth absent() {
        return new Truth(Kind.ABSENT, Reason.UNKNOWN, Operation.UNKNOWN, List.of(), null);
    }

    static Truth silent() {
        return new Truth(Kind.SILENT, Reason.UNKNOWN, Operation.UNKNOWN, List.of(), null);
    }

    static Truth held(Reason reason, Operation operation, Holds... holders) {
        return new Truth(Kind.HELD, reason, operation, List.of(holders), null);
    }

    /** No newer JDK helps. */
    Truth stays() {
        return new Truth(kind, reason, operation, holders, Verdict.STAYS);
    }

    /** The stack does not show whether a newer JDK helps: the class that is waited for may be a superclass. */
    Truth unforeseen() {
        return new Truth(kind, reason, operation, holders, Verdict.UNKNOWN);
    }

    static Holds holds(String method, Hold hold) {
        return new Holds(method, hold, Confidence.EXACT);
    }

    /** It does hold, but the class file alone can't prove it. */
    static Holds holdsLikely(String method, Hold hold) {
        return new Holds(method, hold, Confidence.LIKELY);
    }

    /** What becomes of it: JEP 491 frees all monitors, JDK-8369238 most waits for a class, and the rest stays. */
    public Verdict verdict() {
        if (told != null) {
            return told;
        }
        Set<Hold> left = holders.stream().map(Holds::hold).collect(Collectors.toSet());
        left.removeAll(Set.of(Hold.MONITOR, Hold.MONITOR_ENTER, Hold.OBJECT_WAIT));
        return left.isEmpty()
                ? Verdict.GONE_ON_24
                : left.equals(Set.of(Hold.CLASS_INIT_WAIT)) ? Verdict.EASED_ON_26 : Verdict.STAYS;
    }

    public boolean pins() {
        return kind == Kind.HELD;
    }

    /** The site's id when this program is meant. */
    public String site(String program) {
        return holders.stream().map(frame -> frame.in(program)).collect(Collectors.joining(" < ")) + " [" + operation
                + "]";
    }
}
