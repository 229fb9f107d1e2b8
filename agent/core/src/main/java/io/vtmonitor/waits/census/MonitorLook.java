package io.vtmonitor.waits.census;

import io.vtmonitor.waits.Phase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds which monitors threads wait to enter and who owns those, where it is worth looking at them one by one. */
final class MonitorLook {
    private final Snapshots snapshots;
    private final Phases phases;

    /** The id of the only thread that waited at the look before, 0 where there was none or several. */
    private long aloneBefore;

    MonitorLook(Snapshots snapshots, Phases phases) {
        this.snapshots = snapshots;
        this.phases = phases;
    }

    /**
     * Divides the BLOCKED threads of a look by their monitors.
     *
     * @param platform platform threads that wait to enter a monitor and own what virtual threads wait for
     * @return null where nobody waits, or one thread that may enter in a moment
     */
    @Nullable
    Monitors look(Census census, List<Thread> platform) {
        Counted blocked = census.in(Phase.BLOCKED);
        Monitors monitors = new Monitors(snapshots, phases);
        List<Counted> divided = blocked == null ? List.of() : monitors.divide(blocked);
        platform.forEach(monitors::enters);
        long alone = monitors.onlyOne();
        boolean again = alone == aloneBefore;
        aloneBefore = alone;
        // One thread that enters a monitor is common and soon over. One that still does may be in a deadlock.
        if (monitors.entering().isEmpty() || (alone != 0 && !again)) {
            return null;
        }
        monitors.findOwners(census);
        if (blocked != null && !divided.isEmpty()) {
            census.replace(blocked, divided);
        }
        return monitors;
    }
}
