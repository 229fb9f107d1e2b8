package io.vtmonitor.unpin.lock;

/**
 * Removes the locks of collected objects. It is one of our daemon threads, so no thread of the application has to do
 * it. It sleeps in between: waking it for each object would cost many times what the removal costs.
 */
final class Sweeper extends Thread {
    private static final int MILLIS_BETWEEN = 50;
    private static final int MANY = 1_000;

    private final LockTable table;

    Sweeper(LockTable table) {
        super(null, null, "vt-monitor-unpin", 0, false);
        this.table = table;
        setDaemon(true);
        setContextClassLoader(null);
    }

    @Override
    public void run() {
        while (true) {
            try {
                Thread.sleep(table.forgetDead() < MANY ? MILLIS_BETWEEN : 1);
            } catch (InterruptedException e) {
                return;
            } catch (OutOfMemoryError e) {
                // that chain keeps its dead node until a neighbour dies
            }
        }
    }
}
