package io.vtmonitor.report;

import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a verdict rests on, without a sentence. {@code report.text} makes those. */
public sealed interface WaitFacts {
    /**
     * As another JVM or another process has put it: the JSON of a report has verdicts in words.
     *
     * @param evidence what was seen
     * @param cure what to do
     */
    record Told(String evidence, String cure) implements WaitFacts {}

    /**
     * A thread, by what people know it by.
     *
     * @param id as {@code Thread.threadId}
     * @param name may be empty
     */
    record Named(long id, String name, boolean virtual) {}

    /**
     * A thread waits for a thing that the next one has.
     *
     * @param thread who waits
     * @param at where, its topmost frame that is not the JDK's; null where it has none or that was not read
     * @param kind of the thing
     * @param type the thing's class; empty where that is not known
     * @param name the thing's name; null where it has none
     * @param took the frame that took it, of the next thread; null where that is not known
     * @param shared whether the next thread has it with others, as readers do
     */
    record Link(
            Named thread,
            @Nullable StackFrame at,
            Kind kind,
            String type,
            @Nullable String name,
            @Nullable StackFrame took,
            boolean shared) {}

    /** How often something was seen. */
    enum Seen {
        ONE_LOOK,
        TWO_LOOKS,
        ONE_DUMP,
        TWO_DUMPS
    }

    /**
     * Threads that wait for each other. The last one waits for what the first one has.
     *
     * @param links at least one
     * @param threads in the circle; there may be more than links
     * @param behind further threads that wait for these, directly or by others
     * @param carriers so many carriers these and those behind them keep
     * @param seen how often
     */
    record Deadlock(List<Link> links, int threads, int behind, int carriers, Seen seen) implements WaitFacts {
        public Deadlock {
            links = List.copyOf(links);
        }
    }

    /**
     * A thread that keeps its carrier and waits.
     *
     * @param thread the thread
     * @param at where it waits; null where that was not read
     * @param operation what it waits for, by its frames
     * @param kind of the thing that it waits for; null where nobody can have that
     * @param type the thing's class; empty where that is not known
     * @param name the thing's name; null where it has none
     * @param owner who has it; null where that is not known
     * @param ownerSure whether that is certain
     * @param holders the frames that keep the carrier, nearest to the wait first
     * @param nanos for how long each look has found it so
     * @param kept so many carriers are kept in this way
     * @param carriers of so many
     * @param ready virtual threads that wait for a carrier meanwhile
     */
    record LostCarrier(
            Named thread,
            @Nullable StackFrame at,
            String operation,
            @Nullable Kind kind,
            String type,
            @Nullable String name,
            @Nullable Named owner,
            boolean ownerSure,
            List<HolderLine> holders,
            long nanos,
            int kept,
            int carriers,
            int ready)
            implements WaitFacts {
        public LostCarrier {
            holders = List.copyOf(holders);
        }
    }
}
