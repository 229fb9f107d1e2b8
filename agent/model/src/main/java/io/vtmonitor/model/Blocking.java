package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/**
 * How and where a virtual thread was blocked: everything about a pin but when, how long and which thread. Equal ones
 * are interned, and what follows from one is computed once.
 *
 * @param stack the thread's frames
 * @param event the event that recorded it
 * @param monitorsPin true for JDK 21 to 23, where owning a monitor keeps the carrier (before JEP 491)
 * @param operationText JDK 24+: the event's {@code blockingOperation}
 * @param reasonText JDK 24+: the event's {@code pinnedReason}, cut by the JVM after 255 bytes
 * @param monitorClass monitor events: binary name of the monitor's class, {@code [I} for a class-initialization lock
 * @param recorded true if the JVM recorded that the thread kept its carrier, false for a stack that was looked at
 */
public record Blocking(
        Stack stack,
        BlockingEvent event,
        boolean monitorsPin,
        @Nullable String operationText,
        @Nullable String reasonText,
        @Nullable String monitorClass,
        boolean recorded) {
    /** One that the JVM recorded. */
    public Blocking(
            Stack stack,
            BlockingEvent event,
            boolean monitorsPin,
            @Nullable String operationText,
            @Nullable String reasonText,
            @Nullable String monitorClass) {
        this(stack, event, monitorsPin, operationText, reasonText, monitorClass, true);
    }

    /** One that a look at a thread showed, which may have kept no carrier. */
    public static Blocking lookedAt(
            Stack stack, BlockingEvent event, boolean monitorsPin, @Nullable String monitorClass) {
        return new Blocking(stack, event, monitorsPin, null, null, monitorClass, false);
    }

    /** Whether the thread is in {@code Object.wait}, by its topmost frame. */
    public boolean isInObjectWait() {
        return !stack.frames().isEmpty() && isObjectWait(stack.frames().get(0));
    }

    /** Whether it is there with a timeout: {@code wait()} calls {@code wait(long)}, so its own frame shows. */
    public boolean isTimedWait() {
        for (Frame frame : stack.frames()) {
            if (!isObjectWait(frame)) {
                return isInObjectWait();
            }
            if (frame.descriptor().equals("()V")) {
                return false;
            }
        }
        return false;
    }

    private static boolean isObjectWait(Frame frame) {
        return frame.className().equals("java.lang.Object")
                && frame.methodName().startsWith("wait");
    }
}
