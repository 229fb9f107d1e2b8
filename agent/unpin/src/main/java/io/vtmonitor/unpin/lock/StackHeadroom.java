package io.vtmonitor.unpin.lock;

/**
 * Ensures that what releases a lock finds room on the stack. The JVM checks for room when a method begins, for its own
 * frame alone. A frame that was compiled and becomes interpreted, as happens when an exception comes where none had
 * come before, leaves less below it than there was when the lock was taken. So a frame of half a kilobyte is tried
 * beforehand: its size is that of the arguments it hands on, which costs some ten nanoseconds.
 */
final class StackHeadroom {
    private StackHeadroom() {}

    /** Overflows the stack now rather than later. */
    @DontInline
    static void probe() {
        spread(
                0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L,
                0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L,
                0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
    }

    @DontInline
    @SuppressWarnings({"unused", "TooManyParameters"})
    private static void spread(
            long a0,
            long a1,
            long a2,
            long a3,
            long a4,
            long a5,
            long a6,
            long a7,
            long a8,
            long a9,
            long a10,
            long a11,
            long a12,
            long a13,
            long a14,
            long a15,
            long a16,
            long a17,
            long a18,
            long a19,
            long a20,
            long a21,
            long a22,
            long a23,
            long a24,
            long a25,
            long a26,
            long a27,
            long a28,
            long a29,
            long a30,
            long a31,
            long a32,
            long a33,
            long a34,
            long a35,
            long a36,
            long a37,
            long a38,
            long a39,
            long a40,
            long a41,
            long a42,
            long a43,
            long a44,
            long a45,
            long a46,
            long a47,
            long a48,
            long a49,
            long a50,
            long a51,
            long a52,
            long a53,
            long a54,
            long a55,
            long a56,
            long a57,
            long a58,
            long a59,
            long a60,
            long a61,
            long a62,
            long a63) {
        // has done its work when it was called
    }
}
