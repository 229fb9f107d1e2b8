package io.vtmonitor.cli.input;

/**
 * Keeps the heap small while many files are read. By default, a JVM lets garbage grow to a quarter of the machine's
 * memory, and a jar can't change that. So this requests a collection when there is more garbage than a bound; as few
 * objects are alive then, it takes only milliseconds.
 */
final class HeapPacing {
    private static final long MOST_BYTES = 48 << 20;

    private final Runtime runtime = Runtime.getRuntime();
    private long most = MOST_BYTES;
    private int left;

    /** @param files the number of files to read */
    HeapPacing(int files) {
        left = files;
    }

    /** Called after each file. Does nothing after the last one. */
    void bound() {
        if (--left > 0 && used() > most) {
            System.gc();
            most = Math.max(MOST_BYTES, 2 * used());
        }
    }

    private long used() {
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
