package io.vtmonitor.waits;

import org.jspecify.annotations.Nullable;

/** What looks found out about the lock that a group waits for, apart from its owner. */
public final class LockLooks {
    private int unownedLooks;
    private long freeLooks;
    private final LastObject freeHead = new LastObject();
    private long ownedLook;
    private boolean owned;
    private boolean idle;
    private @Nullable OwnerChainEnd lastOwner;

    /** Starts again: the group was not there at the look before. */
    void again() {
        freeLooks = 0;
        unownedLooks = 0;
        idle = false;
        lastOwner = null;
    }

    /** Looks in a row at which no thread owned it though threads wait: the next thread has no carrier yet. */
    public int unownedLooks() {
        return unownedLooks;
    }

    public void unowned(boolean nobody) {
        unownedLooks = nobody ? unownedLooks + 1 : 0;
    }

    /** Looks in a row at which the lock, or a permit, was free, and the same thread was next. */
    public long freeLooks() {
        return freeLooks;
    }

    /**
     * Takes the queue's first node if the lock is free for its thread; null if that thread can't take the lock, or is
     * about to continue.
     */
    public void freeWith(@Nullable Object next) {
        boolean same = freeHead.again(next);
        freeLooks = next == null ? 0 : same ? freeLooks + 1 : 1;
    }

    /** A thread owns the synchronizer at this look, so it is a lock, not a latch or the like. */
    public void ownedAt(long look) {
        ownedLook = owned ? ownedLook : look;
        owned = true;
    }

    /** Whether any look found a thread that owned it. */
    public boolean wasOwned() {
        return owned;
    }

    /**
     * Whether the synchronizer was not yet known to be a lock at a look, though it is known now. Stacks that were read
     * then are to be read again.
     */
    boolean wasUnknownAt(long look) {
        return owned && look < ownedLook;
    }

    /** Whether the last owner that was seen to wait may be idle; see {@link IdleHolder}. */
    boolean mayBeIdle() {
        return idle;
    }

    public void mayBeIdle(boolean waitsForAnything) {
        idle = waitsForAnything;
    }

    /** The end of the chain of owners at the last look; null if the lock's owner waits for no other lock. */
    public @Nullable OwnerChainEnd lastOwner() {
        return lastOwner;
    }

    public void lastOwner(@Nullable OwnerChainEnd last) {
        lastOwner = last;
    }
}
