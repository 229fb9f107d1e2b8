package io.vtmonitor.unpin.lock;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One more carrier for the time in which a pinned virtual thread waits. The owner of the lock may have no carrier,
 * while the owner of a monitor always has one: if all carriers wait for that lock, it is never released.
 *
 * <p>Only a thread that is proven to be pinned may ask for one: the scheduler marks the carrier on which it was asked
 * for, and takes the mark from the carrier on which that ends. For a thread that moves in between one carrier stays
 * marked and another loses a mark that is not its own, after which the JDK no longer compensates for
 * {@code Object.wait} or files. So the continuation is pinned, too, from the first to the last: what keeps a thread on
 * its carrier is then no matter of judgement.
 */
final class CompensatingCarrier {
    /** What {@link #begin} returns if nothing was begun; {@code Blocker} itself uses -1 and up. */
    static final long NONE = Long.MIN_VALUE;

    /** So many parts has what each carrier writes to apart from the others, a power of two. */
    static final int STRIPES = 16;

    /** Null if this JVM has none: then nobody is taken for pinned, and nothing is ever begun. */
    private static volatile @Nullable YieldAttempt attempt;

    /** Threads that have left their carriers for no reason of the application's. */
    private static final Set<Thread> AWAY = ConcurrentHashMap.newKeySet();

    private CompensatingCarrier() {}

    /**
     * Asks that class from now on who is pinned. It becomes a hidden nestmate of the JDK's {@code VirtualThread}, which
     * is not initialized by that: its first use reads settings that are the application's to set until then.
     *
     * @param yieldAttempt a class file
     */
    static void use(byte[] yieldAttempt) throws ReflectiveOperationException {
        Class<?> virtualThread = VirtualThread.class;
        attempt = (YieldAttempt) MethodHandles.privateLookupIn(virtualThread, MethodHandles.lookup())
                .defineHiddenClass(yieldAttempt, true, MethodHandles.Lookup.ClassOption.NESTMATE)
                .lookupClass()
                .getDeclaredConstructor()
                .newInstance();
    }

    /** The part of the carrier of the current thread, or of that thread itself, from 0 to below {@link #STRIPES}. */
    static int stripe() {
        return (int) ThreadId.currentCarrierThread().threadId() & (STRIPES - 1);
    }

    /**
     * Whether the current thread is a virtual one that can't leave its carrier, since it owns a monitor or native code
     * called it. Found out by an attempt to yield: {@code Continuation.isPinned} of JDK 21 says true of every thread
     * that asks. What pins is below the caller in the stack, so the answer holds until the caller returns.
     */
    static boolean isPinned() {
        YieldAttempt made = attempt;
        if (made == null || !isVirtual()) {
            return false;
        }
        Thread current = away();
        try {
            return !made.yielded();
        } catch (LinkageError ignored) {
            attempt = null;
            return false;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError ignored) {
            return false;
        } finally {
            back(current);
        }
    }

    /** The current thread leaves its carrier for a moment, which a monitor would not have made it do. */
    static Thread away() {
        Thread current = Thread.currentThread();
        try {
            AWAY.add(current);
        } catch (OutOfMemoryError ignored) {
            // it is not looked for
        }
        return current;
    }

    static void back(Thread current) {
        AWAY.remove(current);
    }

    /** Whether the current thread is a virtual one of the JDK's. */
    static boolean isVirtual() {
        Class<?> kind = Thread.currentThread().getClass();
        return kind == VirtualThread.class;
    }

    /** Whether that is a virtual thread of the JDK's scheduler that could run, and waits for a carrier. */
    static boolean hasNoCarrier(Thread thread) {
        YieldAttempt made = attempt;
        Class<?> kind = thread.getClass();
        try {
            return made != null
                    && kind == VirtualThread.class
                    && made.isUnmounted(thread)
                    && thread.getState() == Thread.State.RUNNABLE;
        } catch (LinkageError ignored) {
            return false;
        }
    }

    /** Adds those of {@link #away} that could run and have no carrier. */
    static void addAwayWithoutCarrier(List<Thread> threads, int most) {
        for (Thread thread : AWAY) {
            if (threads.size() < most && hasNoCarrier(thread)) {
                threads.add(thread);
            }
        }
    }

    /**
     * How many carriers of the JDK's scheduler are not blocked; -1 where no thread waits for one. Nothing is asked
     * before the application has made a virtual thread: that reads settings which are its own to set until then.
     */
    static int runningIfQueued() {
        YieldAttempt made = attempt;
        try {
            return made == null || Unsafe.getUnsafe().shouldBeInitialized(VirtualThread.class)
                    ? -1
                    : made.runningIfQueued();
        } catch (LinkageError ignored) {
            return -1;
        }
    }

    /** How many carriers the JDK's scheduler has where none is blocked; asked after {@link #runningIfQueued} alone. */
    static int carriers() {
        YieldAttempt made = attempt;
        return made == null ? 0 : made.carriers();
    }

    /** Runs that virtual thread on the current thread until it unmounts, if it is runnable and has no carrier. */
    static void run(Thread virtual) {
        YieldAttempt made = attempt;
        try {
            if (made != null) {
                made.run(virtual);
            }
        } catch (LinkageError | RuntimeException ignored) {
            // this JVM has no such way, or its scheduler takes no more
        }
    }

    /** For a thread that is pinned; the answer is for {@link #end}. */
    static long begin() {
        try {
            Continuation.pin();
        } catch (LinkageError | RuntimeException ignored) {
            return NONE;
        }
        try {
            return Blocker.begin();
        } catch (LinkageError | RuntimeException | OutOfMemoryError | StackOverflowError ignored) {
            Continuation.unpin();
            return NONE;
        }
    }

    @ReservedStackAccess
    @DontInline
    static void end(long begun) {
        if (begun != NONE) {
            try {
                Blocker.end(begun);
            } finally {
                Continuation.unpin();
            }
        }
    }
}
