package repeats;

import java.util.concurrent.CountDownLatch;

/** A class in the pattern locks the field that a class outside declared, made and locks, and waits by it. */
class InheritedMonitor {
    protected final Object monitor = new Object();
    protected long count;
    protected boolean running;

    void addAbove(int times) {
        for (int i = 0; i < times; i++) {
            synchronized (monitor) {
                count++;
            }
        }
    }

    void start() {
        synchronized (monitor) {
            running = true;
            monitor.notifyAll();
        }
    }

    static final class Inside extends InheritedMonitor {
        void addBelow(int times) {
            for (int i = 0; i < times; i++) {
                synchronized (monitor) {
                    count++;
                }
            }
        }

        void awaitRunning(CountDownLatch waiting) throws InterruptedException {
            synchronized (monitor) {
                waiting.countDown();
                while (!running) {
                    monitor.wait();
                }
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        Inside both = new Inside();
        Threads.together(() -> both.addAbove(300_000), () -> both.addBelow(300_000));
        System.out.println("counted " + both.count + " of 600000");
        CountDownLatch waiting = new CountDownLatch(1);
        Threads.together(() -> both.awaitRunning(waiting), () -> {
            waiting.await();
            both.start();
        });
        System.out.println("notified");
    }
}
