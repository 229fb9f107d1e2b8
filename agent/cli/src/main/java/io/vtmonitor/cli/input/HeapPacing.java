package io.vtmonitor.cli.input;

/**
 * Keeps the heap small while many files are read. By default a JVM lets garbage grow to a quarter of the machine's
 * memory, and a jar can't change that. So a collection is requested while little is alive, which takes some
 * milliseconds.
 */
final class HeapPacing {
    private static final long MOST_BYTES = 48 << 20;

    private final Runtime runtime = Runtime.getRuntime();
    private long most = MOST_BYTES;
    private int left;

    /** @param files that are to be read */
    HeapPacing(int files) {
        left = files;
    }

    /** To be called after each file. After the last one nothing more piles up. */
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
