package io.vtmonitor.model;

import java.util.List;
import java.util.Locale;

/** What happens to a site on a newer JDK: gone on 24 (JEP 491), eased on 26 (JDK-8369238), or it stays. */
public enum Verdict {
    GONE_ON_24,
    EASED_ON_26,
    STAYS,
    UNKNOWN;

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A pin stays as long as one holder does, so the hardest one decides. */
    public static Verdict of(Blocking blocking, List<Holder> holders, Reason reason) {
        boolean monitorsOnly = true;
        boolean monitorsAndWaits = true;
        boolean maybe = false;
        for (Holder holder : holders) {
            boolean perhaps = holder.hold() == Hold.CLASS_LOAD && holder.confidence() == Confidence.UNKNOWN;
            if (perhaps || holder.hold() == Hold.UNKNOWN) {
                return UNKNOWN;
            }
            maybe |= holder.lock() != null && holder.lock().endsWith(Holder.OR_ABOVE);
            if (!holder.hold().isMonitor()) {
                monitorsOnly = false;
                monitorsAndWaits &= holder.hold() == Hold.CLASS_INIT_WAIT && !isOfSuperclass(blocking, holder);
            }
        }
        if (holders.isEmpty()) {
            return reason == Reason.UNKNOWN || reason == Reason.TIMED_WAIT ? UNKNOWN : STAYS;
        }
        return monitorsOnly ? GONE_ON_24 : eased(monitorsAndWaits, maybe);
    }

    /** @param maybe whether the wait may be for the initializer of a type above, which JDK 26 does not free */
    private static Verdict eased(boolean eased, boolean maybe) {
        return !eased ? STAYS : maybe ? UNKNOWN : EASED_ON_26;
    }

    /** A wait for what the class extends, which JDK 26 does not free: the JVM names another class than the bytecode. */
    private static boolean isOfSuperclass(Blocking blocking, Holder waiter) {
        PinnedReason said = PinnedReason.parse(blocking.reasonText());
        if (waiter.lock() == null || said == null || said.className() == null || said.truncated()) {
            return false;
        }
        String named = "class " + said.className().substring(said.className().lastIndexOf('.') + 1);
        return !waiter.lock().equals(named) && !waiter.lock().equals(named + Holder.BY_HIDDEN_FRAME);
    }
}
