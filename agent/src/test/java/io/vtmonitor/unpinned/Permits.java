package io.vtmonitor.unpinned;

import java.util.concurrent.locks.LockSupport;

/** Threads that get a permit of {@code LockSupport.unpark}, have to wait for a lock or in one, and then park. */
public final class Permits {
    private static final Object LOCK = new Object();

    private Permits() {}

    /** @param arguments unused */
    public static void main(String[] arguments) throws Exception {
        System.in.read();
        for (Thread.Builder kind : new Thread.Builder[] {Thread.ofPlatform(), Thread.ofVirtual()}) {
            Thread entering = kind.unstarted(() -> {
                LockSupport.unpark(Thread.currentThread());
                synchronized (LOCK) {
                    Thread.onSpinWait();
                }
                LockSupport.park();
            });
            synchronized (LOCK) {
                entering.start();
                while (entering.getState() == Thread.State.NEW || entering.getState() == Thread.State.RUNNABLE) {
                    Thread.onSpinWait();
                }
            }
            entering.join();
            kind.start(Permits::waitAndPark).join();
        }
        System.out.println("all parked");
        System.exit(0);
    }

    private static void waitAndPark() {
        LockSupport.unpark(Thread.currentThread());
        synchronized (LOCK) {
            try {
                LOCK.wait(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        LockSupport.park();
    }
}
