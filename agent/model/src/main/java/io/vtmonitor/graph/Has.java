package io.vtmonitor.graph;

import io.vtmonitor.model.Confidence;

/**
 * A thread has a thing: no other thread can release it.
 *
 * @param thing the thing
 * @param thread the thread
 * @param tookAt depth in {@link ThreadView#frames} of the frame that took it and has not given it back; -1 if that is
 *     not known
 * @param how whether it has it or is next
 * @param confidence how sure it is that this thread has it
 */
public record Has(Thing thing, ThreadView thread, int tookAt, How how, Confidence confidence) {
    /** In which way. */
    public enum How {
        /** It took the thing and has not given it back. */
        OWNS,
        /** One of several that share it, as readers do. */
        SHARES,
        /** It or another one of several that have it in this way owns it: which of them is not known. */
        MAY_OWN,
        /** Nobody has it. It is this thread's turn: it is the next one, and has been woken up. */
        IS_NEXT
    }
}
