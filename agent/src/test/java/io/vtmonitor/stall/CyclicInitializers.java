package io.vtmonitor.stall;

import java.util.concurrent.CyclicBarrier;

/** Two classes whose static initializers need each other, each begun by a virtual thread: a deadlock on every JDK. */
public final class CyclicInitializers {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    private CyclicInitializers() {}

    private static final class Left {
        static int value = 1 + needs("right");
    }

    private static final class Right {
        static int value = 1 + needs("left");
    }

    private static int needs(String which) {
        try {
            BOTH.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return which.equals("left") ? Left.value : Right.value;
    }

    /** Takes as many arguments as the other programs and needs none: it holds two carriers. */
    public static void main(String[] args) throws Exception {
        Thread.ofVirtual().name("left").start(() -> System.out.println(Left.value));
        Thread.ofVirtual().name("right").start(() -> System.out.println(Right.value));
        System.out.println("ready");
        // One after the other until one gets no carrier: the first may come before those two take them.
        while (true) {
            Thread.ofVirtual().name("waiting").start(() -> {}).join();
        }
    }
}
