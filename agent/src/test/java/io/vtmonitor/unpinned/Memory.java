package io.vtmonitor.unpinned;

/** Locks while the heap is full, repeatedly: each time it is owned or it is not, and nobody keeps it. */
public final class Memory {
    private static final int ROUNDS = 2;
    private static final int MOST_ROUNDS = 10;
    private static final int LOCKS = 8;

    private int entered;
    private int failed;
    private long count;

    private Memory() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        Memory memory = new Memory();
        // Threads of the JVM and of the agent give back some of it now and then, and no lock fails in that round.
        for (int round = 0; round < ROUNDS || (memory.failed == 0 && round < MOST_ROUNDS); round++) {
            memory.round();
        }
        System.out.println(memory.count == memory.entered ? "exact" : "WRONG " + memory.count + " " + memory.entered);
        System.out.println(memory.failed > 0 ? "out of memory was met" : "memory did not end");
        System.exit(0);
    }

    private void round() throws InterruptedException {
        Place[] places = new Place[LOCKS];
        for (int i = 0; i < LOCKS; i++) {
            places[i] = new Place();
        }
        Object[] hog = HeapFiller.fill();
        for (Place place : places) {
            enter(place);
        }
        hog[0] = null;
        Thread other = Thread.ofVirtual().start(() -> {
            for (Place place : places) {
                place.pass();
            }
        });
        other.join(10_000);
        if (other.isAlive()) {
            System.out.println("WRONG: a lock was left behind");
        }
    }

    private void enter(Place place) {
        try {
            place.enter(this);
        } catch (OutOfMemoryError expected) {
            failed++;
            if (place.inside) {
                System.out.println("WRONG: it came out of a lock that was owned");
            }
        }
    }

    /** Something to lock that nobody has locked yet; its lock is made in the full heap. */
    private static final class Place {
        private boolean inside;

        synchronized void enter(Memory memory) {
            inside = true;
            memory.entered++;
            if (!Thread.holdsLock(this)) {
                System.out.println("WRONG: inside without the lock");
            }
            memory.count++;
        }

        synchronized void pass() {
            Thread.onSpinWait();
        }
    }
}
