package io.vtmonitor.graph;

import io.vtmonitor.model.Confidence;

/**
 * A thread has a thing, or is next to get it. No other thread can release it.
 *
 * @param thing the thing
 * @param thread the thread
 * @param tookAt depth in {@link ThreadView#frames} of the frame that took it and has not released it; -1 if that is not
 *     known
 * @param how whether the thread has it alone, shares it, may have it, or is next
 * @param confidence how sure this is
 */
public record Has(Thing thing, ThreadView thread, int tookAt, How how, Confidence confidence) {
    /** In which way a thread has a thing. */
    public enum How {
        /** It took the thing and has not released it. */
        OWNS,
        /** It is one of several threads that share it, as readers do. */
        SHARES,
        /** One of several threads owns it, and it is not known which. Each of them has it in this way. */
        MAY_OWN,
        /** No thread has it. This thread is next, and has been woken up to take it. */
        IS_NEXT
    }
}
