package io.vtmonitor.resources;

import io.vtmonitor.waits.PoolKind;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What one pool has lent, and the threads that wait for it. The application's threads write it, so nothing here blocks,
 * and memory is bounded.
 */
final class PoolBook {
    /** Loans of one pool that are followed; further loans are only counted. */
    static final int MOST_LENT = 10_000;

    /** Stacks of borrowers that are kept at a time, of all pools of a watch together. */
    private static final int MOST_STACKS = 500;

    private static final int MOST_FRAMES = 64;

    /** Nanoseconds between two stacks that are taken of one pool's borrowers, at least. */
    private static final long STACK_INTERVAL = 20_000_000;

    /**
     * The same while resources do not come back: more stacks are needed to catch the one borrowing of many that leaks.
     */
    private static final long LEAK_INTERVAL = 2_000_000;

    final PoolKind kind;
    final WeakReference<Object> pool;
    final boolean late;
    private final AtomicInteger stacks;
    private final ConcurrentHashMap<ThreadKey, Wait> waits = new ConcurrentHashMap<>();
    private final WeakIdentityMap<Lent> lent = new WeakIdentityMap<>();
    private final AtomicInteger inUse = new AtomicInteger();
    private final AtomicInteger mostInUse = new AtomicInteger();
    private final LongAdder borrowings = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder waited = new LongAdder();
    private final LongAdder returns = new LongAdder();
    private final LongAdder held = new LongAdder();
    private final LongAdder notFollowed = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final AtomicLong longestWait = new AtomicLong();
    private final AtomicLong longestHold = new AtomicLong();
    private final AtomicLong lastStack = new AtomicLong(System.nanoTime() - STACK_INTERVAL);

    /** Whether stacks of borrowers are taken. */
    volatile boolean tracing;

    /** Whether a resource has been lent for a second or longer, and its borrower has ended. */
    volatile boolean leaks;

    /**
     * Whether a thread other than the borrower has given a resource back. Then a borrower need not have what it
     * borrowed.
     */
    volatile boolean handsOver;

    /** The pool's own name; null if it has none, or has not been read yet. */
    volatile @Nullable String name;

    /** The kind of pool in words: that of the library that uses it, if known. */
    volatile String title;

    /** What it lends, singular. */
    volatile String lends;

    /**
     * The book of one pool.
     *
     * @param late whether it may have lent resources before its methods were woven
     * @param stacks how many stacks of borrowers all pools of the watch keep
     */
    PoolBook(PoolKind kind, Object pool, boolean late, AtomicInteger stacks) {
        this.kind = kind;
        this.late = late;
        this.stacks = stacks;
        this.pool = new WeakReference<>(pool);
        title = kind.name();
        lends = kind.lends();
    }

    /** A thread, compared by identity: classes of the application may override {@code equals} of threads. */
    @SuppressWarnings("ReferenceEquality")
    private record ThreadKey(Thread thread) {
        @Override
        public int hashCode() {
            return System.identityHashCode(thread);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ThreadKey key && key.thread == thread;
        }
    }

    /** Begins a wait; null if the thread waits already, because one woven method calls another. */
    @Nullable
    Wait begin(@Nullable Object asked, ResourceRecorder recorder) {
        Thread thread = Thread.currentThread();
        ThreadKey key = new ThreadKey(thread);
        if (waits.containsKey(key)) {
            return null;
        }
        Wait wait = new Wait(this, thread, System.nanoTime(), PoolKey.of(asked), recorder.begin(false));
        waits.put(key, wait);
        return wait;
    }

    void end(Wait wait, @Nullable Object resource, ResourceRecorder recorder) {
        waits.remove(new ThreadKey(wait.thread));
        long now = System.nanoTime();
        long nanos = now - wait.begin;
        waited.add(nanos);
        max(longestWait, nanos);
        if (resource != null) {
            lend(resource, wait.key, now, recorder);
        } else if (!wait.got) {
            failures.increment();
        }
        if (wait.event != null) {
            recorder.waited(wait.event, title, name, resource != null || wait.got);
        }
    }

    void lend(Object resource, ResourceRecorder recorder) {
        Wait wait = waits.get(new ThreadKey(Thread.currentThread()));
        if (wait != null) {
            wait.got = true;
        }
        lend(resource, null, System.nanoTime(), recorder);
    }

    private void lend(Object resource, @Nullable PoolKey key, long now, ResourceRecorder recorder) {
        if (inUse.get() >= MOST_LENT) {
            notFollowed.increment();
            return;
        }
        Lent fresh = new Lent(new WeakReference<>(Thread.currentThread()), now, stack(now), key, recorder.begin(true));
        if (lent.putIfAbsent(resource, fresh) != null) {
            forget(fresh); // a transaction that has it requests it again
            return;
        }
        borrowings.increment();
        int used = inUse.incrementAndGet();
        int most = mostInUse.get();
        while (used > most && !mostInUse.compareAndSet(most, used)) {
            most = mostInUse.get();
        }
    }

    private StackTraceElement @Nullable [] stack(long now) {
        long last = lastStack.get();
        if (!tracing
                || now - last < (leaks ? LEAK_INTERVAL : STACK_INTERVAL)
                || stacks.get() >= MOST_STACKS
                || !lastStack.compareAndSet(last, now)) {
            return null;
        }
        StackTraceElement[] frames = new Throwable().getStackTrace();
        stacks.incrementAndGet();
        return frames.length > MOST_FRAMES ? Arrays.copyOf(frames, MOST_FRAMES) : frames;
    }

    void giveBack(Object resource, ResourceRecorder recorder) {
        Lent before = lent.remove(resource);
        if (before == null) {
            return; // borrowed before the pool was followed, or idle
        }
        long nanos = System.nanoTime() - before.since();
        handsOver |= !before.isLentTo(Thread.currentThread());
        inUse.decrementAndGet();
        forget(before);
        returns.increment();
        held.add(nanos);
        max(longestHold, nanos);
        if (before.event() != null) {
            recorder.held(before.event(), title, name, before.borrower().get());
        }
    }

    private void forget(Lent lent) {
        if (lent.stack() != null) {
            stacks.decrementAndGet();
        }
    }

    private static void max(AtomicLong longest, long nanos) {
        long before = longest.get();
        while (nanos > before && !longest.compareAndSet(before, nanos)) {
            before = longest.get();
        }
    }

    /** Drops loans of resources that were garbage collected, and waits of threads that have ended. */
    void expunge() {
        lent.expunge(each -> {
            forget(each);
            inUse.decrementAndGet();
            dropped.increment();
        });
        waits.values().removeIf(wait -> !wait.thread.isAlive());
    }

    /** Drops all loans. Called when the pool was garbage collected, so that nothing can be given back to it. */
    void close() {
        lent.clear(this::forget);
    }

    Collection<Wait> waits() {
        return waits.values();
    }

    Collection<Lent> lent() {
        return lent.values();
    }

    int inUse() {
        return Math.max(0, inUse.get());
    }

    int mostInUse() {
        return mostInUse.get();
    }

    long borrowings() {
        return borrowings.sum();
    }

    long failures() {
        return failures.sum();
    }

    long waitedNanos() {
        return waited.sum();
    }

    long longestWait() {
        return longestWait.get();
    }

    long returns() {
        return returns.sum();
    }

    long heldNanos() {
        return held.sum();
    }

    long longestHold() {
        return longestHold.get();
    }

    /** Lent resources that were garbage collected without being given back. */
    long dropped() {
        return dropped.sum();
    }

    /** Borrowings that were not followed because too many were lent. */
    long notFollowed() {
        return notFollowed.sum();
    }
}
