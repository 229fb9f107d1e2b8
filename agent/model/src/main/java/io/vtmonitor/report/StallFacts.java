package io.vtmonitor.report;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitFacts.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why no virtual thread gets a carrier, without a sentence. {@code report.text} makes those. */
public sealed interface StallFacts {
    /**
     * As another JVM or another process has put it: the JSON of a report has stalls in words.
     *
     * @param verdict who waits for whom
     * @param action what to do
     */
    record Worded(String verdict, String action) implements StallFacts {}

    /** Who holds the carriers could not be read. */
    record Unreadable(String failure) implements StallFacts {}

    /**
     * Where threads hold carriers.
     *
     * @param where the frame that holds it, else the topmost of the application
     * @param carriers so many are held there
     */
    record Place(String where, int carriers) {}

    /**
     * A static initializer that is under way, for which a thread that shows as running may wait.
     *
     * @param className of the class
     * @param thread the name of the thread that runs it
     */
    record Initializing(String className, String thread) {}

    /** What the threads on the carriers do. */
    enum Doing {
        /** They can't be seen. */
        UNSEEN,
        BLOCKED,
        /** Each continues now and then, and blocks again without giving its carrier back. */
        BLOCKED_AGAIN,
        COMPUTING,
        IN_NATIVE_CALLS,
        /** They show as running, and hardly use a processor. */
        IDLE,
        /** Not all the same. */
        SEVERAL,
        UNKNOWN
    }

    /**
     * The lock or the monitor that most of the threads on the carriers wait for.
     *
     * @param thing a lock or a monitor
     * @param carriers so many are held by threads that wait for it
     * @param owner who has it, to the end of the chain
     */
    record Wanted(Thing.Kind thing, int carriers, LockOwner owner) {}

    /**
     * The carriers are held.
     *
     * @param doing what for
     * @param carriers how many
     * @param waiting so many of these by threads that wait for what others on carriers have; the rest is what those do
     * @param places of the others, most carriers first
     * @param virtualPoller whether a virtual thread without a carrier wakes those that wait for sockets
     * @param unclear an initializer for which one of them may wait; null if none does
     * @param wanted what most of them wait for, where that is a lock or a monitor that a thread is known to have; null
     *     otherwise
     * @param moreCarriersMayHelp whether threads could continue that these wait for, if there were more carriers
     */
    record Held(
            Doing doing,
            int carriers,
            int waiting,
            List<Place> places,
            boolean virtualPoller,
            @Nullable Initializing unclear,
            @Nullable Wanted wanted,
            boolean moreCarriersMayHelp)
            implements StallFacts {
        public Held {
            places = List.copyOf(places);
        }

        /** The same with more carriers, by threads that wait for what those on these carriers have. */
        public Held withWaiting(int more) {
            return new Held(doing, carriers + more, more, places, virtualPoller, unclear, wanted, moreCarriersMayHelp);
        }

        /** The same where more carriers may help. */
        public Held easedByCarriers() {
            return new Held(doing, carriers, waiting, places, virtualPoller, unclear, wanted, true);
        }
    }

    /**
     * A lock belongs to a virtual thread without a carrier, or it is that thread's turn, while threads that wait for it
     * hold carriers.
     *
     * @param thread who has it or is next
     * @param owns whether it has it
     * @param waitsItself whether that thread waits for something else, after which it will need a carrier
     * @param ofUnpin whether it is a lock in place of a monitor, whose owner runs without a carrier, too
     * @param lock class and identity
     * @param waiting so many carriers are held by threads that wait for it
     * @param carriers so many are held in all
     * @param places where
     */
    record Handed(
            Named thread,
            boolean owns,
            boolean waitsItself,
            boolean ofUnpin,
            String lock,
            int waiting,
            int carriers,
            List<Place> places)
            implements StallFacts {
        public Handed {
            places = List.copyOf(places);
        }
    }

    /**
     * Threads on carriers wait for a class that another thread initializes.
     *
     * @param className of the class
     * @param used the class that is used, which needs that one first; null if it is the same or not known
     * @param thread who initializes it; null if nobody is seen to
     * @param blocked whether that one waits
     * @param operation what for; unknown where it holds no carrier
     * @param where it is
     * @param virtualPoller as in {@link Held}
     * @param waiting so many carriers are held by threads that wait for the class
     * @param sure whether they are known to
     * @param places where they do
     * @param wanted the lock or the monitor that the initializer waits for; null if it waits for none, or nobody is
     *     known to have it
     */
    record ClassInitializer(
            String className,
            @Nullable String used,
            @Nullable Named thread,
            boolean blocked,
            Operation operation,
            String where,
            boolean virtualPoller,
            int waiting,
            boolean sure,
            List<Place> places,
            @Nullable Wanted wanted)
            implements StallFacts {
        public ClassInitializer {
            places = List.copyOf(places);
        }
    }

    /** Threads that wait for each other hold the carriers. */
    record Circle(WaitFacts.Deadlock deadlock) implements StallFacts {}
}
