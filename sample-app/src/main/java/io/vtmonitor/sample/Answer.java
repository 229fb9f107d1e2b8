package io.vtmonitor.sample;

/**
 * What the client gets.
 *
 * @param seconds how long the request waited
 * @param virtualThread whether a virtual thread served it
 */
record Answer(double seconds, boolean virtualThread) {
    static Answer after(double seconds) {
        return new Answer(seconds, Thread.currentThread().isVirtual());
    }
}
