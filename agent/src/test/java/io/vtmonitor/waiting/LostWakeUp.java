package io.vtmonitor.waiting;

import java.lang.reflect.Field;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock becomes free, and nobody wakes the thread that is next: as where the JVM loses a wake-up. Requires
 * {@code --add-opens java.base/java.util.concurrent.locks=ALL-UNNAMED}.
 */
final class LostWakeUp {
    private static final int THREADS = 3;
    private static final ReentrantLock LOCK = new ReentrantLock();

    private LostWakeUp() {}

    static void start() throws ReflectiveOperationException {
        LOCK.lock();
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("forgotten-" + i).start(LostWakeUp::enter);
        }
        while (LOCK.getQueueLength() < THREADS) {
            Thread.onSpinWait();
        }
        Object sync = field(ReentrantLock.class, "sync").get(LOCK);
        field(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread").set(sync, null);
        setState(sync, 0);
    }

    static void setState(Object sync, int state) throws ReflectiveOperationException {
        field(AbstractQueuedSynchronizer.class, "state").set(sync, state);
    }

    static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static void enter() {
        LOCK.lock();
        LOCK.unlock();
    }
}
