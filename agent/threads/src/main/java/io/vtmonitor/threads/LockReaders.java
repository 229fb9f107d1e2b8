package io.vtmonitor.threads;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which threads read under a {@link ReentrantReadWriteLock}: the lock records the first reader, and thread locals
 * record the others.
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
public final class LockReaders {
    /** Threads in the queue of a read-write lock that are checked for a read hold. */
    static final int MOST_QUEUED = 100;

    private final ToLongFunction<Object> state;
    private final @Nullable VarHandle firstReader;
    private final @Nullable VarHandle firstReaderHolds;
    private final @Nullable VarHandle readHolds;
    private final @Nullable VarHandle holdCount;
    private final @Nullable VarHandle threadLocals;
    private final @Nullable VarHandle threadLocalTable;
    private final @Nullable VarHandle threadLocalValue;

    /** @param state the state of a synchronizer; negative if it is not known */
    LockReaders(JdkFields fields, ToLongFunction<Object> state) {
        this.state = state;
        String readWrite = ReentrantReadWriteLock.class.getName() + "$Sync";
        firstReader = fields.of(readWrite, "firstReader", Thread.class.getName());
        firstReaderHolds = fields.of(readWrite, "firstReaderHoldCount", "int");
        readHolds = fields.of(readWrite, "readHolds", readWrite + "$ThreadLocalHoldCounter");
        holdCount = fields.of(readWrite + "$HoldCounter", "count", "int");
        String locals = ThreadLocal.class.getName() + "$ThreadLocalMap";
        threadLocals = fields.of(Thread.class.getName(), "threadLocals", locals);
        threadLocalTable = fields.of(locals, "table", "[L" + locals + "$Entry;");
        threadLocalValue = fields.of(locals + "$Entry", "value", Object.class.getName());
    }

    /** The only reader of a read-write lock; null if there is none, or several, or it is not known. */
    public @Nullable Thread only(@Nullable Object blocker) {
        Thread first = reader(blocker, true);
        return first == null && blocker != null && Synchronizers.isReadWriteLock(blocker) && times(blocker) > 0
                ? onlyInQueue(blocker)
                : first;
    }

    /**
     * The only reader of a lock that is not recorded as its first one, if it waits for the write lock: it took the read
     * lock again after another thread had read.
     */
    private @Nullable Thread onlyInQueue(Object lock) {
        int looked = 0;
        for (Thread thread : Synchronizers.queued(lock)) {
            if (looked++ == MOST_QUEUED) {
                return null;
            }
            if (holds(thread, lock) == times(lock)) {
                return thread;
            }
        }
        return null;
    }

    /** A reader of a read-write lock, perhaps one of several; null if none is known. */
    public @Nullable Thread one(@Nullable Object blocker) {
        return reader(blocker, false);
    }

    /**
     * The first reader, if the lock shows one. The lock records it, and its number of holds, without fences, until that
     * thread has released the lock. If two reads of the field are the same, it was so in between.
     */
    private @Nullable Thread reader(@Nullable Object blocker, boolean alone) {
        if (blocker == null
                || firstReader == null
                || firstReaderHolds == null
                || !Synchronizers.isReadWriteLock(blocker)) {
            return null;
        }
        Thread before = (Thread) firstReader.getVolatile(blocker);
        int holds = (int) firstReaderHolds.getVolatile(blocker);
        int all = times(blocker);
        boolean reads = before != null && holds > 0 && (alone ? holds == all : holds <= all);
        return reads && firstReader.getVolatile(blocker) == before ? before : null;
    }

    /**
     * Whether a thread reads under a read-write lock. The lock records the first reader, and a thread local records
     * each further one. Exact for a thread that waits; false if it is not known.
     */
    public boolean reads(Thread thread, Object readWriteLock) {
        boolean first = firstReader != null
                && Synchronizers.isReadWriteLock(readWriteLock)
                && firstReader.getVolatile(readWriteLock) == thread;
        return first ? times(readWriteLock) > 0 : holds(thread, readWriteLock) > 0;
    }

    /** How many read holds a thread has that is not the first reader; 0 if it is not known. */
    private int holds(Thread thread, Object lock) {
        if (readHolds == null || holdCount == null || !Synchronizers.isReadWriteLock(lock)) {
            return 0;
        }
        Object counter = readHolds.get(lock) instanceof ThreadLocal<?> local ? value(thread, local) : null;
        return counter == null ? 0 : (int) holdCount.get(counter);
    }

    /**
     * The value of a thread local in a thread. Only the thread itself changes it, so it is reliable while the thread
     * waits.
     */
    private @Nullable Object value(Thread thread, ThreadLocal<?> local) {
        if (threadLocals == null || threadLocalTable == null || threadLocalValue == null) {
            return null;
        }
        Object map = threadLocals.get(thread);
        for (Object entry : map == null ? new Object[0] : (Object[]) threadLocalTable.get(map)) {
            if (entry instanceof Reference<?> key && key.get() == local) {
                return threadLocalValue.get(entry);
            }
        }
        return null;
    }

    /**
     * How many read holds a read-write lock has now: the upper half of its state, which is an int before JDK 25, and a
     * long later.
     */
    public int times(Object readWriteLock) {
        long now = state.applyAsLong(readWriteLock);
        return now < 0 ? 0 : (int) (readWriteLock instanceof AbstractQueuedSynchronizer ? now >>> 16 : now >>> 32);
    }
}
