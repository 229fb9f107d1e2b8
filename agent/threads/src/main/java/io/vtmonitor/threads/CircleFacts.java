package io.vtmonitor.threads;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.figures.StackFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Facts about threads that wait for each other.
 *
 * @param deadlock which thread waits for which
 * @param confidence the confidence of the least sure wait
 * @param allCarriers whether these threads, others in a deadlock, and threads that wait for them hold all carriers
 */
public record CircleFacts(Deadlock deadlock, Confidence confidence, boolean allCarriers) {
    /** Carriers. A thread that waits for one continues if there are more. */
    public static final Predicate<Thing> CARRIERS = thing -> thing.kind() == Kind.CARRIER;

    private static final int MOST_LINKS = 20;

    /**
     * The facts about a circle.
     *
     * @param frames a graph of the circle's threads, with their frames
     * @param whole the whole graph, with the threads that wait for these
     */
    public static CircleFacts of(Set<ThreadView> circle, WaitGraph frames, WaitGraph whole, Basis basis) {
        List<WaitsFor> around = frames.around(circle);
        boolean several = frames.isOfSeveralUnits(circle) || waitsForItself(around, frames);
        if (around.isEmpty() || (several && around.size() < circle.size())) {
            around = circle.stream()
                    .sorted(Comparator.comparingLong(ThreadView::id))
                    .map(frames::waitOf)
                    .filter(Objects::nonNull)
                    .toList();
        }
        List<Link> links = new ArrayList<>();
        Confidence least = Confidence.EXACT;
        for (int i = 0; i < around.size(); i++) {
            WaitsFor wait = around.get(i);
            ThreadView next = around.get((i + 1) % around.size()).thread();
            Has has = holder(frames.holders(wait.thing()), wait.thread(), next, several, circle);
            Confidence sure = has == null ? Confidence.LIKELY : has.confidence();
            least = sure.compareTo(least) > 0 ? sure : least;
            if (i < MOST_LINKS) {
                links.add(link(wait, has, next));
            }
        }
        WaitGraph locks = whole.without(CARRIERS);
        Set<ThreadView> stuck = locks.stuck();
        Set<ThreadView> mounted = new HashSet<>(whole.carriers());
        boolean allCarriers = !mounted.isEmpty() && stuck.containsAll(mounted) && whole.isEachCarrierTaken();
        mounted.retainAll(stuck);
        mounted.retainAll(locks.withBehind(circle)); // others may be in another deadlock
        int behind = around.isEmpty() ? 0 : locks.behind(circle);
        return new CircleFacts(new Deadlock(links, circle.size(), behind, mounted.size(), basis), least, allCarriers);
    }

    /**
     * Whether a thread waits for itself. Several readers that each want the write lock wait for themselves and for each
     * other.
     */
    private static boolean waitsForItself(List<WaitsFor> around, WaitGraph frames) {
        return around.size() == 1
                && frames.holders(around.get(0).thing()).stream()
                        .anyMatch(has -> has.thread().equals(around.get(0).thread()));
    }

    /**
     * The holder that a link names. If all threads of the circle are listed, the next one need not have what this one
     * waits for: then it is another thread of the circle.
     */
    private static @Nullable Has holder(
            List<Has> all, ThreadView waiter, ThreadView next, boolean several, Set<ThreadView> circle) {
        Has found = null;
        Has another = null;
        for (Has each : all) {
            if (each.thread().equals(several ? waiter : next)) {
                return each;
            }
            found = found == null && each.thread().equals(next) ? each : found;
            another = another == null && circle.contains(each.thread()) ? each : another;
        }
        return found == null ? another : found;
    }

    /**
     * The link from a thread to the owner of what it waits for.
     *
     * @param wait the wait, of a thread with frames
     * @param has the holder; null if it is not known, so that {@code next} is named
     * @param next the next thread of the circle or the chain
     */
    public static Link link(WaitsFor wait, @Nullable Has has, ThreadView next) {
        Thing thing = wait.thing();
        int depth = has == null ? -1 : has.tookAt();
        StackFrame took =
                has == null || depth < 0 || depth >= has.thread().frames().size()
                        ? null
                        : StackFrame.of(has.thread().frames().get(depth));
        return new Link(
                named(wait.thread()),
                application(wait.thread()),
                thing.kind(),
                thing.type(),
                thing.name(),
                named(has == null ? next : has.thread()),
                took,
                has != null && has.how() == Has.How.SHARES,
                has != null && has.confidence() == Confidence.EXACT,
                wait.thread().frames().stream().map(StackFrame::of).toList());
    }

    /** The thread as people know it. */
    public static Named named(ThreadView thread) {
        return new Named(thread.id(), thread.name(), thread.virtual());
    }

    /** The topmost frame that is not the JDK's, else the topmost frame; null if there is none. */
    public static @Nullable StackFrame application(ThreadView thread) {
        for (StackTraceElement frame : thread.frames()) {
            if (!JdkNames.isJdk(frame.getClassName())) {
                return StackFrame.of(frame);
            }
        }
        return thread.frames().isEmpty() ? null : StackFrame.of(thread.frames().get(0));
    }
}
