package io.vtmonitor.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory of virtual threads in the heap, as heap dumps show it.
 *
 * @param stacks chunks of their stacks, most bytes first
 * @param locals what their thread locals refer to, most bytes first
 */
public record ThreadMemory(List<Stacks> stacks, List<Locals> locals) {
    /** The most rows of each list; further ones are left out. */
    public static final int MOST_ROWS = 50;

    /**
     * Chunks of the stacks of threads that wait for the same kind of thing at the same place.
     *
     * @param operation what they wait for
     * @param blocker class of the object that they are parked for; null if there is none
     * @param site the topmost frame that is not the JDK's; {@code unknown} if the dump has no stack (JDK 21)
     * @param threads how many threads have a chunk
     * @param bytes the sizes for which the chunks are allocated, without object headers; stacks may use less
     */
    public record Stacks(WaitOperation operation, @Nullable String blocker, String site, long threads, long bytes) {}

    /**
     * Values of thread locals of one class.
     *
     * @param type the class of the values, such as {@code byte[]}
     * @param threads how many threads refer to such a value
     * @param values how many distinct values
     * @param bytes the bytes of their fields or elements, without what these refer to; a reference counts 8 bytes
     */
    public record Locals(String type, long threads, long values, long bytes) {}

    public ThreadMemory {
        stacks = sorted(stacks, Comparator.comparingLong(Stacks::bytes));
        locals = sorted(locals, Comparator.comparingLong(Locals::bytes));
    }

    private static <T> List<T> sorted(List<T> all, Comparator<T> least) {
        return all.stream()
                .sorted(least.reversed().thenComparing(Object::toString))
                .limit(MOST_ROWS)
                .toList();
    }

    /** The sum of both. */
    public ThreadMemory plus(ThreadMemory other) {
        Map<String, Stacks> places = new LinkedHashMap<>();
        for (List<Stacks> each : List.of(stacks, other.stacks)) {
            for (Stacks one : each) {
                places.merge(
                        one.operation() + " " + one.blocker() + " " + one.site(),
                        one,
                        (a, b) -> new Stacks(
                                a.operation(),
                                a.blocker(),
                                a.site(),
                                a.threads() + b.threads(),
                                a.bytes() + b.bytes()));
            }
        }
        Map<String, Locals> types = new LinkedHashMap<>();
        for (List<Locals> each : List.of(locals, other.locals)) {
            for (Locals one : each) {
                types.merge(
                        one.type(),
                        one,
                        (a, b) -> new Locals(
                                a.type(), a.threads() + b.threads(), a.values() + b.values(), a.bytes() + b.bytes()));
            }
        }
        return new ThreadMemory(new ArrayList<>(places.values()), new ArrayList<>(types.values()));
    }
}
