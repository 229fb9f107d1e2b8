package io.vtmonitor.unpin.lock;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The locks of objects, by identity. A trie over {@link System#identityHashCode}: a slot is empty, a short chain of
 * nodes that is never changed, or a further level. Every change is one compare-and-set of a slot, so nobody ever waits
 * here, least of all a virtual thread that is pinned; and nothing grows as a whole, so no change is larger than a
 * chain.
 */
@SuppressWarnings("ReferenceEquality")
final class LockTable {
    private static final int ROOT_BITS = 12;
    private static final int LEVEL_BITS = 6;
    private static final int HASH_BITS = 31;
    private static final int LONGEST_CHAIN = 4;

    /** While dead objects are {@link #behind}, one of so many new locks, a power of two, costs a rest. */
    private static final int ONE_OF = 256;

    private static final long REST_NANOS = 1_000_000;
    private static final int MANY_DEAD = 10_000;

    /**
     * So many times an object's lock is forgotten as it is given back. To make it anew costs a tenth of a microsecond;
     * a lock that stays costs one to three microseconds until it is gone, most of it for the collector and the sweeper.
     */
    private static final int FORGOTTEN_AT_MOST = 16;

    private final AtomicReferenceArray<@Nullable Object> root = new AtomicReferenceArray<>(1 << ROOT_BITS);
    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();

    /**
     * More objects die than are forgotten meanwhile: who locks new ones is slowed down, or their locks would fill the
     * heap.
     */
    private volatile boolean behind;

    /** The object's lock, null if it was never asked for by {@link #of}. */
    @Nullable
    ObjectLock find(@Nullable Object object) {
        if (object == null) {
            return null;
        }
        int hash = System.identityHashCode(object);
        int slot = hash & ((1 << ROOT_BITS) - 1);
        int rest = hash >>> ROOT_BITS;
        Object at = root.get(slot);
        while (at instanceof AtomicReferenceArray<?> level) {
            at = level.get(rest & ((1 << LEVEL_BITS) - 1));
            rest >>>= LEVEL_BITS;
        }
        for (LockNode node = (LockNode) at; node != null; node = node.next) {
            if (node.get() == object && !node.lock.isRetired()) {
                return node.lock;
            }
        }
        return null;
    }

    /**
     * The object's lock, made if there is none. Unless it was made repeatedly of late, it is forgotten as it is given
     * back, so that objects that are locked a few times and dropped leave nothing.
     */
    @SuppressWarnings("IdentityHashCode")
    ObjectLock of(Object object) {
        ObjectLock known = find(object);
        if (known != null) {
            return known;
        }
        return make(object, ForgottenLocks.times(System.identityHashCode(object)) < FORGOTTEN_AT_MOST);
    }

    private ObjectLock make(Object object, boolean disposable) {
        ObjectLock lock = new ObjectLock(disposable);
        LockNode node = new LockNode(object, System.identityHashCode(object), lock, dead, null);
        while (true) {
            AtomicReferenceArray<@Nullable Object> level = root;
            int slot = node.hash & ((1 << ROOT_BITS) - 1);
            int bits = ROOT_BITS;
            Object at = level.get(slot);
            while (at instanceof AtomicReferenceArray) {
                level = level(at);
                slot = (node.hash >>> bits) & ((1 << LEVEL_BITS) - 1);
                bits += LEVEL_BITS;
                at = level.get(slot);
            }
            int length = 0;
            for (LockNode other = (LockNode) at; other != null; other = other.next) {
                if (other.get() == object && !other.lock.isRetired()) {
                    return other.lock;
                }
                length++;
            }
            node.next = (LockNode) at;
            Object grown = length < LONGEST_CHAIN || bits >= HASH_BITS ? node : split(node, bits);
            if (level.compareAndSet(slot, at, grown)) {
                if (behind && (node.hash & (ONE_OF - 1)) == 0) {
                    rest();
                }
                return lock;
            }
        }
    }

    /** Nothing is owned yet by this call. */
    static void rest() {
        Thread current = CompensatingCarrier.away();
        try {
            LockSupport.parkNanos(REST_NANOS);
        } catch (OutOfMemoryError ignored) {
            // A virtual thread's timer needs memory: without it the thread retries at once.
        } finally {
            CompensatingCarrier.back(current);
        }
        SlicedLock.returnPermit();
    }

    /**
     * A further level with all of the chain, the dead ones too. The chain itself is left as it is: others are reading
     * it.
     */
    private AtomicReferenceArray<@Nullable Object> split(LockNode chain, int bits) {
        AtomicReferenceArray<@Nullable Object> level = new AtomicReferenceArray<>(1 << LEVEL_BITS);
        for (LockNode node = chain; node != null; node = node.next) {
            int slot = (node.hash >>> bits) & ((1 << LEVEL_BITS) - 1);
            level.set(slot, new LockNode(node.get(), node.hash, node.lock, dead, (LockNode) level.get(slot)));
        }
        return level;
    }

    /**
     * Forgets the locks of all objects that have been collected, and waits for one if there is none; how many there
     * were.
     */
    int forgetDead() throws InterruptedException {
        int forgotten = 0;
        try {
            for (Reference<?> one = dead.remove(); one != null; one = dead.poll()) {
                forget(((LockNode) one).hash);
                behind = ++forgotten > MANY_DEAD;
            }
        } finally {
            behind = false;
        }
        return forgotten;
    }

    /**
     * Takes out what has been retired of the object's chain, and counts that. What can't be taken out for want of
     * memory is passed over by all who look, and goes with its neighbors.
     */
    void forgetRetired(Object object) {
        int hash = System.identityHashCode(object);
        ForgottenLocks.note(hash);
        try {
            forget(hash);
        } catch (OutOfMemoryError ignored) {
            // passed over
        }
    }

    private void forget(int hash) {
        while (true) {
            AtomicReferenceArray<@Nullable Object> level = root;
            int slot = hash & ((1 << ROOT_BITS) - 1);
            int rest = hash >>> ROOT_BITS;
            Object at = level.get(slot);
            while (at instanceof AtomicReferenceArray) {
                level = level(at);
                slot = rest & ((1 << LEVEL_BITS) - 1);
                rest >>>= LEVEL_BITS;
                at = level.get(slot);
            }
            LockNode alive = null;
            boolean gone = false;
            for (LockNode node = (LockNode) at; node != null; node = node.next) {
                Object object = node.get();
                if (object == null || node.lock.isRetired()) {
                    gone = true;
                } else {
                    alive = new LockNode(object, node.hash, node.lock, dead, alive);
                }
            }
            if (!gone) {
                return; // a copy in a newer chain was forgotten with its neighbours
            }
            if (level.compareAndSet(slot, at, alive)) {
                return;
            }
        }
    }

    /** Adds threads that monitors would have kept on their carriers, that could run, and that have none. */
    void addWithoutCarrier(List<Thread> threads, int most) {
        addWithoutCarrier(root, threads, most);
    }

    private static void addWithoutCarrier(
            AtomicReferenceArray<@Nullable Object> level, List<Thread> threads, int most) {
        for (int i = 0; i < level.length() && threads.size() < most; i++) {
            Object at = level.get(i);
            if (at instanceof AtomicReferenceArray) {
                addWithoutCarrier(level(at), threads, most);
                continue;
            }
            for (LockNode node = (LockNode) at; node != null; node = node.next) {
                node.lock.addWithoutCarrier(threads, most);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static AtomicReferenceArray<@Nullable Object> level(Object at) {
        return (AtomicReferenceArray<@Nullable Object>) at;
    }

    /** Objects with a lock, those included that are dead and not yet forgotten. Looks through all of the table. */
    long size() {
        return size(root);
    }

    private static long size(AtomicReferenceArray<@Nullable Object> level) {
        long size = 0;
        for (int i = 0; i < level.length(); i++) {
            Object at = level.get(i);
            if (at instanceof AtomicReferenceArray) {
                size += size(level(at));
                continue;
            }
            for (LockNode node = (LockNode) at; node != null; node = node.next) {
                size += node.lock.isRetired() ? 0 : 1;
            }
        }
        return size;
    }
}
