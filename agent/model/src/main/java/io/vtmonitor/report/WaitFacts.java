package io.vtmonitor.report;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Library;
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
     * @param headline the same as the evidence in one line; empty if a former release wrote it
     * @param chain who waits for whom, to the end; empty if that is not shown
     */
    record Worded(String evidence, String cure, String headline, List<Step> chain) implements WaitFacts {
        public Worded {
            chain = List.copyOf(chain);
        }

        /** Without a headline. */
        public Worded(String evidence, String cure) {
            this(evidence, cure, "", List.of());
        }
    }

    /**
     * One thread of a chain in words.
     *
     * @param text which thread, what it waits for, and who has that
     * @param frames its stack, topmost first; empty if that was not read
     */
    record Step(String text, List<StackFrame> frames) {
        public Step {
            frames = List.copyOf(frames);
        }
    }

    /**
     * A thread, by what people know it by.
     *
     * @param id as {@code Thread.threadId}
     * @param name may be empty
     */
    record Named(long id, String name, boolean virtual) {}

    /**
     * A thread waits for a thing that another one has.
     *
     * @param thread who waits
     * @param at where, its topmost frame that is not the JDK's; null if it has none or that was not read
     * @param kind of the thing
     * @param type the thing's class; empty if that is not known
     * @param name the thing's name; null if it has none
     * @param owner who has it, perhaps with others
     * @param took the frame that took it, of the owner; null if that is not known
     * @param shared whether the owner has it with others, as readers do
     * @param sure whether it is certain that the owner has it
     * @param frames the stack of the thread that waits, topmost first; empty if that was not read
     */
    record Link(
            Named thread,
            @Nullable StackFrame at,
            Kind kind,
            String type,
            @Nullable String name,
            Named owner,
            @Nullable StackFrame took,
            boolean shared,
            boolean sure,
            List<StackFrame> frames) {
        public Link {
            frames = List.copyOf(frames);
        }
    }

    /** By how many looks or dumps something was seen. */
    enum Basis {
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
     * @param basis by how many looks or dumps
     */
    record Deadlock(List<Link> links, int threads, int behind, int carriers, Basis basis) implements WaitFacts {
        public Deadlock {
            links = List.copyOf(links);
        }
    }

    /**
     * A thread that keeps its carrier and waits.
     *
     * @param keeper the thread, and where it waits
     * @param awaited what it waits for; null if nobody can have that
     * @param kept so many carriers are kept in this way
     * @param carriers of so many
     * @param ready virtual threads that wait for a carrier meanwhile
     */
    record LostCarrier(WaitingKeeper keeper, @Nullable AwaitedThing awaited, int kept, int carriers, int ready)
            implements WaitFacts {}

    /**
     * A thread that waits on its carrier.
     *
     * @param thread the thread
     * @param at where it waits; null if that was not read
     * @param operation what it waits for, by its frames
     * @param holders the frames that keep the carrier, nearest to the wait first
     * @param nanos for how long each look has found it so
     */
    record WaitingKeeper(
            Named thread, @Nullable StackFrame at, WaitOperation operation, List<HolderLine> holders, long nanos) {
        public WaitingKeeper {
            holders = List.copyOf(holders);
        }
    }

    /**
     * What a thread waits for and another one may have.
     *
     * @param kind of the thing
     * @param type the thing's class; empty if that is not known
     * @param name the thing's name; null if it has none
     * @param owner who has it; null if that is not known
     * @param ownerSure whether that is certain
     */
    record AwaitedThing(
            Kind kind,
            String type,
            @Nullable String name,
            @Nullable Named owner,
            boolean ownerSure) {}

    /**
     * A thread that stayed on its carrier while others could run.
     *
     * @param seconds for so long at least
     * @param waiters so many of those that were watched could run all that time and got no carrier
     * @param watched threads without a carrier that were watched
     */
    record Run(Named thread, double seconds, int waiters, int watched) {}

    /**
     * A thread computes and does not give its carrier back.
     *
     * @param site the method in which it does
     * @param lasting whether the look before found this thread on this carrier, too; else others in this method
     * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that is not
     *     known
     */
    record CarrierHog(Run run, String site, boolean lasting, double processor) implements WaitFacts {}

    /**
     * Threads loop around {@code Thread.yield}.
     *
     * @param site the method in which they do
     * @param part of some threads that had just got a carrier, the part that was there
     * @param ready threads that could run and had no carrier
     * @param run of one that kept its carrier at each look; null if those that had just got one tell
     */
    record Spin(
            String site, double part, int ready, @Nullable Run run) implements WaitFacts {}

    /** Why threads that can run get no carrier. */
    enum BacklogCause {
        /** Threads on at least half of the carriers wait there. */
        PINNED,
        /** The carriers had too little of a processor. */
        STARVED,
        /** The threads on the carriers hardly used a processor. */
        IDLE,
        /** Some of the carriers hardly used a processor. */
        PARTLY_IDLE,
        /** All carriers compute. */
        WORK
    }

    /**
     * Threads could run and got no carrier.
     *
     * @param ready how many, at the begin
     * @param stayed so many of those that were watched got none all the while
     * @param watched so many of them were watched
     * @param seconds for so long
     * @param mounted threads on carriers, at the begin
     * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that is not
     *     known
     * @param computed so many carriers used a processor for a while; less than 0 if that is not known
     * @param keepers threads that did not leave their carriers while they were watched, at the look before neither
     */
    record Backlog(
            BacklogCause cause,
            int ready,
            int stayed,
            int watched,
            double seconds,
            int mounted,
            double processor,
            int computed,
            List<CarrierKeeper> keepers)
            implements WaitFacts {}

    /**
     * A thread that stays on its carrier.
     *
     * @param site the method of the application that it stays in
     */
    record CarrierKeeper(Named thread, String site) {}

    /**
     * Threads wake so often that mounting them takes much of a processor.
     *
     * @param site the method in which they wait for less than a millisecond each time
     * @param caller who calls the library of that; null if there is none
     * @param threads that were found there
     * @param nanos for so long it was watched
     * @param mounts that the scheduler counted meanwhile
     * @param carrierNanos processor time of the carriers meanwhile
     */
    record WakeStorm(String site, @Nullable String caller, int threads, long nanos, long mounts, long carrierNanos)
            implements WaitFacts {}

    /** Which part of the threads waits at a place. */
    enum Part {
        ALL,
        /** Surely more than half of them. */
        MOST,
        /** More than at any other place. */
        SOME
    }

    /**
     * Where threads wait.
     *
     * @param site the topmost frame that is not the JDK's, {@code com.acme.Cache.load}
     * @param caller the topmost frame outside of that library and of frameworks; null if there is none
     * @param threads there, about
     */
    record Place(String site, @Nullable String caller, Part part, int threads) {
        /** The only one. */
        public static Place only(String site, @Nullable String caller, int threads) {
            return new Place(site, caller, Part.ALL, threads);
        }
    }

    /**
     * The latest looks or dumps at which threads waited, without one in between at which they did not.
     *
     * @param looks how many; dumps where it was by these
     * @param ofDumps all the dumps there are; 0 if the agent looked
     * @param seconds from the first to the last; 0 if not known
     * @param fewest threads at one of them
     */
    record Row(int looks, int ofDumps, double seconds, int fewest) {}

    /**
     * Threads that wait for the same.
     *
     * @param threads at the last look
     * @param estimate whether that is extrapolated, and the fewest of the row are
     * @param place of most of them
     * @param row null if it is not known of these threads alone
     */
    record Waiting(
            int threads,
            boolean estimate,
            Place place,
            @Nullable Row row) {
        /** Whether dumps show it: else the agent looked. */
        public boolean isInDumps() {
            return row != null && row.ofDumps() > 0;
        }

        /** Whether one dump alone does. */
        public boolean isInOneDump() {
            return row != null && row.ofDumps() > 0 && row.looks() == 1;
        }
    }

    /**
     * Threads wait for a class that another one initializes.
     *
     * @param initializers threads that run static initializers
     * @param by the only one of these, which likely is it; null if there are several, or none
     */
    record ClassInitializer(
            Waiting waiting, int initializers, @Nullable Initializing by) implements WaitFacts {}

    /**
     * A thread in a static initializer.
     *
     * @param className of the class
     * @param doing what it does now; unknown where that could not be read
     */
    record Initializing(Named thread, String className, WaitOperation doing) {}

    /**
     * Thread locals of many threads take much of the heap.
     *
     * @param threads that have one of this kind, an estimate
     * @param each whether all that were read have it
     * @param type class of the values
     * @param inheritable whether new threads copy it from the thread that starts them
     * @param owner the class that made it; null if its object does not show that
     * @param library of the owner; null if that is not known
     * @param bytes of all of them, an estimate
     * @param heapBytes of the heap that is in use
     * @param read threads that were read
     * @param of threads that these stand for
     * @param objects at most so many of each were read
     */
    record ThreadLocals(
            double threads,
            boolean each,
            String type,
            boolean inheritable,
            @Nullable String owner,
            @Nullable Library library,
            double bytes,
            double heapBytes,
            int read,
            int of,
            int objects)
            implements WaitFacts {}

    /** What keeps a thread from continuing until its owner does. */
    enum Owned {
        LOCK,
        MONITOR,
        /** Locks of some threads, monitors of others. */
        LOCK_OR_MONITOR;

        /** What there is of both. */
        public static Owned both(@Nullable Owned one, Owned other) {
            return one == null || one == other ? other : LOCK_OR_MONITOR;
        }
    }

    /**
     * A pool, by what people know it by.
     *
     * @param name that the application gave it; null if it has none
     * @param title of its kind, {@code HikariCP}
     */
    record NamedPool(@Nullable String name, String title) {}

    /** What the threads want that all of a pool is lent to. */
    enum Wanted {
        /** Of the same pool, and for the same route or key where it has such. */
        ONE_MORE,
        /** Of the same pool for another route or key. */
        OTHER_KEY,
        OTHER_POOL
    }

    /**
     * All that a pool can lend is lent to threads that wait for more.
     *
     * @param lends what, {@code connection}
     * @param lent how many
     * @param ofKey whether these are all for one route or key, not all of the pool
     * @param by what some of the threads wait for, whose owner waits for a pool; null if all of them wait for one
     * @param allBy whether all do
     * @param others the pools that they wait for, in no order
     */
    record LentOut(
            NamedPool pool,
            String lends,
            int lent,
            boolean ofKey,
            @Nullable Owned by,
            boolean allBy,
            Wanted wanted,
            List<OtherPool> others) {
        public LentOut {
            others = List.copyOf(others);
        }
    }

    /**
     * A pool that threads wait for.
     *
     * @param namesake whether it is another one than that which is lent out, of the same name
     */
    record OtherPool(NamedPool pool, boolean namesake) {}

    /**
     * Pools that wait for themselves, or for each other.
     *
     * @param pools at least one
     * @param by what some of the threads wait for, whose owner waits for a pool; null if all of them wait for one
     * @param basis by how many looks
     */
    record PoolCycle(List<LentOut> pools, @Nullable Owned by, Basis basis) implements WaitFacts {
        public PoolCycle {
            pools = List.copyOf(pools);
        }
    }

    /**
     * How threads that wait for the same moved on while they were watched at the last look.
     *
     * @param seconds for so long they were watched
     * @param taken so many of them made progress, about
     * @param gaveUp so many gave up when their time was over, about
     * @param orGaveUp whether some of those that made progress may have given up
     * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that was
     *     most of it, or is not known
     * @param starvedSeconds for so long none made progress whenever they were watched, and some gave up; 0 if that is
     *     not for long
     */
    record Progress(double seconds, int taken, int gaveUp, boolean orGaveUp, double processor, double starvedSeconds) {}

    /** Why threads that dumps show at a lock wait there for long. */
    enum Lasting {
        /** Its holder waits in the only dump. */
        ONE_DUMP,
        /** Its holder waits in each dump of the row. */
        HOLDER_WAITED,
        /** It is held by the same thread as at the dump before, and nearly all that waited then still do. */
        SAME_HOLDER,
        /** All that waited at the dump before still do. */
        ALL_STAY,
        /** The same, and so it was at the dump before. */
        ALL_STAY_AGAIN
    }

    /**
     * What dumps show of how long threads wait for a lock.
     *
     * @param before so many waited at the dump before
     */
    record Stay(Lasting why, int before) {}

    /**
     * The end of a chain of owners: the thread that has what others wait for waits for something itself, whose owner
     * may do so, too. This one does not.
     *
     * @param links from the first owner on, at least one: each waits for what the next one has, the last for what is at
     *     the end
     * @param holder the owner at the end
     * @param inJdk the frame of the JDK's own code that wants it; null if the application wants it
     */
    record ChainEnd(
            List<Link> links, WaitHolder holder, @Nullable StackFrame inJdk) {
        public ChainEnd {
            links = List.copyOf(links);
        }

        /** What the owner at the end has, a lock or a monitor. */
        public Thing.Kind thing() {
            return links.get(links.size() - 1).kind();
        }
    }

    /**
     * Who has the lock that threads wait for.
     *
     * @param holder null if nobody was asked
     * @param inJdk the frame of the JDK's own code that wants it; null if the application wants it
     * @param last null if the holder waits for no other lock
     * @param mayBeIdle whether the holder reads from a socket, and nobody knows whether it has sent a request
     */
    record LockOwner(
            @Nullable WaitHolder holder,
            @Nullable StackFrame inJdk,
            @Nullable ChainEnd last,
            boolean mayBeIdle) {}

    /**
     * Threads wait for one lock or monitor that is held for long.
     *
     * @param thing a lock or a monitor
     * @param type its class; null if that is not known
     * @param progress null if it was not watched, as by dumps
     * @param stay what dumps show instead; null if it was watched
     */
    record Convoy(
            Thing.Kind thing,
            @Nullable String type,
            Waiting waiting,
            @Nullable Progress progress,
            @Nullable Stay stay,
            LockOwner owner)
            implements WaitFacts {}

    /**
     * Threads wait for a lock whose owner has ended.
     *
     * @param type its class; null if that is not known
     */
    record Abandoned(@Nullable String type, Waiting waiting, WaitHolder holder) implements WaitFacts {}

    /**
     * Threads stay parked though what they wait for is to be had.
     *
     * @param semaphore whether that is a permit: else it is a lock
     * @param type the class of the semaphore or the lock; null if that is not known
     * @param looks in a row at which it was to be had, and the same thread was next
     * @param jdk bugs that may be the reason
     */
    record LostWakeUp(boolean semaphore, @Nullable String type, Waiting waiting, long looks, JdkBugs jdk)
            implements WaitFacts {}

    /**
     * Bugs of a JDK by which virtual threads get stuck.
     *
     * @param javaVersion of the JVM
     * @param bugs that its build has
     * @param recommended versions to run on, as in {@link io.vtmonitor.model.Change.RunOn}
     */
    record JdkBugs(String javaVersion, List<AffectedJdk> bugs, List<String> recommended) {
        public JdkBugs {
            bugs = List.copyOf(bugs);
            recommended = List.copyOf(recommended);
        }
    }

    /**
     * Threads wait for long for what a pool lends.
     *
     * @param pool its name for people
     * @param lends what, {@code connection}
     * @param sameSeconds for so long each look found the same threads, and none made progress; 0 if that is not for
     *     long
     * @param progress null if it was not watched, as by dumps
     * @param pools those of the kind that are watched themselves; empty if none is
     * @param sawAllLent whether these were watched before they lent anything
     * @param watchable whether {@code resources=on}, which is off, can tell the size that callers need
     */
    record PoolExhausted(
            String pool,
            String lends,
            Waiting waiting,
            double sameSeconds,
            @Nullable Progress progress,
            List<ResourcePool> pools,
            boolean sawAllLent,
            boolean watchable)
            implements WaitFacts {
        public PoolExhausted {
            pools = List.copyOf(pools);
        }

        /** The same with what the pools of its kind have lent. */
        public PoolExhausted with(List<ResourcePool> ofItsKind, boolean allLent) {
            return new PoolExhausted(pool, lends, waiting, sameSeconds, progress, ofItsKind, allLent, false);
        }
    }

    /**
     * Threads at one place become more and more, and none leaves.
     *
     * @param from how many there were at first
     * @param to how many there are
     * @param estimate whether these are extrapolated
     * @param operation what they wait for
     * @param place where
     * @param oneThing whether all wait for the same object
     * @param looks over so many, or so many dumps
     * @param seconds over so long; 0 by dumps
     * @param all threads that wait in the same way at other places, too; 0 if there are none
     * @param allStay whether all of the first ones are still there: else nearly all are
     */
    record Growing(
            int from,
            int to,
            boolean estimate,
            WaitOperation operation,
            Place place,
            boolean oneThing,
            int looks,
            double seconds,
            int all,
            boolean allStay)
            implements WaitFacts {}
}
