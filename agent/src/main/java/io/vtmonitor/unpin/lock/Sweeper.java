package io.vtmonitor.unpin.lock;

/** Forgets the locks of collected objects; a daemon thread of ours, so that no thread of the application has to. */
final class Sweeper extends Thread {
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
                table.forgetNext();
            } catch (InterruptedException e) {
                return;
            } catch (OutOfMemoryError e) {
                // that chain keeps its dead node until a neighbour dies
            }
        }
    }
}
