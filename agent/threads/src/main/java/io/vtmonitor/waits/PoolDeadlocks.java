package io.vtmonitor.waits;

/** Pools that wait for themselves, as the watch over what pools lend finds them. */
public interface PoolDeadlocks {
    /** None. */
    PoolDeadlocks NONE = new PoolDeadlocks() {
        @Override
        public boolean suspects(String kind) {
            return false;
        }

        @Override
        public boolean cover(String kind, String effect) {
            return false;
        }
    };

    /**
     * Whether the last look found such a deadlock for the first time. The next one decides.
     *
     * @param kind a kind of pool; threads do not wait long for others of that kind
     */
    boolean suspects(String kind);

    /**
     * Lets a deadlock that is reported cover an effect.
     *
     * @param kind as for {@link #suspects}
     * @param effect as in {@link io.vtmonitor.report.WaitVerdict#covers}
     * @return false if there is no such deadlock
     */
    boolean cover(String kind, String effect);
}
