package io.vtmonitor.unpin.plan;

/**
 * The decision about a place that locks.
 *
 * @param how it locks from now on
 * @param audited whether that rests on where the object comes from, not on its class, and is checked as it runs
 * @param why in words
 */
public record Choice(How how, boolean audited, String why) {
    /** How a place locks from now on. */
    public enum How {
        /** By the object's lock alone: a virtual thread that waits there keeps no carrier. */
        REWRITE,
        /** By the monitor, and by the lock where others of the object's kind take that: safe, and pins. */
        BOTH,
        /** By the monitor, as before. */
        KEEP
    }

    static Choice rewrite(String why) {
        return new Choice(How.REWRITE, false, why);
    }

    static Choice audited(String why) {
        return new Choice(How.REWRITE, true, why);
    }

    static Choice both(String why) {
        return new Choice(How.BOTH, false, why);
    }

    static Choice keep(String why) {
        return new Choice(How.KEEP, false, why);
    }
}
