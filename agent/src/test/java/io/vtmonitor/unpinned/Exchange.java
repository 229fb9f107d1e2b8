package io.vtmonitor.unpinned;

import java.util.Deque;

/** A queue of one, that producers and consumers wait at. */
final class Exchange {
    private final Deque<Integer> queue;

    Exchange(Deque<Integer> queue) {
        this.queue = queue;
    }

    synchronized void put(int value) throws InterruptedException {
        while (!queue.isEmpty()) {
            wait();
        }
        queue.add(value);
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (queue.isEmpty()) {
            wait(1_000_000);
        }
        int value = queue.remove();
        notifyAll();
        return value;
    }
}
