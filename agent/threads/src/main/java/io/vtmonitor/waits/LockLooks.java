package io.vtmonitor.waits;

import org.jspecify.annotations.Nullable;

/** What looks found of the lock that a group waits for, besides who has it. */
public final class LockLooks {
    private int unownedLooks;
    private long freeLooks;
    private final LastObject freeHead = new LastObject();
    private long ownedLook;
    private boolean owned;
    private boolean idle;
    private @Nullable OwnerChainEnd lastOwner;

    /** The group was not there at the look before. */
    void again() {
        freeLooks = 0;
        unownedLooks = 0;
        idle = false;
        lastOwner = null;
    }

    /** Looks in a row at which nobody owned it, though threads wait: whoever is next has no carrier yet. */
    public int unownedLooks() {
        return unownedLooks;
    }

    public void unowned(boolean nobody) {
        unownedLooks = nobody ? unownedLooks + 1 : 0;
    }

    /** Looks in a row at which it was free, or a permit was, and the same thread was next. */
    public long freeLooks() {
        return freeLooks;
    }

    /** Takes the wait at the head of the queue, null if that thread can't have it, or is about to continue. */
    public void freeWith(@Nullable Object next) {
        boolean same = freeHead.again(next);
        freeLooks = next == null ? 0 : same ? freeLooks + 1 : 1;
    }

    /** A thread owns the synchronizer at that look: this tells locks from gates and the like. */
    public void ownedAt(long look) {
        ownedLook = owned ? ownedLook : look;
        owned = true;
    }

    /** Whether some look found a thread that owned it. */
    public boolean wasOwned() {
        return owned;
    }

    /** Whether stacks of that look were read before it was known to be a lock. */
    boolean wasUnknownAt(long look) {
        return owned && look < ownedLook;
    }

    /** Whether the last thread that was seen to have it and to wait may have waited for whatever comes. */
    boolean mayBeIdle() {
        return idle;
    }

    public void mayBeIdle(boolean waitsForAnything) {
        idle = waitsForAnything;
    }

    /** The end of the chain of owners at the last look; null if whoever has the lock waits for no other. */
    public @Nullable OwnerChainEnd lastOwner() {
        return lastOwner;
    }

    public void lastOwner(@Nullable OwnerChainEnd last) {
        lastOwner = last;
    }
}
