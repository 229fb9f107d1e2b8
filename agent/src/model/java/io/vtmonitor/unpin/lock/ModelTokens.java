package io.vtmonitor.unpin.lock;

import org.jetbrains.lincheck.datastructures.Operation;

/** Tokens that are given and waited for. All return the same: what is checked is that they return, and are alone. */
public class ModelTokens {
    /** So many that most orders have a step of another thread in between. */
    private static final int LOOKS = 10;

    private final Object object = LockModel.fresh();
    private int tokens;
    private int inside;

    int take() {
        while (tokens == 0) {
            try {
                MonitorRuntime.await(object);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        tokens--;
        return alone();
    }

    private int give() {
        tokens++;
        MonitorRuntime.signal(object);
        return alone();
    }

    private int giveTwo() {
        tokens += 2;
        MonitorRuntime.signalAll(object);
        return alone();
    }

    private int alone() {
        for (int i = 0; i < LOOKS; i++) {
            inside++;
            inside--;
            if (inside != 0) {
                throw new IllegalStateException("Another thread was inside.");
            }
        }
        return 0;
    }

    @Operation
    public int takeByLock() {
        return LockModel.byLock(object, this::take);
    }

    @Operation
    public int takeByBoth() {
        return LockModel.byBoth(object, this::take);
    }

    /** The lock comes into use, if it was not, and is owned as it waits. */
    @Operation
    public int takeWithinBoth() {
        return LockModel.byBoth(object, () -> takeByLock() + alone());
    }

    /** The lock comes into use while it waits by the monitor; then one that waits by the lock is notified. */
    @Operation
    public int passOnByBoth() {
        return LockModel.byBoth(object, () -> take() + give());
    }

    /** The lock is in use, and not owned as it waits. */
    @Operation
    public int takeAfterLock() {
        return LockModel.byBoth(object, () -> {
            LockModel.byLock(object, () -> 0);
            return take();
        });
    }

    @Operation
    public int giveWithinBoth() {
        return LockModel.byBoth(object, this::giveByLock);
    }

    @Operation
    public int giveAfterLock() {
        return LockModel.byBoth(object, () -> {
            LockModel.byLock(object, () -> 0);
            return give();
        });
    }

    @Operation
    public int giveByLock() {
        return LockModel.byLock(object, this::give);
    }

    @Operation
    public int giveByBoth() {
        return LockModel.byBoth(object, this::give);
    }

    @Operation
    public int giveTwoByLock() {
        return LockModel.byLock(object, this::giveTwo);
    }

    @Operation
    public int giveTwoByBoth() {
        return LockModel.byBoth(object, this::giveTwo);
    }

    /** The same, one after the other in any order. */
    public static final class NeverWaits extends ModelTokens {
        @Override
        int take() {
            return 0;
        }
    }
}
