package io.vtmonitor.stall;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A JVM that lives for as long as a number of pins takes, and ends at once after the last of them. Needs
 * {@code -Djdk.reflect.useNativeAccessorOnly=true}, so that each pins by a native frame, on every JDK. No pin is a park
 * with a time: each is released when it has been seen to wait for three milliseconds. Arguments: how to end, and how
 * many pins. Waits for a line, prints {@code made N}, and ends.
 */
public final class ShortLived {
    private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "timer");
        thread.setDaemon(true);
        return thread;
    });
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final int AT_ONCE = 4;

    private ShortLived() {}

    /** Ways to end. Apart from the last three, which need somebody outside, each is what its name says. */
    enum End {
        MAIN_RETURNS,
        EXIT,
        EXIT_ON_VIRTUAL_THREAD,
        EXIT_TWICE_AT_ONCE,
        EXIT_WITH_SLOW_HOOK,
        EXIT_WHILE_PINNED,
        EXCEPTION_IN_MAIN,
        LAST_THREAD_ENDS,
        SIGTERM,
        SIGINT,
        SIGHUP
    }

    public static void main(String[] args) throws Exception {
        End end = End.valueOf(args[0]);
        int pins = Integer.parseInt(args[1]);
        Method pin = ShortLived.class.getDeclaredMethod("pin", CountDownLatch.class);
        System.in.read();
        if (end == End.LAST_THREAD_ENDS) {
            new Thread(() -> pin(pin, pins)).start();
            return;
        }
        if (end == End.EXIT_WITH_SLOW_HOOK) {
            Runtime.getRuntime().addShutdownHook(new Thread(ShortLived::dawdle));
        }
        pin(pin, pins);
        switch (end) {
            case EXIT, EXIT_WITH_SLOW_HOOK -> System.exit(3);
            case EXIT_ON_VIRTUAL_THREAD ->
                Thread.ofVirtual().start(() -> System.exit(3)).join();
            case EXIT_TWICE_AT_ONCE -> {
                new Thread(() -> System.exit(3)).start();
                System.exit(3);
            }
            case EXIT_WHILE_PINNED -> {
                Thread.ofVirtual().start(() -> call(pin, new CountDownLatch(1)));
                System.exit(3);
            }
            case EXCEPTION_IN_MAIN -> throw new IllegalStateException("as asked for");
            case SIGTERM, SIGINT, SIGHUP -> new CountDownLatch(1).await();
            default -> {
                // main returns
            }
        }
    }

    private static void dawdle() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** So many pins, a few of them at once. */
    private static void pin(Method pin, int pins) {
        for (int made = 0; made < pins; made += AT_ONCE) {
            int now = Math.min(AT_ONCE, pins - made);
            CountDownLatch ended = new CountDownLatch(now);
            for (int i = 0; i < now; i++) {
                CountDownLatch over = new CountDownLatch(1);
                Thread pinned = Thread.ofVirtual().start(() -> {
                    call(pin, over);
                    MADE.incrementAndGet();
                    ended.countDown();
                });
                TIMER.schedule(() -> releaseWhenPinned(pinned, over), 1, TimeUnit.MILLISECONDS);
            }
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        System.out.println("made " + MADE);
    }

    private static void call(Method pin, CountDownLatch over) {
        try {
            pin.invoke(null, over);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void pin(CountDownLatch over) throws InterruptedException {
        over.await();
    }

    /** Three milliseconds after it is seen to wait: longer than the threshold for certain. */
    private static void releaseWhenPinned(Thread pinned, CountDownLatch over) {
        boolean waits = pinned.getState() == Thread.State.WAITING;
        Runnable next = waits ? over::countDown : () -> releaseWhenPinned(pinned, over);
        TIMER.schedule(next, waits ? 3 : 1, TimeUnit.MILLISECONDS);
    }
}
