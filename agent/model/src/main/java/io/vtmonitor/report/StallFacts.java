package io.vtmonitor.report;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitFacts.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why no virtual thread gets a carrier, as data. {@code report.text} makes the sentences. */
public sealed interface StallFacts {
    /**
     * The sentences of another JVM or process, read from the JSON of a report.
     *
     * @param verdict the sentence about which thread waits for which
     * @param action what to do
     */
    record Worded(String verdict, String action) implements StallFacts {}

    /** The threads on the carriers could not be read. */
    record Unreadable(String failure) implements StallFacts {}

    /**
     * A place where threads hold carriers.
     *
     * @param where the frame that holds the carrier, else the topmost frame of the application
     * @param carriers how many carriers are held there
     */
    record Place(String where, int carriers) {}

    /**
     * A running static initializer, for which a thread that is shown as running may wait.
     *
     * @param className the name of the class
     * @param thread the name of the thread that runs it
     */
    record Initializing(String className, String thread) {}

    /** What the threads on the carriers do. */
    enum Doing {
        /** The threads can't be seen. */
        UNSEEN,
        BLOCKED,
        /** Each continues now and then, but blocks again without releasing its carrier. */
        BLOCKED_AGAIN,
        COMPUTING,
        IN_NATIVE_CALLS,
        /** They are shown as running, but hardly use a processor. */
        IDLE,
        /** Not all do the same. */
        SEVERAL,
        UNKNOWN
    }

    /**
     * The lock or the monitor that most of the threads on the carriers wait for.
     *
     * @param thing a lock or a monitor
     * @param carriers how many carriers are held by threads that wait for it
     * @param owner its owner, with the chain of owners
     */
    record Wanted(Thing.Kind thing, int carriers, LockOwner owner) {}

    /**
     * The carriers are held.
     *
     * @param doing what the threads on the carriers do
     * @param carriers how many are held
     * @param waiting how many of these are held by threads that wait for what other threads on carriers have; the other
     *     facts are about these others
     * @param places where the others are, most carriers first
     * @param virtualPoller whether threads that wait for sockets are woken by a virtual thread, which has no carrier
     *     now
     * @param unclear an initializer that one of the threads may wait for; null if there is none
     * @param wanted what most of them wait for, if that is a lock or a monitor with a known owner; null otherwise
     * @param moreCarriersMayHelp whether threads that these wait for could continue if there were more carriers
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

        /** The same with more carriers, held by threads that wait for what the threads on these carriers have. */
        public Held withWaiting(int more) {
            return new Held(doing, carriers + more, more, places, virtualPoller, unclear, wanted, moreCarriersMayHelp);
        }

        /** The same, if more carriers may help. */
        public Held easedByCarriers() {
            return new Held(doing, carriers, waiting, places, virtualPoller, unclear, wanted, true);
        }
    }

    /**
     * The owner of a lock, or the thread that is next to get it, has no carrier, while threads that wait for the lock
     * hold carriers.
     *
     * @param thread the owner or the next thread
     * @param owns whether it owns the lock, perhaps with other readers; else it is next
     * @param waitsItself whether that thread waits for something else, after which it will need a carrier
     * @param ofUnpin whether it is a lock that {@code unpin} put in place of a monitor, whose owner runs without a
     *     carrier, too
     * @param lock its class and identity
     * @param waiting how many carriers are held by threads that wait for the lock
     * @param ending how many of these waits end by themselves, as those with a time limit; then it is no deadlock
     * @param carriers how many carriers are held in all
     * @param places where the waiting threads are
     */
    record Handed(
            Named thread,
            boolean owns,
            boolean waitsItself,
            boolean ofUnpin,
            String lock,
            int waiting,
            int ending,
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
     * @param className the name of the class
     * @param used the class that the threads use, for which {@code className} has to be initialized first; null if it
     *     is the same, or not known
     * @param thread the thread that initializes it; null if none is seen to
     * @param blocked whether that thread waits
     * @param operation what it waits for; unknown if it holds no carrier
     * @param where the place at which that thread is
     * @param virtualPoller as in {@link Held}
     * @param waiting how many carriers are held by threads that wait for the class
     * @param sure whether they are known to wait for it
     * @param places where they wait
     * @param wanted the lock or the monitor that the initializer waits for; null if it waits for none, or the owner is
     *     not known
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
