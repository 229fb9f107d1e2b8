package io.vtmonitor.unpinned;

/**
 * What no plan can foresee: objects of classes outside the pattern, one of them locked by the JDK; a class that can't
 * follow.
 */
public final class Strangers {
    private Strangers() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        for (int i = 0; i < 5; i++) {
            System.out.println(new Lender(new Task()).use());
        }
        System.out.println(new Lender(new StringBuffer()).use());
        Below below = new Below();
        below.use();
        System.out.println("count " + below.count);
        Thread.sleep(1_000); // the agent looks at what was met on a thread of its own, and at exit not for long
        System.out.println("done");
    }

    private static final class Task {}

    /** Below a class of the pattern, and can't be rewritten. */
    private static final class Below extends Driver {
        Below() {
            super("");
        }

        synchronized native void locksByTheMonitor();
    }
}
