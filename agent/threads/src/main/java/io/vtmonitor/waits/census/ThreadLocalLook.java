package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.waits.census.ReachedObjects.Sum;
import java.lang.instrument.Instrumentation;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates, from a few virtual threads, how much all of them hold in thread locals. Keeps no object of the
 * application.
 */
final class ThreadLocalLook {
    private static final int THREADS = 20;

    private final JdkInternals internals;
    private final Instrumentation instrumentation;
    private final ThreadLocalMaps maps;

    private ThreadLocalLook(JdkInternals internals, Instrumentation instrumentation)
            throws ReflectiveOperationException {
        this.internals = internals;
        this.instrumentation = instrumentation;
        maps = new ThreadLocalMaps(internals);
    }

    /** Null if this JDK looks different inside. */
    static @Nullable ThreadLocalLook open(JdkInternals internals, Instrumentation instrumentation) {
        try {
            return new ThreadLocalLook(internals, instrumentation);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /**
     * A kind of thread local.
     *
     * @param owner the outermost class that made it; null if the object does not show this
     * @param type class of the values
     * @param inheritable whether new threads copy it from the thread that starts them
     */
    record Local(@Nullable String owner, String type, boolean inheritable) {}

    /**
     * What the thread locals of one kind hold.
     *
     * @param sampled how many of the threads that were read have it
     * @param threads how many virtual threads have it, an estimate
     * @param bytes what it holds in all of them, an estimate, without objects that two of the threads that were read
     *     share
     */
    record Carried(Local local, int sampled, double threads, double bytes) {}

    /**
     * What one look found.
     *
     * @param threads how many threads were read
     * @param of how many threads these stand for
     * @param carried most bytes first
     */
    record Sample(int threads, int of, List<Carried> carried) {}

    private record Part(Local local, double weight, Sum sum) {}

    Sample look(List<WaiterGroup> groups) throws ReflectiveOperationException {
        List<WaiterGroup> largest = new ArrayList<>(groups);
        largest.sort(Comparator.comparingInt(WaiterGroup::threads).reversed());
        int all = largest.stream().mapToInt(WaiterGroup::threads).sum();
        ReachedObjects objects = new ReachedObjects(internals, instrumentation);
        List<Part> parts = new ArrayList<>();
        int looked = 0;
        int of = 0;
        for (WaiterGroup group : largest) {
            List<Thread> samples = group.samples();
            int most = Math.min(samples.size(), (int) Math.ceil((double) THREADS * group.threads() / all));
            for (Thread thread : samples.subList(0, most)) {
                read(thread, looked++, (double) group.threads() / most, objects, parts);
            }
            of += most == 0 ? 0 : group.threads();
            if (looked >= THREADS) {
                break;
            }
        }
        return new Sample(looked, of, added(parts));
    }

    private void read(Thread thread, int number, double weight, ReachedObjects objects, List<Part> parts) {
        int[] left = {ReachedObjects.MOST};
        Map<Local, Sum> sums = new LinkedHashMap<>();
        maps.forEach(thread, (owner, inheritable, value) -> {
            Object held = value instanceof SoftReference<?> soft ? soft.get() : value;
            String type = (held == null ? value : held).getClass().getTypeName();
            Sum sum = sums.computeIfAbsent(new Local(owner, type, inheritable), local -> new Sum());
            left[0] = objects.follow(value, number, sum, left[0]);
        });
        sums.forEach((local, sum) -> parts.add(new Part(local, weight, sum)));
    }

    private static List<Carried> added(List<Part> parts) {
        Map<Local, Carried> byLocal = new LinkedHashMap<>();
        for (Part part : parts) {
            if (part.sum().connections > 0) {
                continue;
            }
            Carried one = new Carried(part.local(), 1, part.weight(), part.weight() * part.sum().bytes);
            byLocal.merge(
                    part.local(),
                    one,
                    (a, b) ->
                            new Carried(a.local(), a.sampled() + 1, a.threads() + b.threads(), a.bytes() + b.bytes()));
        }
        List<Carried> carried = new ArrayList<>(byLocal.values());
        carried.sort(Comparator.comparingDouble(Carried::bytes).reversed());
        return carried;
    }
}
