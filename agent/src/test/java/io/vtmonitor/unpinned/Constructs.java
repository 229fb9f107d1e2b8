package io.vtmonitor.unpinned;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Every way to lock, by platform and virtual threads together: nobody else is inside, nothing is lost, nobody sleeps
 * for ever. Says {@code ok NAME COUNT} for each; anything else is wrong. Argument: rounds.
 */
public final class Constructs {
    private static final int THREADS = 8;
    private static final int OVERFLOWS = Integer.getInteger("overflows", 40);

    private final int rounds;
    private final Locked object = new Locked();

    private Constructs(int rounds) {
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws Exception {
        System.in.read(); // begins when it is told to
        Constructs constructs = new Constructs(Integer.parseInt(arguments[0]));
        Locked locked = constructs.object;
        constructs.counts("method", locked::method, () -> locked.count);
        constructs.counts("block", locked::block, () -> locked.count);
        constructs.counts("nested", locked::nested, () -> locked.count);
        constructs.counts("lambda", locked::lambda, () -> locked.count);
        constructs.counts("default", locked::inDefaultMethod, () -> locked.count);
        constructs.counts("private interface method", locked::throughPrivateMethod, () -> locked.count);
        constructs.counts("bridge", () -> bridged(locked), () -> locked.count);
        constructs.counts("override", locked::hashCode, () -> locked.count);
        constructs.counts("constructor", Made::new, Made::total);
        constructs.counts("generic", () -> compare(locked), () -> locked.count);
        constructs.counts("throwing", locked::throwing, () -> locked.count);
        constructs.counts("class", Locked::ofClass, () -> Locked.total);
        constructs.counts("inner", locked.new Inner()::method, () -> locked.count);
        constructs.counts("array field", locked::array, () -> locked.count);
        constructs.counts("yielding", locked::yielding, () -> locked.count);
        constructs.overflow();
        constructs.handover();
        constructs.visibility();
        constructs.interrupted();
        constructs.oneByOne();
        errors(locked);
        System.out.println("done");
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void compare(Locked locked) {
        ((Comparable) locked).compareTo(locked);
    }

    /** What the compiler adds to {@code Locked}, whose method has a narrower result, calls the synchronized one. */
    private static void bridged(Chained locked) {
        if (locked.next() != locked) {
            System.out.println("WRONG bridge");
        }
    }

    private interface Count {
        long get();
    }

    /** The body adds one, unguarded by anything but its lock. */
    private void counts(String name, Runnable body, Count count) throws InterruptedException {
        long before = count.get();
        together(THREADS, thread -> {
            for (int i = 0; i < rounds; i++) {
                body.run();
            }
        });
        long added = count.get() - before;
        long expected = (long) THREADS * rounds;
        System.out.println((added == expected ? "ok " : "WRONG ") + name + " " + added
                + (added == expected ? "" : " of " + expected));
    }

    private interface Body {
        void run(int thread) throws InterruptedException;
    }

    /** Half of them platform, half of them virtual threads. */
    private static void together(int threads, Body body) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Runnable run = () -> {
                try {
                    start.await();
                    body.run(number);
                } catch (Throwable e) {
                    System.out.println("WRONG " + e);
                    e.printStackTrace(System.out);
                }
            };
            all.add(
                    i % 2 == 0
                            ? Thread.ofPlatform().start(run)
                            : Thread.ofVirtual().start(run));
        }
        start.countDown();
        for (Thread thread : all) {
            thread.join();
        }
    }

    /** Each overflows the stack inside and outside of the lock, at another depth each time; nobody may keep it. */
    private void overflow() throws InterruptedException {
        AtomicInteger overflows = new AtomicInteger();
        for (int i = 0; i < OVERFLOWS; i++) {
            int padding = i % 40;
            Locked own = new Locked();
            Runnable run = () -> {
                try {
                    own.pad(padding);
                } catch (StackOverflowError expected) {
                    overflows.incrementAndGet();
                }
            };
            Thread dies = i % 2 == 0
                    ? new Thread(null, run, "overflow", 400_000)
                    : Thread.ofVirtual().unstarted(run);
            dies.start();
            dies.join();
            CountDownLatch entered = new CountDownLatch(1);
            Thread other = Thread.ofPlatform().daemon().start(() -> {
                own.method();
                own.block();
                entered.countDown();
            });
            other.join(10_000);
            if (entered.getCount() > 0) {
                System.out.println("WRONG overflow left a lock behind at padding " + i);
                return;
            }
        }
        System.out.println(overflows.get() == OVERFLOWS ? "ok overflow" : "WRONG overflows " + overflows);
    }

