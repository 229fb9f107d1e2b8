package io.vtmonitor.waits.dump;

import java.util.List;

/** Whether a thread that waits has asked anybody for what it waits for, as far as its class files are there. */
public enum RequestEvidence {
    /** It takes what comes, as workers do that are idle. */
    NOBODY,
    /** It may have: what it waits for may be the answer. */
    MAYBE,
    /** Class files are missing. */
    UNKNOWN;

    /** What class files tell of stacks. */
    @FunctionalInterface
    public interface Proofs {
        /** None, for want of class files. */
        Proofs NONE = (trace, last) -> UNKNOWN;

        /**
         * By the code of its frames.
         *
         * @param trace topmost frame first
         * @param last depth of the last frame that counts
         */
        RequestEvidence of(List<StackTraceElement> trace, int last);

        /**
         * The frames that have taken a lock of {@code java.util.concurrent} and not released it.
         *
         * @return their depths, 0 is the topmost; empty if that is not known
         */
        default List<Integer> tookLock(List<StackTraceElement> trace) {
            return List.of();
        }
    }
}
