package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/**
 * How and where a virtual thread was blocked: everything about a pin but when, how long and which thread. Equal ones
 * are interned, and what follows from one is computed once.
 *
 * @param stack the thread's frames
 * @param event the event that told
 * @param monitorsPin true for JDK 21 to 23, where owning a monitor keeps the carrier (before JEP 491)
 * @param operationText JDK 24+: the event's {@code blockingOperation}
 * @param reasonText JDK 24+: the event's {@code pinnedReason}, cut by the JVM after 255 bytes
 * @param monitorClass monitor events: binary name of the monitor's class, {@code [I} for a class-initialization lock
 */
public record Blocking(
        Stack stack,
        BlockingEvent event,
        boolean monitorsPin,
        @Nullable String operationText,
        @Nullable String reasonText,
        @Nullable String monitorClass) {}
