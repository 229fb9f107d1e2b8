package io.vtmonitor.unpinned;

/** Locks while the heap is full, again and again: each time it is owned or it is not, and nobody keeps it. */
public final class Memory {
    private static final int ROUNDS = 2;
    private static final int LOCKS = 8;

    private int entered;
    private int failed;
    private long count;

    private Memory() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        Memory memory = new Memory();
        for (int round = 0; round < ROUNDS; round++) {
            memory.round();
        }
        System.out.println(memory.count == memory.entered ? "exact" : "WRONG " + memory.count + " " + memory.entered);
        System.out.println(memory.failed > 0 ? "out of memory was met" : "memory did not end");
        System.exit(0);
    }

    private void round() throws InterruptedException {
        Object[] locks = new Object[LOCKS];
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new Object();
        }
        Object[] hog = fill();
        for (Object lock : locks) {
            enter(lock);
        }
        hog[0] = null;
        Thread other = Thread.ofVirtual().start(() -> {
            for (Object lock : locks) {
                synchronized (lock) {
                    Thread.onSpinWait();
                }
            }
        });
        other.join(10_000);
        if (other.isAlive()) {
            System.out.println("WRONG: a lock was left behind");
        }
    }

    private void enter(Object lock) {
        boolean inside = false;
        try {
            synchronized (lock) {
                inside = true;
                entered++;
                if (!Thread.holdsLock(lock)) {
                    System.out.println("WRONG: inside without the lock");
                }
                count++;
            }
        } catch (OutOfMemoryError expected) {
            failed++;
            if (inside) {
                System.out.println("WRONG: it came out of a lock that was owned");
            }
        }
    }

    /** A chain of arrays, ever smaller ones, until nothing fits any more. */
    private static Object[] fill() {
        Object[] first = new Object[1];
        Object[] last = first;
        for (int size = 1 << 20; size >= 2; ) {
            try {
                Object[] next = new Object[size];
                last[0] = next;
                last = next;
            } catch (OutOfMemoryError full) {
                size /= 2;
            }
        }
        return first;
    }
}
