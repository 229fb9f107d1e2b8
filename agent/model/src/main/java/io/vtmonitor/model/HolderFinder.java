package io.vtmonitor.model;

import java.util.List;

/**
 * Names the frames that keep the carrier. The pipe asks it for each distinct stack, the stall watchdog for each
 * carrier.
 */
@FunctionalInterface
public interface HolderFinder {
    /**
     * All holders, nearest to the block first; empty if none could be found. Never throws.
     *
     * @param blocking how and where a thread is blocked
     */
    List<Holder> find(Blocking blocking);

    /**
     * Classes of the stack whose class file, as it ran, was not seen: they may hold as well, or are why nothing is
     * sure. Never throws.
     *
     * @param blocking how and where a thread is blocked
     * @return binary names, the application's before the JDK's, nearest to the block first; empty if all is known
     */
    default List<String> unread(Blocking blocking) {
        return List.of();
    }

    /**
     * Whether a class of the stack may be read later, so that the same question may get a better answer.
     *
     * @param blocking how and where a thread is blocked
     */
    default boolean isProvisional(Blocking blocking) {
        return false;
    }
}
