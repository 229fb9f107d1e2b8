package io.vtmonitor.report;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a verdict is based on, as data. {@code report.text} makes the sentences. */
public sealed interface WaitFacts {
    /**
     * The sentences of another JVM or process, read from the JSON of a report.
     *
     * @param evidence what was found
     * @param cure what to do
     * @param headline the evidence in one line; empty in a report of an older release
     * @param chain which thread waits for which, to the end; empty if that is not shown
     */
    record Worded(String evidence, String cure, String headline, List<Step> chain) implements WaitFacts {
        public Worded {
            chain = List.copyOf(chain);
        }

        /** Without a headline and a chain. */
        public Worded(String evidence, String cure) {
            this(evidence, cure, "", List.of());
        }
    }

    /**
     * A thread of a chain, in words.
     *
     * @param text which thread it is, what it waits for, and the thread that has that
     * @param frames its stack, topmost first; empty if it was not read
     */
    record Step(String text, List<StackFrame> frames) {
        public Step {
            frames = List.copyOf(frames);
        }
    }

    /**
     * How people know a thread.
     *
     * @param id its {@code Thread.threadId}
     * @param name its name; may be empty
     */
    record Named(long id, String name, boolean virtual) {}

    /**
     * A thread waits for a thing that another thread has.
     *
     * @param thread the thread that waits
     * @param at where it waits, its topmost frame that is not the JDK's; null if it has none, or its stack was not read
     * @param kind of the thing
     * @param type the thing's class; empty if that is not known
     * @param name the thing's name; null if it has none
     * @param owner the thread that has the thing, alone or with others
     * @param took the owner's frame that took the thing; null if that is not known
     * @param shared whether the owner shares it with others, as readers do
     * @param sure whether it is certain that the owner has it
     * @param frames the stack of the thread that waits, topmost first; empty if it was not read
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

    /** How many looks or dumps found something. */
    enum Basis {
        ONE_LOOK,
        TWO_LOOKS,
        ONE_DUMP,
        TWO_DUMPS
    }

    /**
     * Threads wait for each other. The last one waits for what the first one has.
     *
     * @param links at least one
     * @param threads how many threads are in the circle; may be more than there are links
     * @param behind how many further threads wait for these, directly or through others
     * @param carriers how many carriers all of these threads hold
     * @param basis how many looks or dumps found it
     */
    record Deadlock(List<Link> links, int threads, int behind, int carriers, Basis basis) implements WaitFacts {
        public Deadlock {
            links = List.copyOf(links);
        }
    }

    /**
     * A thread holds its carrier and waits.
     *
     * @param keeper the thread, and where it waits
     * @param awaited what it waits for; null if that is nothing that a thread can have
     * @param kept how many carriers are held in this way
     * @param carriers how many carriers there are
     * @param ready virtual threads that wait for a carrier meanwhile
     */
    record LostCarrier(WaitingKeeper keeper, @Nullable AwaitedThing awaited, int kept, int carriers, int ready)
            implements WaitFacts {}

    /**
     * A thread that waits on its carrier.
     *
     * @param thread the thread
     * @param at where it waits; null if its stack was not read
     * @param operation what it waits for, by its frames
     * @param holders the frames that hold the carrier, nearest to the wait first
     * @param nanos for how long each look has found it waiting there
     */
    record WaitingKeeper(
            Named thread, @Nullable StackFrame at, WaitOperation operation, List<HolderLine> holders, long nanos) {
        public WaitingKeeper {
            holders = List.copyOf(holders);
        }
    }

    /**
     * A thing that a thread waits for and another thread may have.
     *
     * @param kind of the thing
     * @param type the thing's class; empty if that is not known
     * @param name the thing's name; null if it has none
     * @param owner the thread that has it; null if that is not known
     * @param ownerSure whether it is certain that this thread has it
     */
    record AwaitedThing(
            Kind kind,
            String type,
            @Nullable String name,
            @Nullable Named owner,
            boolean ownerSure) {}

