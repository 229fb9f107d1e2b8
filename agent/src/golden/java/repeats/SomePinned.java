package repeats;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Twenty virtual threads that are not pinned and twenty that are, by a monitor of their own, lock the same object. */
final class SomePinned {
    private SomePinned() {}

    static final class Inside {
        synchronized void call() throws InterruptedException {
            Thread.sleep(5);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Inside shared = new Inside();
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            threads.add(Thread.ofVirtual().start(Threads.task(() -> {
                for (int j = 0; j < 5; j++) {
                    shared.call();
                }
                done.incrementAndGet();
            })));
            Object own = new Object();
            threads.add(Thread.ofVirtual().start(Threads.task(() -> {
                synchronized (own) {
                    shared.call();
                }
                done.incrementAndGet();
            })));
        }
        Threads.join(threads);
        System.out.println("done " + done + " of 40");
    }
}
