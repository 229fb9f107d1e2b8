package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/**
 * What the JVM says of why a thread was pinned: the event's {@code pinnedReason}, JDK 24+. It is recognized by its
 * begin, since the JVM cuts the text at 255 bytes and a long class name takes the end with it.
 *
 * @param kind what kept the carrier
 * @param className binary name of the class that is or was to be initialized, null if the text names none
 * @param truncated true if the class name may be cut off
 */
public record PinnedReason(Kind kind, @Nullable String className, boolean truncated) {
    /** What kept the carrier, in the JVM's words. */
    public enum Kind {
        /** Waited for another thread to initialize a class. */
        CLASS_INIT_WAIT,
        /** A static initializer is on the stack. */
        CLASS_INIT,
        /** A native frame or one of the JVM is. */
        NATIVE,
        /** The thread was at a place where it must not be unmounted. */
        CRITICAL_SECTION,
        /** It owned a monitor: JDK 24 and 25 with legacy locking. */
        MONITOR,
        /** It blocked on a monitor, which can't unmount: JDK 24 and 25 with legacy locking. */
        UNSUPPORTED,
        /** The JVM said something else. */
        OTHER
    }

    private static final int LONGEST_TEXT = 255;
    private static final String WAITED = "Waited for initialization of ";
    private static final String WAITED_END = " by another thread";
    private static final String INITIALISES = "VM call to ";
    private static final String INITIALISES_END = ".<clinit> on stack";

    /**
     * Reads the JVM's text.
     *
     * @param text the text, null if there is none (JDK 21 to 23)
     */
    public static @Nullable PinnedReason parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        if (text.startsWith(WAITED)) {
            return withClass(Kind.CLASS_INIT_WAIT, text.substring(WAITED.length()), WAITED_END);
        }
        if (text.startsWith(INITIALISES)) {
            return withClass(Kind.CLASS_INIT, text.substring(INITIALISES.length()), INITIALISES_END);
        }
        return new PinnedReason(kind(text), null, false);
    }

    private static Kind kind(String text) {
        if (text.startsWith("Native or VM frame")) {
            return Kind.NATIVE;
        }
        // The number is HotSpot's freeze_result (continuation.hpp).
        return switch (text) {
            case "Freeze or preempt failed (2)" -> Kind.CRITICAL_SECTION;
            case "Freeze or preempt failed (3)" -> Kind.NATIVE;
            case "Freeze or preempt failed (4)" -> Kind.MONITOR;
            case "Freeze or preempt failed (7)" -> Kind.UNSUPPORTED;
            default -> Kind.OTHER;
        };
    }

    private static PinnedReason withClass(Kind kind, String rest, String end) {
        if (rest.endsWith(end)) {
            return new PinnedReason(kind, rest.substring(0, rest.length() - end.length()), false);
        }
        // No class has a space in its name, or an initializer's: what follows one is the end, cut off.
        int cut = rest.indexOf(end.startsWith(" ") ? " " : ".<");
        String name = cut < 0 ? rest : rest.substring(0, cut);
        return new PinnedReason(kind, name.endsWith(".") ? name.substring(0, name.length() - 1) : name, cut < 0);
    }

    /**
     * Whether a class is the one that was waited for, by what is left of the JVM's text.
     *
     * @param text name as the JVM gave it; one as long as the text can be may be cut off
     * @param otherClass binary name
     */
    public static boolean waitedFor(String text, String otherClass) {
        return text.length() >= LONGEST_TEXT - WAITED.length() ? otherClass.startsWith(text) : otherClass.equals(text);
    }
}
