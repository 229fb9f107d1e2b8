package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Parks in monitors of objects that the frame itself or a caller made, in methods that were called so often that they
 * are compiled: first with no other monitor owned, then within one. The compiler removes the monitors of those that are
 * not shared, so that the first park keeps no carrier.
 */
public final class EliminatedLocks {
    static final Object OUTER = new Object();
    static Object shared;
    static boolean never;
    private static final int CALLS = 50_000;
    private static final List<LongConsumer> NOT_SHARED = List.of(
            EliminatedLocks::own,
            EliminatedLocks::receiver,
            EliminatedLocks::parameter,
            EliminatedLocks::field,
            EliminatedLocks::captured,
            EliminatedLocks::constructor,
            EliminatedLocks::onBranch,
            EliminatedLocks::inNew,
            EliminatedLocks::either,
            EliminatedLocks::passed,
            EliminatedLocks::returned,
            DeepCalls::near);
    private static final List<LongConsumer> SHARED = List.of(
            EliminatedLocks::storedOwn,
            EliminatedLocks::storedReceiver,
            EliminatedLocks::storedParameter,
            EliminatedLocks::inStored,
            EliminatedLocks::returnedStored,
            EliminatedLocks::thread,
            DeepCalls::far);

    private EliminatedLocks() {}

    public static void main(String[] args) throws Exception {
        for (List<LongConsumer> shapes : List.of(NOT_SHARED, SHARED)) {
            for (LongConsumer shape : shapes) {
                for (int i = 0; i < CALLS; i++) {
                    shape.accept(0);
                }
            }
        }
        Scenario.run(args, length -> block(length));
    }

    private static void block(Duration length) {
        for (List<LongConsumer> shapes : List.of(NOT_SHARED, SHARED)) {
            for (LongConsumer shape : shapes) {
                shape.accept(length.toNanos());
                outer(shape, length.toNanos());
            }
        }
    }

    private static void outer(LongConsumer shape, long nanos) {
        synchronized (OUTER) {
            shape.accept(nanos);
        }
    }

    private static void park(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    private static void own(long nanos) {
        Object made = new Object();
        synchronized (made) {
            park(nanos);
        }
    }

    private static void storedOwn(long nanos) {
        Object made = new Object();
        shared = made;
        synchronized (made) {
            park(nanos);
        }
    }

    private static void receiver(long nanos) {
        new Counter().next(nanos);
    }

    private static final class Counter {
        synchronized void next(long nanos) {
            park(nanos);
        }
    }

    private static void storedReceiver(long nanos) {
        Stored made = new Stored();
        shared = made;
        made.next(nanos);
    }

    private static final class Stored {
        synchronized void next(long nanos) {
            park(nanos);
        }
    }

    private static void parameter(long nanos) {
        between(nanos, new Object());
    }

    private static void between(long nanos, Object made) {
        inParameter(made, nanos);
    }

    private static void inParameter(Object made, long nanos) {
        synchronized (made) {
            park(nanos);
        }
    }

    private static void storedParameter(long nanos) {
        storing(nanos, new Object());
    }

    private static void storing(long nanos, Object made) {
        shared = made;
        inStoredParameter(made, nanos);
    }

    private static void inStoredParameter(Object made, long nanos) {
        synchronized (made) {
            park(nanos);
        }
    }

    private static void field(long nanos) {
        new HasLock().inField(nanos);
    }

    private static final class HasLock {
        private final Object lock = new Object();

        void inField(long nanos) {
            synchronized (lock) {
                park(nanos);
            }
        }
    }

    private static void captured(long nanos) {
        Object made = new Object();
        Runnable body = () -> inCaptured(made, nanos);
        body.run();
    }

    private static void inCaptured(Object made, long nanos) {
        synchronized (made) {
            park(nanos);
        }
    }

    private static void constructor(long nanos) {
        new Parks(nanos);
    }

    private static final class Parks {
        Parks(long nanos) {
            synchronized (this) {
                park(nanos);
            }
        }
    }

    private static void onBranch(long nanos) {
        Object made = new Object();
        if (never) {
            shared = made;
        }
        inBranch(made, nanos);
    }

    private static void inBranch(Object made, long nanos) {
        synchronized (made) {
            park(nanos);
        }
    }

    private static void inNew(long nanos) {
        Holder holder = new Holder();
        Object made = new Object();
        holder.held = made;
        inHeldByNew(made, nanos);
    }

    private static final class Holder {
        Object held;
    }

    private static void inHeldByNew(Object made, long nanos) {
        synchronized (made) {
            park(nanos);
        }
    }

    private static void inStored(long nanos) {
        Holder holder = new Holder();
        shared = holder;
        Object made = new Object();
        holder.held = made;
        inHeldByStored(made, nanos);
    }

    private static void inHeldByStored(Object made, long nanos) {
        synchronized (made) {
            park(nanos);
        }
    }

    private static void either(long nanos) {
        Object made = never ? new Object() : new Object();
        inEither(made, nanos);
    }

    private static void inEither(Object made, long nanos) {
        synchronized (made) {
            park(nanos);
        }
    }

    private static void passed(long nanos) {
        Object made = new Object();
        shared = made == look(made) ? "" : null;
        inPassed(made, nanos);
    }

    private static Object look(Object made) {
        return made;
    }

    private static void inPassed(Object made, long nanos) {
        synchronized (made) {
            park(nanos);
        }
    }

    private static void returned(long nanos) {
        make().inReturned(nanos);
    }

    private static Returned make() {
        return new Returned();
    }

    private static final class Returned {
        synchronized void inReturned(long nanos) {
            park(nanos);
        }
    }

    private static void returnedStored(long nanos) {
        makeStored().inReturnedStored(nanos);
    }

    private static ReturnedStored makeStored() {
        ReturnedStored made = new ReturnedStored();
        shared = made;
        return made;
    }

    private static final class ReturnedStored {
        synchronized void inReturnedStored(long nanos) {
            park(nanos);
        }
    }

    private static void thread(long nanos) {
        new Worker().inThread(nanos);
    }

    private static final class Worker extends Thread {
        synchronized void inThread(long nanos) {
            park(nanos);
        }
    }
}
