package io.vtmonitor.unpin.lock;

/**
 * Whose locks were forgotten lately, for a guess alone: threads write over each other's notes. Each carrier has its
 * own, as a line of memory that two processors write to costs more than all the rest.
 */
final class ForgottenLocks {
    private static final int BITS = 12;
    private static final int MASK = (1 << BITS) - 1;
    private static final int MOST_TIMES = 255;

    /** The upper bits of an object's hash, whose lower bits are the index; how often, up to {@link #MOST_TIMES}. */
    private static final int[] NOTES = new int[CompensatingCarrier.STRIPES << BITS];

    private ForgottenLocks() {}

    /** How often the lock of the object of that identity hash was forgotten, 0 to 255. */
    static int times(int hash) {
        return noted(hash);
    }

    /** Whether the object has had a lock that was forgotten. */
    @SuppressWarnings("IdentityHashCode")
    static boolean isNoted(Object object) {
        return noted(System.identityHashCode(object)) != 0;
    }

    /** Its lock is forgotten once more. */
    static void note(int hash) {
        NOTES[at(hash)] = (hash & ~MASK) | Math.min(noted(hash) + 1, MOST_TIMES);
    }

    private static int noted(int hash) {
        int noted = NOTES[at(hash)];
        return (noted ^ hash) >>> BITS == 0 ? noted & MASK : 0;
    }

    private static int at(int hash) {
        return CompensatingCarrier.stripe() << BITS | (hash & MASK);
    }
}
