package io.vtmonitor.waits.dump;

import java.util.List;

/** Whether a thread that waits has sent a request for what it waits for, as far as class files are available. */
public enum RequestEvidence {
    /** It has sent no request: it takes what comes, as an idle worker does. */
    NOBODY,
    /** It may have sent one, so it may wait for the answer. */
    MAYBE,
    /** Class files are missing. */
    UNKNOWN;

    /** What class files prove of stacks. */
    @FunctionalInterface
    public interface Proofs {
        /** No proofs, because there are no class files. */
        Proofs NONE = (trace, last) -> UNKNOWN;

        /**
         * The evidence in the code of a stack's frames.
         *
         * @param trace topmost frame first
         * @param last depth of the last frame that counts
         */
        RequestEvidence of(List<StackTraceElement> trace, int last);

        /**
         * Finds the frames that have taken a lock of {@code java.util.concurrent} and have not released it.
         *
         * @return their depths, 0 for the topmost frame; empty if that is not known
         */
        default List<Integer> tookLock(List<StackTraceElement> trace) {
            return List.of();
        }
    }
}
