package io.vtmonitor.scan;

/** How long a step of a path counts: what it needs makes it longer, so that certain calls go before guesses. */
final class PathWeights {
    /** A longer path proves nothing. */
    static final int LONGEST = 150;

    /** A class is initialized once, so that seldom anybody waits there. */
    static final int INITIALIZATION = 20;

    private static final int DIRECT = 2;
    private static final int ONE_TARGET = 3;
    private static final int MANY_TARGETS = 24;
    private static final int PER_DOUBLING = 3;

    private PathWeights() {}

    /** @param fitting how many methods fit the call */
    static int of(Certainty certainty, int fitting) {
        return switch (certainty) {
            case DIRECT -> DIRECT;
            case ONE_TARGET -> ONE_TARGET;
            case MANY_TARGETS -> MANY_TARGETS + PER_DOUBLING * (32 - Integer.numberOfLeadingZeros(fitting));
        };
    }
}
