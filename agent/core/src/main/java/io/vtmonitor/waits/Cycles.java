package io.vtmonitor.waits;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Threads that wait for each other: who waits for what, whose that is, what its owner waits for, and so on. */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are told apart by identity
public final class Cycles {
    private Cycles() {}

    /**
     * A thread of a cycle and what it waits for.
     *
     * @param <T> the type of threads
     * @param thread the thread
     * @param waitsFor what it waits for, and the next thread of the cycle has
     */
    public record Link<T>(T thread, Object waitsFor) {}

    /**
     * All cycles, each once. One of a single thread waits for what it has.
     *
     * @param begins things that are waited for
     * @param owner who has a thing, null where that is not known
     * @param waitsFor what a thread waits for without a time limit, null where it does not
     */
    public static <T> List<List<Link<T>>> find(
            Iterable<?> begins, Function<Object, @Nullable T> owner, Function<T, @Nullable Object> waitsFor) {
        List<List<Link<T>>> found = new ArrayList<>();
        IdentityHashMap<Object, Integer> walked = new IdentityHashMap<>();
        int walk = 0;
        for (Object begin : begins) {
            walk++;
            List<Link<T>> path = new ArrayList<>();
            Object thing = begin;
            while (thing != null && !walked.containsKey(thing)) {
                walked.put(thing, walk);
                T thread = owner.apply(thing);
                Object next = thread == null ? null : waitsFor.apply(thread);
                if (thread != null && next != null) {
                    path.add(new Link<>(thread, next));
                }
                thing = next;
            }
            Integer met = thing == null ? null : walked.get(thing);
            if (thing != null && met != null && met == walk) {
                found.add(from(path, thing));
            }
        }
        return found;
    }

    /** The walk came back to a thing: the cycle is what came after it was first met. */
    private static <T> List<Link<T>> from(List<Link<T>> path, Object met) {
        int last = path.size() - 1;
        for (int i = last - 1; i >= 0; i--) {
            if (path.get(i).waitsFor() == met) {
                return List.copyOf(path.subList(i + 1, path.size()));
            }
        }
        return List.copyOf(path);
    }

    /** The same for the same threads, whichever was met first. */
    public static <T> String key(List<Link<T>> cycle, ToLongFunction<T> id) {
        Set<Long> ids = new TreeSet<>();
        cycle.forEach(link -> ids.add(id.applyAsLong(link.thread())));
        return ids.toString();
    }
}
