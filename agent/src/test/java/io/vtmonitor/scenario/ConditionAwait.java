package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Cure: awaits a Condition instead of calling Object.wait. */
public final class ConditionAwait {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition NEVER = LOCK.newCondition();

    private ConditionAwait() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ConditionAwait::await);
    }

    static void await(Duration length) throws InterruptedException {
        LOCK.lock();
        try {
            while (NEVER.await(length.toMillis(), TimeUnit.MILLISECONDS)) {}
        } finally {
            LOCK.unlock();
        }
    }
}
