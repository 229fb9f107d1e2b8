package io.vtmonitor.resources;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool.Holder;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.WaitSite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds which threads hold what a pool has lent, from the stack in which a resource was borrowed, and from the
 * borrower's stack now.
 */
final class HolderLook {
    /** Stacks that are read at one look, at most. */
    static final int MOST_STACKS = 256;

    private static final int MOST_HOLDERS = 10;

    private final SiteReader sites;

    /** Finds, at one look, the owner at the end of the chain that begins with what a borrower waits for. */
    interface Owners {
        @Nullable
        WaitHolder owner(Thread borrower);
    }

    HolderLook(SiteReader sites) {
        this.sites = sites;
    }

    /** The method that borrowed, and what the borrower does now. */
    private record Place(@Nullable StackFrame method, WaitOperation doing) {}

    private static final class Total {
        private final @Nullable StackFrame first;
        private Confidence confidence = Confidence.EXACT;
        private boolean sameLine = true;
        private int resources;
        private long longest;
        private List<StackFrame> frames = List.of();
        private @Nullable Thread thread;

        Total(@Nullable StackFrame first) {
            this.first = first;
        }
    }

    /** The loans that have lasted longest, at most {@code most}. */
    static List<Lent> longest(Collection<Lent> all, int most) {
        List<Lent> lent = new ArrayList<>(all);
        lent.sort(Comparator.comparingLong(Lent::since));
        return lent.size() <= most ? lent : lent.subList(0, most);
    }

    /**
     * A loan, with what its borrower does.
     *
     * @param thread the thread that has the resource; null if that is not known
     * @param trace the stack of that thread, topmost first
     */
    record Held(Lent lent, @Nullable Thread thread, List<StackTraceElement> trace) {}

    /**
     * The holders of loans. Leaves out loans that have ended before all stacks were read: their borrowers may do
     * something else by then.
     *
     * @param book the book of the pool that has lent
     */
    static List<Held> held(List<Lent> lent, PoolBook book) {
        List<Held> all = new ArrayList<>();
        for (Lent each : lent) {
            Thread borrower = each.borrower().get();
            boolean several = borrower != null
                    && lent.stream().filter(other -> other.isLentTo(borrower)).count() > 1;
            // If resources are handed over, the borrower need not have it. What the borrower does says nothing then.
            Thread thread = book.handsOver || several ? null : borrower;
            all.add(new Held(each, thread, thread == null ? List.of() : List.of(thread.getStackTrace())));
        }
        Set<Lent> still = Collections.newSetFromMap(new IdentityHashMap<>());
        still.addAll(book.lent());
        all.removeIf(each -> !still.contains(each.lent()));
        return all;
    }

    /** The holders by place, most resources first, at most {@value #MOST_HOLDERS}. */
    List<Holder> holders(List<Held> held, long now, Owners owners) {
        Map<Place, Total> places = new LinkedHashMap<>();
        held.forEach(each -> add(each, now, places));
        List<Holder> holders = new ArrayList<>();
        places.forEach((place, total) -> holders.add(new Holder(
                total.sameLine ? total.first : place.method(),
                total.confidence,
                place.doing(),
                total.resources,
                total.longest,
                total.frames,
                total.thread != null && waitsForOwner(place.doing()) ? owners.owner(total.thread) : null,
                List.of())));
        holders.sort(Holder.MOST_FIRST);
        return holders.size() <= MOST_HOLDERS ? holders : holders.subList(0, MOST_HOLDERS);
    }

    private void add(Held held, long now, Map<Place, Total> places) {
        Lent lent = held.lent();
        Thread thread = held.thread();
        List<StackTraceElement> trace = held.trace();
        WaitSite current = trace.isEmpty() || thread == null ? null : sites.read(doing(thread, trace), trace);
        WaitOperation doing = current == null ? WaitOperation.UNKNOWN : current.operation();
        StackTraceElement[] stack = lent.stack();
        WaitSite borrowed = stack == null ? current : sites.read(WaitOperation.PARK, List.of(stack));
        Confidence sure = stack != null ? Confidence.EXACT : current != null ? Confidence.LIKELY : Confidence.UNKNOWN;
        StackFrame frame = borrowed == null ? null : borrowed.applicationFrame();
        StackFrame method = frame == null ? null : StackFrame.withoutLine(frame.method());
        Total total = places.computeIfAbsent(new Place(method, doing), key -> new Total(frame));
        total.resources++;
        total.sameLine &= Objects.equals(total.first, frame);
        if (sure.compareTo(total.confidence) > 0) {
            total.confidence = sure;
        }
        long nanos = now - lent.since();
        if (total.frames.isEmpty() || nanos > total.longest) {
            total.frames = current == null ? List.of() : current.frames();
            total.thread = thread;
        }
        total.longest = Math.max(total.longest, nanos);
    }

    private static boolean waitsForOwner(WaitOperation doing) {
        return doing == WaitOperation.LOCK || doing == WaitOperation.MONITOR_ENTER;
    }

    static WaitOperation doing(Thread thread, List<StackTraceElement> trace) {
        if (SiteReader.withoutOurs(trace).size() < trace.size()) {
            return WaitOperation.RUNNING; // it borrows or returns at this moment
        }
        WaitOperation operation = Operations.parked(trace);
        return switch (thread.getState()) {
            case BLOCKED -> WaitOperation.MONITOR_ENTER;
            case RUNNABLE -> operation == WaitOperation.PARK ? WaitOperation.RUNNING : operation;
            case NEW, TERMINATED -> WaitOperation.UNKNOWN;
            case WAITING, TIMED_WAITING -> operation;
        };
    }
}
