package repeats;

import java.util.ArrayList;
import java.util.List;

/**
 * Virtual threads contend for a few objects, and nothing pins; then, by its argument, others wait in
 * {@code Object.wait}, or the books of the idle scheduler are told; with {@code few}, which is for a scheduler that
 * adds no carrier, one thread waits before.
 */
final class Contention {
    private Contention() {}

    static final class Inside {
        private int calls;

        synchronized void call() throws InterruptedException {
            calls++;
            Thread.sleep(2);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Inside[] shared = {new Inside(), new Inside(), new Inside(), new Inside()};
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Inside mine = shared[i % shared.length];
            threads.add(Thread.ofVirtual().start(Threads.task(() -> {
                for (int j = 0; j < 15; j++) {
                    mine.call();
                }
            })));
        }
        Threads.join(threads);
        if (arguments[0].equals("wait")) {
            Threads.waitPlainly();
        } else {
            if (arguments[0].equals("few")) {
                Threads.waitPlainly(1);
            }
            Threads.tellBooks();
        }
    }
}
