package io.vtmonitor.unpinned;

/** Locks five million new objects, one after the other, in a heap that a tenth of their locks would fill. */
public final class Many {
    private static final int OBJECTS = 5_000_000;

    private long count;

    private Many() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        long sum = 0;
        for (int i = 0; i < OBJECTS; i++) {
            Many one = new Many();
            one.add();
            sum += one.count;
        }
        System.out.println("locked " + sum);
    }

    private synchronized void add() {
        count++;
    }
}
