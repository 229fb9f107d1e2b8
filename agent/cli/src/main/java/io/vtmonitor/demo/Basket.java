package io.vtmonitor.demo;

/** A checkout that holds the monitor of its basket while it waits for a slow answer. */
final class Basket implements Runnable {
    private static final int ANSWER_MILLIS = 100;

    @Override
    public void run() {
        checkOut();
    }

    private synchronized void checkOut() {
        Threads.sleep(ANSWER_MILLIS);
    }
}
