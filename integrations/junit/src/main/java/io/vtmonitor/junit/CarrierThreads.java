package io.vtmonitor.junit;

import java.time.Duration;

/** Whether virtual threads may have run of late, without asking the JVM for its threads. */
final class CarrierThreads {
    /** The JDK's name of the group, since 21. */
    private static final String GROUP = "CarrierThreads";

    /** A carrier that has nothing to do ends after 30 s; less is taken, for clocks that differ. */
    private static final long KEPT_NANOS = Duration.ofSeconds(25).toNanos();

    private CarrierThreads() {}

    /**
     * False only where it is certain that no virtual thread ran.
     *
     * @param nanos how long ago the time in question began
     */
    static boolean mayHaveRunFor(long nanos) {
        ThreadGroup group = group();
        return group != null && (nanos > KEPT_NANOS || group.activeCount() > 0);
    }

    private static @org.jspecify.annotations.Nullable ThreadGroup group() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = root.getParent(); parent != null; parent = root.getParent()) {
            root = parent;
        }
        ThreadGroup[] groups = new ThreadGroup[root.activeGroupCount() + 8];
        int count = root.enumerate(groups, false);
        for (int i = 0; i < count; i++) {
            if (groups[i].getName().equals(GROUP)) {
                return groups[i];
            }
        }
        return null;
    }
}