    /**
     * A thread that stayed on its carrier while others were ready to run.
     *
     * @param seconds for how long, at least
     * @param waiters how many of the watched threads were ready all that time and got no carrier
     * @param watched how many threads without a carrier were watched
     */
    record Run(Named thread, double seconds, int waiters, int watched) {}

    /**
     * A thread computes and does not release its carrier.
     *
     * @param site the method in which it computes
     * @param lasting whether the look before found this thread on this carrier; else it found other threads in this
     *     method
     * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that is not
     *     known
     */
    record CarrierHog(Run run, String site, boolean lasting, double processor) implements WaitFacts {}

    /**
     * Threads loop around {@code Thread.yield}.
     *
     * @param site the method with the loop
     * @param part of the threads that had just got a carrier and were sampled, the part that was in this method
     * @param ready how many threads were ready to run and had no carrier
     * @param run of a looping thread that was on its carrier at each look; null if the threads that had just got a
     *     carrier show the loop
     */
    record Spin(
            String site, double part, int ready, @Nullable Run run) implements WaitFacts {}

    /** Why threads that are ready to run get no carrier. */
    enum BacklogCause {
        /** Threads on at least half of the carriers are pinned: they wait on them. */
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
     * Threads were ready to run and got no carrier.
     *
     * @param ready how many threads, at the start
     * @param stayed how many of the watched threads never got a carrier
     * @param watched how many of them were watched
     * @param seconds for how long
     * @param mounted how many threads were on carriers, at the start
     * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that is not
     *     known
     * @param computed how many carriers used a processor for a while; less than 0 if that is not known
     * @param keepers threads that stayed on their carriers while they were watched, at this look and at the one before
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
     * @param site the method of the application in which it is
     */
    record CarrierKeeper(Named thread, String site) {}

    /**
     * Threads wake so often that mounting them takes much of a processor.
     *
     * @param site the method in which they wait for less than a millisecond each time
     * @param caller the frame that calls the library of that method; null if there is none
     * @param threads how many threads were found there
     * @param nanos for how long the carriers were watched
     * @param mounts how many mounts the scheduler counted meanwhile
     * @param carrierNanos processor time of the carriers meanwhile
     */
    record WakeStorm(String site, @Nullable String caller, int threads, long nanos, long mounts, long carrierNanos)
            implements WaitFacts {}

    /** Which part of the threads waits at a place. */
    enum Part {
        ALL,
        /** More than half of them, beyond the margin of the sample. */
        MOST,
        /** More than at any other place. */
        SOME
    }

    /**
     * Where threads wait.
     *
     * @param site the topmost frame that is not the JDK's, {@code com.acme.Cache.load}
     * @param caller the topmost frame outside of the library of that frame and of frameworks; null if there is none
     * @param threads about how many threads wait there
     */
    record Place(String site, @Nullable String caller, Part part, int threads) {
        /** The only place of all threads. */
        public static Place only(String site, @Nullable String caller, int threads) {
            return new Place(site, caller, Part.ALL, threads);
        }
    }

    /**
     * The latest looks or dumps in a row that found threads waiting.
     *
     * @param looks how many looks, or dumps
     * @param ofDumps how many dumps there are in all; 0 if the agent looked
     * @param seconds time from the first to the last; 0 if not known
     * @param fewest the fewest threads at any of them
     */
    record Row(int looks, int ofDumps, double seconds, int fewest) {}

    /**
     * Threads that wait for the same thing.
     *
     * @param threads how many threads, at the last look
     * @param estimate whether {@code threads} and the fewest of {@code row} are extrapolated
     * @param place where most of them wait
     * @param row the looks or dumps; null if it is not known for these threads by themselves
     */
    record Waiting(
            int threads,
            boolean estimate,
            Place place,
            @Nullable Row row) {
        /** Whether dumps show the threads; else the agent looked. */
        public boolean isInDumps() {
            return row != null && row.ofDumps() > 0;
        }

        /** Whether a single dump shows them. */
        public boolean isInOneDump() {
            return row != null && row.ofDumps() > 0 && row.looks() == 1;
        }
    }

