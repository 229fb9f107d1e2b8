package golden;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** What the programs share: the thread under observation. */
final class Blocked {
    /** Long enough to stand out of everything else that a program does. */
    static final long MILLIS = 300;

    private Blocked() {}

    /** Runs it on a platform thread first, so that the virtual thread finds its classes loaded and initialized. */
    static void twice(Callable<?> action) throws Exception {
        action.call();
        once(action);
    }

    /** Runs it on a virtual thread and waits for its end. */
    static void once(Callable<?> action) throws Exception {
        Exception[] failure = new Exception[1];
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                action.call();
            } catch (Exception e) {
                failure[0] = e;
            }
        });
        thread.join();
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    /** Runs the first on a platform thread and, while that has what both want, the second on a virtual thread. */
    static void behind(Held first, Callable<?> second) throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        Exception[] failure = new Exception[1];
        Thread holder = Thread.ofPlatform().start(() -> {
            try {
                first.run(taken);
            } catch (Exception e) {
                failure[0] = e;
                taken.countDown();
            }
        });
        taken.await();
        once(second);
        holder.join();
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    /** Takes something, says so, and gives it back after {@link #MILLIS}. */
    interface Held {
        void run(CountDownLatch taken) throws Exception;
    }

    static <T> T slow(T value) {
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return value;
    }
}
