package io.vtmonitor.report;

import io.vtmonitor.model.Action;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A time in which virtual threads waited for a carrier and none got one. A pin that never ends leaves no event, so a
 * stall is the only sign of it.
 *
 * @param begin when progress was last seen
 * @param nanos how long it lasted, or has lasted so far
 * @param over false while it lasts
 * @param pattern the cause
 * @param confidence how sure the pattern is
 * @param facts what the threads on the carriers do, and which thread waits for which
 * @param advice what the knowledge base advises for a frame that holds a carrier; null if it has no advice
 * @param queued how many virtual threads, without the agent's probe, waited for a carrier when the stall was judged, at
 *     most: the scheduler's queues may count empty places
 * @param carriers the carriers and the threads that held them, in the order of the carriers' names
 * @param dump the thread dump's file; null if the user wanted none, or it could not be written
 */
public record Stall(
        Instant begin,
        long nanos,
        boolean over,
        StallPattern pattern,
        Confidence confidence,
        StallFacts facts,
        @Nullable Action advice,
        long queued,
        List<HeldCarrier> carriers,
        @Nullable String dump) {
    public Stall {
        carriers = List.copyOf(carriers);
    }

    /** The same, with the file of its thread dump. */
    public Stall dumpedTo(@Nullable String file) {
        return new Stall(begin, nanos, over, pattern, confidence, facts, advice, queued, carriers, file);
    }

    /** The same, with some of its carriers. */
    public Stall with(List<HeldCarrier> some) {
        return new Stall(begin, nanos, over, pattern, confidence, facts, advice, queued, some, dump);
    }

    /** The same, some time later. */
    public Stall after(long nanosSinceBegin, boolean isOver) {
        return new Stall(begin, nanosSinceBegin, isOver, pattern, confidence, facts, advice, queued, carriers, dump);
    }

    /**
     * A carrier and the virtual thread on it.
     *
     * @param carrier the carrier's name
     * @param thread the virtual thread; null if it can't be seen
     * @param state the state of the thread, as {@link Thread.State}
     * @param operation what it waits for
     * @param waitsFor the object or the class that it waits for; null if not known
     * @param owner the thread that has it or is next to get it; null if not known
     * @param holders the frames that hold the carrier, nearest to the block first
     * @param frames topmost first
     */
    public record HeldCarrier(
            String carrier,
            @Nullable Named thread,
            String state,
            Operation operation,
            @Nullable Awaited waitsFor,
            @Nullable Owner owner,
            List<HolderLine> holders,
            List<StackFrame> frames) {
        public HeldCarrier {
            holders = List.copyOf(holders);
            frames = List.copyOf(frames);
        }
    }

    /** What the thread on a carrier waits for. */
    public sealed interface Awaited {
        /** A class, or an object by its class and identity hash code. */
        record Thing(String name) implements Awaited {}

        /** The monitor of what the source calls so, such as {@code this.lock}. */
        record MonitorOf(String lock) implements Awaited {}

        /** The monitor of an object, known by its class and identity hash code. */
        record MonitorOfObject(String name) implements Awaited {}
    }

    /** Who has what the thread on a carrier waits for, or gets it next. */
    public sealed interface Owner {
        /** A thread, what it has to do with the thing, where it is, and how sure that is. */
        record Known(Named thread, Relation relation, Place place, Confidence confidence) implements Owner {}

        /** In the words of a report that was read back. */
        record Worded(String text) implements Owner {}

        /** What a thread has to do with a thing. */
        enum Relation {
            OWNS,
            /** Runs the initializer of the class. */
            INITIALIZES,
            /** Nobody owns it, and this one is next. */
            IS_NEXT
        }

        /** Where a thread is. */
        enum Place {
            /** On a carrier, or a platform thread. */
            CAN_RUN,
            /** Could run, and has no carrier. */
            READY,
            /** Waits, and has no carrier. */
            UNMOUNTED
        }
    }
}
