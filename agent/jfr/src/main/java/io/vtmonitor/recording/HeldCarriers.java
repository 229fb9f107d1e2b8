package io.vtmonitor.recording;

import io.vtmonitor.recording.CarrierDump.Carrier;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Limit.VirtualThreads;
import io.vtmonitor.report.LimitKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which carriers are held when a recording ends, by its thread dumps: a pin that does not end writes no event. The same
 * virtual thread on the same carrier in two dumps, with next to no processor time, holds it. So does, where there is
 * one dump of it only, each of them where all carriers of the scheduler have had next to no processor time in their
 * whole lives, unless something shows that they continued: a carrier had another virtual thread, or a pin ended shortly
 * before. A slow application has used no processor time either.
 */
public final class HeldCarriers {
    /** Of the time that passed; whoever computes or comes repeatedly uses more, even on a busy machine. */
    private static final double NEXT_TO_NONE = 0.01;

    private static final double LONG_ENOUGH_SECONDS = 2;
    private static final int MOST_NAMED = 3;

    private static final long NOBODY = -1;

    private Map<Long, Observed> observed = new HashMap<>();
    private int idle;

    /** The carrier of the virtual thread that wrote the latest dump. */
    private long writer = NOBODY;

    /**
     * A carrier since it has carried the same virtual thread.
     *
     * @param first when it was seen so first
     * @param last in the latest dump
     * @param moved whether it continued to this virtual thread while it was looked at
     */
    private record Observed(Carrier first, Carrier last, boolean moved) {
        double seconds() {
            return last.elapsedSeconds() - first.elapsedSeconds();
        }

        /** In a dump of JDK 25 and later a thread that is not blocked is running. */
        boolean mayBeBlocked() {
            return last.isBlocked() || !last.showsStack();
        }

        boolean isHeld() {
            return mayBeBlocked() && seconds() >= LONG_ENOUGH_SECONDS;
        }

        boolean neverRan() {
            return mayBeBlocked()
                    && !moved
                    && last.elapsedSeconds() >= LONG_ENOUGH_SECONDS
                    && last.cpuSeconds() <= NEXT_TO_NONE * last.elapsedSeconds();
        }

        /** The same virtual thread continues holding the same carrier. */
        boolean goesOn(Carrier next) {
            double cpu = next.cpuSeconds() - last.cpuSeconds();
            return next.virtualThread() == last.virtualThread()
                    && cpu <= NEXT_TO_NONE * (next.elapsedSeconds() - last.elapsedSeconds());
        }
    }

    /** One more, in the order of time, as {@code jcmd PID Thread.print} writes it. */
    public void dump(String text) {
        add(CarrierDump.of(text), false);
    }

    /** One more as {@code jdk.ThreadDump} has it: a thread that starts, stops or dumps a recording writes it. */
    public void recorded(String text) {
        CarrierDump dump = CarrierDump.of(text);
        add(dump, !dump.writerShown());
    }

    private void add(CarrierDump dump, boolean byVirtualThread) {
        long wroteBefore = writer;
        writer = byVirtualThread ? busiest(dump) : NOBODY;
        Map<Long, Observed> now = new HashMap<>();
        for (Carrier carrier : dump.carriers()) {
            Observed before = observed.get(carrier.id());
            boolean same = before != null && before.goesOn(carrier) && carrier.id() != wroteBefore;
            now.put(
                    carrier.id(),
                    before == null
                            ? new Observed(carrier, carrier, false)
                            : new Observed(same ? before.first() : carrier, carrier, before.moved() || !same));
        }
        observed = now;
        idle = dump.idle();
    }

    /**
     * On which carrier the dump was written, where none of the stacks shows it: the dumps of JDK 21 have no stacks of
     * virtual threads. To begin or end a recording takes more processor time than to be blocked.
     */
    private long busiest(CarrierDump dump) {
        long busiest = NOBODY;
        double most = -1;
        for (Carrier carrier : dump.carriers()) {
            Observed before = observed.get(carrier.id());
            double cpu =
                    carrier.cpuSeconds() - (before == null ? 0 : before.last().cpuSeconds());
            if (!carrier.showsStack() && cpu > most) {
                most = cpu;
                busiest = carrier.id();
            }
        }
        return busiest;
    }

    private boolean isWriter(Observed carrier) {
        return carrier.last().id() == writer;
    }

    /** What the latest dump shows; empty if it shows no pin. */
    public List<Limit> limits() {
        return limits(0, Double.MAX_VALUE);
    }

    /**
     * The same, where more is known of the time before that dump.
     *
     * @param parallelism carriers that the scheduler aims at: where there are fewer, it can start one
     * @param sinceProgress seconds since something ended that held a carrier
     */
    List<Limit> limits(int parallelism, double sinceProgress) {
        List<Observed> held = new ArrayList<>(observed.values());
        held.removeIf(carrier -> !carrier.isHeld() || isWriter(carrier));
        double seconds = held.stream().mapToDouble(Observed::seconds).min().orElse(0);
        if (held.isEmpty()
                && idle == 0
                && observed.size() >= parallelism
                && sinceProgress >= LONG_ENOUGH_SECONDS
                && observed.values().stream().allMatch(carrier -> carrier.neverRan() && !isWriter(carrier))) {
            held.addAll(observed.values());
        }
        if (!held.isEmpty()) {
            boolean shown = held.stream().allMatch(carrier -> carrier.last().isBlocked());
            return List.of(Limit.of(
                    shown ? LimitKind.CARRIERS_HELD : LimitKind.CARRIERS_LIKELY_HELD,
                    held.size(),
                    observed.size() + idle,
                    threads(held),
                    where(held),
                    Math.floor(seconds)));
        }
        List<Observed> pinned = new ArrayList<>(observed.values());
        pinned.removeIf(carrier -> !carrier.last().isPinned());
        return pinned.isEmpty()
                ? List.of()
                : List.of(Limit.of(LimitKind.PIN_UNDER_WAY, pinned.size(), threads(pinned), where(pinned)));
    }

    private static VirtualThreads threads(List<Observed> carriers) {
        List<Long> ids = new ArrayList<>();
        carriers.forEach(carrier -> ids.add(carrier.last().virtualThread()));
        return VirtualThreads.first(MOST_NAMED, ids);
    }

    private static String where(List<Observed> carriers) {
        Set<String> places = new LinkedHashSet<>();
        for (Observed carrier : carriers) {
            Carrier last = carrier.last();
            String at = last.where() == null ? "" : "at " + last.where();
            String waits = last.waitsFor() == null ? "" : "waiting for the initialization of " + last.waitsFor();
            places.add(at + (at.isEmpty() || waits.isEmpty() ? "" : " ") + waits);
        }
        places.remove("");
        List<String> sorted = new ArrayList<>(places);
        sorted.sort(null);
        int more = sorted.size() - MOST_NAMED;
        return String.join("; ", sorted.subList(0, Math.min(MOST_NAMED, sorted.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
