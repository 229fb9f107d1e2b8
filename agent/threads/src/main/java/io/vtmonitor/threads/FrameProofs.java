package io.vtmonitor.threads;

import java.util.List;

/** What class files prove about frames. Its methods never throw. */
public interface FrameProofs {
    /**
     * Whether data flow proves that a frame owns a monitor, at any instruction of its line.
     *
     * @param trace topmost frame first
     * @param depth the depth of the frame, 0 for the topmost one
     */
    public boolean ownsMonitor(List<StackTraceElement> trace, int depth);

    /**
     * The frames that, by data flow, have called {@code lock} or {@code tryLock} of a {@code java.util.concurrent} lock
     * and not yet {@code unlock}.
     *
     * @param trace topmost frame first
     * @return their depths, 0 for the topmost frame
     */
    public List<Integer> tookLock(List<StackTraceElement> trace);

    /**
     * Whether a waiting thread has sent no request for what it waits for, by the code of its frames up to a depth. It
     * takes what comes, as an idle worker does.
     *
     * @param trace topmost frame first
     * @param last depth of the last frame that counts
     */
    public boolean sendsNoRequest(List<StackTraceElement> trace, int last);

    /**
     * Whether a thread that waits for a {@code Semaphore} of the JDK wants one permit, not several.
     *
     * @param trace topmost frame first
     */
    public boolean wantsOnePermit(List<StackTraceElement> trace);
}
