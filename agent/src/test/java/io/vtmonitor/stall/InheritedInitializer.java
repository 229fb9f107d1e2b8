package io.vtmonitor.stall;

import java.util.concurrent.CountDownLatch;

/**
 * A static initializer that never ends, while virtual threads on every carrier wait for classes that need it first.
 * Arguments: the number of carriers, and a {@link Case}.
 */
public final class InheritedInitializer {
    private static final CountDownLatch ENTERED = new CountDownLatch(1);
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    /** What the lambdas of {@link Starter} do, were they ever to get as far. */
    private static volatile int done;

    private InheritedInitializer() {}

    /** Who runs the initializer of what. */
    enum Case {
        /** A platform thread that of a class; two classes that extend it are waited for. */
        PLATFORM,
        /** A virtual thread that of a class, on its way to one that extends it. */
        VIRTUAL,
        /** A virtual thread that of an interface with a default method. */
        INTERFACE,
        /** A platform thread that of a class whose initializer waits for another one's. */
        NESTED,
        /** A platform thread that of a class which starts virtual threads with lambdas of its own. */
        LAMBDA
    }

    public static void main(String[] args) throws Exception {
        int carriers = Integer.parseInt(args[0]);
        Case which = Case.valueOf(args[1]);
        switch (which) {
            case PLATFORM -> platform(Parent::touch);
            case VIRTUAL -> Thread.ofVirtual().name("initializer").start(Child::new);
            case INTERFACE -> Thread.ofVirtual().name("initializer").start(Implementation::new);
            case NESTED -> platform(Outer::touch);
            case LAMBDA -> platform(() -> Starter.touch(carriers));
        }
        ENTERED.await();
        for (int i = 0; i < carriers && which != Case.LAMBDA; i++) {
            boolean even = i % 2 == 0;
            Thread.ofVirtual().name("user-" + i).start(() -> use(which, even));
        }
        System.out.println("ready");
        // One after the other until one gets no carrier: the first may come before those that take them.
        while (true) {
            Thread.ofVirtual().name("waiting").start(() -> {}).join();
        }
    }

    private static void platform(Runnable uses) {
        Thread thread = new Thread(uses, "initializer");
        thread.setDaemon(true);
        thread.start();
    }

    private static void use(Case which, boolean even) {
        switch (which) {
            case INTERFACE -> new Implementation();
            case NESTED -> Outer.touch();
            default -> extending(even);
        }
    }

    private static void extending(boolean even) {
        if (even) {
            new Child();
        } else {
            new OtherChild();
        }
    }

    private static int block() {
        ENTERED.countDown();
        try {
            NEVER.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 1;
    }

    /** Is never initialized to the end. */
    static class Parent {
        static final int VALUE = block();

        static void touch() {}
    }

    /** Needs its parent. */
    static final class Child extends Parent {}

    /** Needs it, too. */
    static final class OtherChild extends Parent {}

    /** Initialized with the classes that implement it, since it has a default method. */
    interface WithDefault {
        int VALUE = block();

        default int value() {
            return VALUE;
        }
    }

    /** Has no default method of its own. */
    interface Between extends WithDefault {}

    /** Needs the interface. */
    static final class Implementation implements Between {}

    /** Needs another class to be initialized. */
    static final class Outer {
        static final int VALUE = Parent.VALUE;

        private Outer() {}

        static void touch() {}
    }

    /** The classic one: its threads need what started them. */
    static final class Starter {
        static {
            for (int i = 0; i < 2; i++) {
                Thread.ofVirtual().name("user-" + i).start(() -> done++);
            }
            done = block();
        }

        private Starter() {}

        static void touch(int carriers) {
            done = carriers;
        }
    }
}