    /**
     * Threads wait for a class that another thread initializes.
     *
     * @param initializers how many threads run static initializers
     * @param by the only thread that does, which likely is the one they wait for; null if there are several, or none
     */
    record ClassInitializer(
            Waiting waiting, int initializers, @Nullable Initializing by) implements WaitFacts {}

    /**
     * A thread in a static initializer.
     *
     * @param className the name of the class
     * @param doing what the thread does now; unknown if that could not be read
     */
    record Initializing(Named thread, String className, WaitOperation doing) {}

    /**
     * Thread locals of many threads take much of the heap.
     *
     * @param threads how many threads have a thread local of this kind, an estimate
     * @param each whether all threads that were read have it
     * @param type class of the values
     * @param inheritable whether new threads copy it from the thread that starts them
     * @param owner the class that made it; null if the object does not show this
     * @param library the library of the owner; null if that is not known
     * @param bytes the bytes that all of them hold, an estimate
     * @param heapBytes the bytes of the heap that are in use
     * @param read how many threads were read
     * @param of how many threads these stand for
     * @param objects how many objects of each thread were read, at most
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

    /** What a thread waits for until another thread, its owner, releases it, runs it, or ends. */
    enum Owned {
        LOCK,
        MONITOR,
        /** Some threads wait for locks, others for monitors. */
        LOCK_OR_MONITOR,
        TASK,
        THREAD,
        SUBTASKS,
        /** Something else, or several of these. */
        OTHER;

        /** One value for both. */
        public static Owned both(@Nullable Owned one, Owned other) {
            boolean locks = one != null && one.compareTo(LOCK_OR_MONITOR) <= 0 && other.compareTo(LOCK_OR_MONITOR) <= 0;
            return one == null || one == other ? other : locks ? LOCK_OR_MONITOR : OTHER;
        }
    }

    /**
     * How people know a pool.
     *
     * @param name the name that the application gave it; null if it has none
     * @param title the kind of pool, {@code HikariCP}
     */
    record NamedPool(@Nullable String name, String title) {}

    /** What the borrowers of an exhausted pool wait for. */
    enum Wanted {
        /** Another resource of the same pool, for the same route or key if it has these. */
        ONE_MORE,
        /** A resource of the same pool for another route or key. */
        OTHER_KEY,
        OTHER_POOL
    }

    /**
     * All that a pool can lend is lent to threads that wait for another resource.
     *
     * @param lends what the pool lends, {@code connection}
     * @param lent how many resources are lent
     * @param ofKey whether these are all for one route or key, not all of the pool's
     * @param by through what some of the threads wait for a pool, such as a lock; null if all of them wait directly
     * @param allBy whether all of the threads wait through such things
     * @param others the pools that they wait for, in no particular order
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
     * @param namesake whether it is another pool with the same name as the one that is lent out
     */
    record OtherPool(NamedPool pool, boolean namesake) {}

    /**
     * Pools that wait for themselves, or for each other.
     *
     * @param pools at least one
     * @param by through what some of the threads wait for a pool, such as a lock; null if all of them wait directly
     * @param basis how many looks or dumps found it
     */
    record PoolCycle(List<LentOut> pools, @Nullable Owned by, Basis basis) implements WaitFacts {
        public PoolCycle {
            pools = List.copyOf(pools);
        }
    }

    /**
     * How many threads that wait for the same thing made progress while the last look watched them.
     *
     * @param seconds for how long they were watched
     * @param taken about how many of them made progress
     * @param gaveUp about how many gave up because their time limit had passed
     * @param orGaveUp whether some of those that made progress may have given up
     * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that was
     *     most of it, or is not known
     * @param starvedSeconds for how long none made progress whenever they were watched, while some gave up; 0 if that
     *     was not long
     */
    record Progress(double seconds, int taken, int gaveUp, boolean orGaveUp, double processor, double starvedSeconds) {}

