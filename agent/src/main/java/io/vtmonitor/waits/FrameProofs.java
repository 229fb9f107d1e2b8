package io.vtmonitor.waits;

import java.util.List;

/** What class files prove of frames. Never throws. */
public interface FrameProofs {
    /** Proves nothing. */
    FrameProofs NONE = new FrameProofs() {
        @Override
        public boolean ownsMonitor(List<StackTraceElement> trace, int depth) {
            return false;
        }

        @Override
        public int tookLock(List<StackTraceElement> trace) {
            return -1;
        }

        @Override
        public boolean returnsPermit(List<StackTraceElement> trace) {
            return false;
        }
    };

    /**
     * Whether the frame owns a monitor by data flow, wherever on its line it stands.
     *
     * @param trace topmost frame first
     * @param depth of the frame, 0 is the topmost
     */
    public boolean ownsMonitor(List<StackTraceElement> trace, int depth);

    /**
     * The topmost frame that has called {@code lock} or {@code tryLock} of a {@code java.util.concurrent} lock and not
     * yet {@code unlock}, by data flow.
     *
     * @param trace topmost frame first
     * @return its depth, 0 is the topmost; -1 where there is none
     */
    public int tookLock(List<StackTraceElement> trace);

    /**
     * Whether the code that waits for a permit of a semaphore also releases one.
     *
     * @param trace topmost frame first
     */
    public boolean returnsPermit(List<StackTraceElement> trace);
}
