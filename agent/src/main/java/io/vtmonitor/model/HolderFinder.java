package io.vtmonitor.model;

import java.util.List;

/** Names the frames that keep the carrier. The pipe asks it for each distinct stack, the stall watchdog for each carrier. */
@FunctionalInterface
public interface HolderFinder {
    /**
     * All holders, nearest to the block first; empty where none could be found. Never throws.
     *
     * @param blocking how and where a thread is blocked
     */
    List<Holder> find(Blocking blocking);
}
