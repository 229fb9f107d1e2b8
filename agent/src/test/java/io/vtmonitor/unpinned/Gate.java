package io.vtmonitor.unpinned;

/** Lets one pass for each time that it is told to. */
final class Gate {
    private int free;
    int passed;

    synchronized void pass() {
        try {
            while (free == 0) {
                wait();
            }
        } catch (InterruptedException e) {
            return;
        }
        free--;
        passed++;
    }

    synchronized void letOne() {
        free++;
        notify();
    }
}
