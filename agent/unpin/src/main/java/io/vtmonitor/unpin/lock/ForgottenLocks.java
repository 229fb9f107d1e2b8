package io.vtmonitor.unpin.lock;

/**
 * Whose locks were forgotten lately, for a guess alone: threads write over each other's notes. Each carrier has its
 * own, as a line of memory that two processors write to costs more than all the rest.
 */
final class ForgottenLocks {
    private static final int BITS = 12;
    private static final int MASK = (1 << BITS) - 1;

    /** Of a note: a lock that was forgotten had come into use. */
    private static final int TAKEN = 1 << 8;

    private static final int TIMES = TAKEN - 1;

    /**
     * The upper bits of an object's hash, whose lower bits are the index; {@link #TAKEN}; how often, up to
     * {@link #TIMES}.
     */
    private static final int[] NOTES = new int[CompensatingCarrier.STRIPES << BITS];

    private ForgottenLocks() {}

    /** How often the lock of the object of that identity hash was forgotten, 0 to 255. */
    static int times(int hash) {
        return noted(hash) & TIMES;
    }

    /** Whether the object has had a lock that came into use and was forgotten. */
    @SuppressWarnings("IdentityHashCode")
    static boolean wasTaken(Object object) {
        return (noted(System.identityHashCode(object)) & TAKEN) != 0;
    }

    /**
     * Its lock is forgotten once more.
     *
     * @param taken whether that was in use
     */
    static void note(int hash, boolean taken) {
        int noted = noted(hash);
        int times = Math.min((noted & TIMES) + 1, TIMES);
        NOTES[at(hash)] = (hash & ~MASK) | (noted & TAKEN) | (taken ? TAKEN : 0) | times;
    }

    private static int noted(int hash) {
        int noted = NOTES[at(hash)];
        return (noted ^ hash) >>> BITS == 0 ? noted & MASK : 0;
    }

    private static int at(int hash) {
        return CompensatingCarrier.stripe() << BITS | (hash & MASK);
    }
}
