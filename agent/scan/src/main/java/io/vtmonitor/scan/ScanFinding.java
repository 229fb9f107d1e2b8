package io.vtmonitor.scan;

import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place that keeps the carrier of a virtual thread, and the shortest path of calls from there to something that
 * blocks.
 *
 * @param holding what keeps it, and how
 * @param path the calls, the holder's first
 * @param kind what is waited for at the end
 * @param sink the method that waits
 * @param certainty what the path needs
 * @param length how long the path counts: more for steps that need more
 * @param reach how the application reaches it
 * @param api whether the holder implements a method of the JDK's that is known to block, such as a driver's
 *     {@code executeQuery}
 */
public record ScanFinding(
        Holding holding,
        List<Step> path,
        BlockingKind kind,
        MethodName sink,
        Certainty certainty,
        int length,
        Reach reach,
        boolean api) {
    /**
     * What keeps the carrier, and how.
     *
     * @param holder what keeps it: a method that owns a monitor, a class initializer, a class loader, a native method
     * @param descriptor descriptor of the holder's method
     * @param modifiers its access flags
     * @param hold by what it keeps the carrier
     * @param lock what is locked, as the bytecode shows; null for other holds, and where it does not say
     * @param library where the holder came from
     * @param application whether the code that keeps the carrier is the application's own, and no library's
     * @param source file and line of the call that the path begins with
     */
    public record Holding(
            MethodName holder,
            String descriptor,
            int modifiers,
            Hold hold,
            @Nullable String lock,
            Library library,
            boolean application,
            Source source) {}

    /**
     * How the application reaches it.
     *
     * @param entry the method of the application that reaches the holder; null if none is known to
     * @param fromEntry how long the path from there counts
     * @param reached whether calls lead there from the application's classes; true if there are none, or no entry of
     *     theirs
     */
    public record Reach(@Nullable MethodName entry, int fromEntry, boolean reached) {}

    /**
     * A line of source.
     *
     * @param className the class that it is in, binary name with dots
     * @param file name of the file, null if the class file names none
     * @param line its number, zero if the class file names none
     */
    public record Source(String className, @Nullable String file, int line) {}

    /**
     * A method on the path, and the call by which it continues.
     *
     * @param method the method
     * @param descriptor its descriptor
     * @param modifiers its access flags
     * @param line of the call, zero if the class file names none
     * @param certainty what that call needs to go where the path goes
     * @param library where the method's class came from
     * @param application whether it is the application's own, and no library's
     */
    public record Step(
            MethodName method,
            String descriptor,
            int modifiers,
            int line,
            Certainty certainty,
            Library library,
            boolean application) {}

    public ScanFinding {
        path = List.copyOf(path);
    }
}
