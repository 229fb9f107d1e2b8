package io.vtmonitor.unpinned;

/** What no plan can foresee: objects of classes outside the pattern, one of them locked by the JDK; a class that can't follow. */
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
