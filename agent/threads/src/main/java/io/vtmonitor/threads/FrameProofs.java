package io.vtmonitor.threads;

import java.util.List;

/** What class files prove of frames. Never throws. */
public interface FrameProofs {
    /**
     * Whether the frame owns a monitor by data flow, wherever on its line it stands.
     *
     * @param trace topmost frame first
     * @param depth of the frame, 0 is the topmost
     */
    public boolean ownsMonitor(List<StackTraceElement> trace, int depth);

    /**
     * The frames that have called {@code lock} or {@code tryLock} of a {@code java.util.concurrent} lock and not yet
     * {@code unlock}, by data flow.
     *
     * @param trace topmost frame first
     * @return their depths, 0 is the topmost
     */
    public List<Integer> tookLock(List<StackTraceElement> trace);

    /**
     * Whether a thread that waits has asked nobody for what it waits for, by the code of its frames up to that depth:
     * it takes what comes, as workers do that are idle.
     *
     * @param trace topmost frame first
     * @param last depth of the last frame that counts
     */
    public boolean asksNobody(List<StackTraceElement> trace, int last);

    /**
     * Whether a thread that waits for a {@code Semaphore} of the JDK asks it for one permit, not for several.
     *
     * @param trace topmost frame first
     */
    public boolean asksForOnePermit(List<StackTraceElement> trace);
}