    /** What in dumps shows that threads wait long for a lock. */
    enum Lasting {
        /** Its holder waits in the only dump. */
        ONE_DUMP,
        /** Its holder waits in each dump of the row. */
        HOLDER_WAITED,
        /** The holder is the same as in the dump before, and nearly all threads that waited then still wait. */
        SAME_HOLDER,
        /** All threads that waited in the dump before still wait. */
        ALL_STAY,
        /** The same is true of the dump before. */
        ALL_STAY_AGAIN
    }

    /**
     * What dumps show of how long threads wait for a lock.
     *
     * @param before how many threads waited in the dump before
     */
    record Stay(Lasting why, int before) {}

    /**
     * The end of a chain of owners: the owner of what others wait for may itself wait for something with an owner, and
     * so on. The owner at the end waits for nothing that has an owner.
     *
     * @param links at least one, from the first owner on: each owner waits for what the next one has, the last for what
     *     {@code holder} has
     * @param holder the owner at the end
     * @param inJdk the frame of the JDK's own code that wants the lock; null if the application's code wants it
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
     * The owner of the lock that threads wait for.
     *
     * @param holder the owner; null if no look searched for it
     * @param inJdk the frame of the JDK's own code that wants the lock; null if the application's code wants it
     * @param last the end of the chain of owners; null if the holder waits for no other lock
     * @param mayBeIdle whether the holder reads from a socket, and it is not known whether it has sent a request
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
     * @param progress how the queue moved while it was watched; null if it was not watched, as in dumps
     * @param stay what dumps show instead; null if it was watched live
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
     * Threads stay parked though what they wait for is available.
     *
     * @param semaphore whether they wait for a permit; else for a lock
     * @param type the class of the semaphore or the lock; null if that is not known
     * @param looks how many looks in a row found it available and the same thread next
     * @param jdk bugs that may be the reason
     */
    record LostWakeUp(boolean semaphore, @Nullable String type, Waiting waiting, long looks, JdkBugs jdk)
            implements WaitFacts {}

    /**
     * Bugs of a JDK by which virtual threads get stuck.
     *
     * @param javaVersion the version of the JVM's Java
     * @param bugs the bugs of this build
     * @param recommended versions to run on, as in {@link io.vtmonitor.model.Change.RunOn}
     */
    record JdkBugs(String javaVersion, List<AffectedJdk> bugs, List<String> recommended) {
        public JdkBugs {
            bugs = List.copyOf(bugs);
            recommended = List.copyOf(recommended);
        }
    }

    /**
     * Threads wait long for what a pool lends.
     *
     * @param pool the kind of pool, {@code HikariCP}
     * @param lends what the pool lends, {@code connection}
     * @param sameSeconds for how long each look found the same threads, and none made progress; 0 if that was not long
     * @param progress how the queue moved while it was watched; null if it was not watched, as in dumps
     * @param pools the pools of this kind that are followed; empty if there are none
     * @param sawAllLent whether these were followed before they lent anything
     * @param watchable whether {@code resources} is off, and {@code resources=on} could find the size that callers need
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

        /** The same with the pools of its kind. */
        public PoolExhausted with(List<ResourcePool> ofItsKind, boolean allLent) {
            return new PoolExhausted(pool, lends, waiting, sameSeconds, progress, ofItsKind, allLent, false);
        }
    }

    /**
     * Ever more threads wait at one place, and none leaves.
     *
     * @param from how many there were at first
     * @param to how many there are now
     * @param estimate whether {@code from} and {@code to} are extrapolated
     * @param operation what they wait for
     * @param place where they wait
     * @param oneThing whether all wait for the same object
     * @param looks how many looks or dumps show the growth
     * @param seconds how long it has lasted; 0 if dumps show it
     * @param all how many threads wait in the same way at all places; 0 if this is the only place, or if dumps show it
     * @param allStay whether all of the first threads are still there; else nearly all are
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
