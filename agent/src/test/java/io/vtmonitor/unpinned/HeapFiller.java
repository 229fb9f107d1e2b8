package io.vtmonitor.unpinned;

/** Takes the heap, for programs that are to run out of it. */
final class HeapFiller {
    private HeapFiller() {}

    /** A chain of arrays, ever smaller ones, until nothing fits any more. */
    static Object[] fill() {
        Object[] first = new Object[1];
        Object[] last = first;
        for (int size = 1 << 20; size >= 2; ) {
            try {
                Object[] next = new Object[size];
                last[0] = next;
                last = next;
            } catch (OutOfMemoryError ignored) {
                size /= 2;
            }
        }
        return first;
    }
}