    /** Producers and consumers at a queue of one: a lost wake-up leaves somebody asleep. */
    private void handover() throws InterruptedException {
        Deque<Integer> queue = new ArrayDeque<>();
        AtomicLong sum = new AtomicLong();
        Exchange exchange = new Exchange(queue);
        together(THREADS, thread -> {
            for (int i = 0; i < rounds; i++) {
                if (thread / 2 % 2 == 0) {
                    exchange.put(i);
                } else {
                    sum.addAndGet(exchange.take());
                }
            }
        });
        long expected = (long) THREADS / 2 * rounds * (rounds - 1) / 2;
        System.out.println((sum.get() == expected ? "ok" : "WRONG") + " handover " + sum);
    }

    /** What was written before the exit is seen after the enter: two plain fields are always equal. */
    private void visibility() throws InterruptedException {
        AtomicReference<String> wrong = new AtomicReference<>();
        together(THREADS, thread -> {
            for (int i = 0; i < rounds; i++) {
                String seen = object.pair(i);
                if (seen != null) {
                    wrong.set(seen);
                }
            }
        });
        System.out.println(wrong.get() == null ? "ok visibility" : "WRONG visibility " + wrong);
    }

    private void interrupted() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        AtomicReference<String> seen = new AtomicReference<>("");
        Thread waiter = Thread.ofVirtual().start(() -> seen.set(object.waitForEver(waiting)));
        waiting.await();
        object.method(); // the waiter has given the lock back
        waiter.interrupt();
        waiter.join();
        System.out.println((seen.get().equals("interrupted true false") ? "ok " : "WRONG ") + "interrupted " + seen);
    }

    /** Each waits, and each is woken alone. */
    private void oneByOne() throws InterruptedException {
        Gate gate = new Gate();
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread.Builder builder = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
            waiting.add(builder.start(gate::pass));
        }
        for (int i = 0; i < THREADS; i++) {
            gate.letOne();
        }
        for (Thread thread : waiting) {
            thread.join();
        }
        System.out.println((gate.passed == THREADS ? "ok" : "WRONG") + " notify " + gate.passed);
    }

    /** What is thrown comes from the application's line, as it does from a monitor. */
    private static void errors(Locked locked) {
        System.out.println(thrown("null", locked::enterNull));
        System.out.println(thrown("not owner", locked::notifyUnowned));
        System.out.println(thrown("wait", locked::waitUnowned));
    }

    private static String thrown(String name, Runnable body) {
        try {
            body.run();
            return "WRONG " + name + ": nothing was thrown";
        } catch (NullPointerException | IllegalMonitorStateException e) {
            List<StackTraceElement> own = new ArrayList<>();
            for (StackTraceElement frame : e.getStackTrace()) {
                if (!frame.getClassName().equals("java.lang.Object")) {
                    own.add(frame);
                }
                if (frame.getClassName().contains("VtMonitor")) {
                    return "WRONG " + name + ": " + frame;
                }
            }
            boolean here = own.get(0).getClassName().equals(Locked.class.getName())
                    && own.get(0).getLineNumber() > 0;
            return (here ? "ok " : "WRONG ") + name + " " + e.getClass().getSimpleName() + " in "
                    + own.get(0).getMethodName();
        }
    }

    /** Its constructor calls a synchronized method of its own, and one of the class. */
    private static final class Made {
        private static long total;
        private boolean done;

        Made() {
            finish();
        }

        private synchronized void finish() {
            if (!done && Thread.holdsLock(this)) {
                done = true;
                count();
            }
        }

        private static synchronized void count() {
            total++;
        }

        static synchronized long total() {
            return total;
        }
    }

    interface WithDefault {
        void add();

        default void inDefaultMethod() {
            synchronized (this) {
                add();
            }
        }

        default void throughPrivateMethod() {
            inPrivateMethod();
        }

        private void inPrivateMethod() {
            synchronized (this) {
                add();
            }
        }
    }

    interface Chained {
        Object next();
    }
}
