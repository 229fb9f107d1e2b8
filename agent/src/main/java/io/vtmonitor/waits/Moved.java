package io.vtmonitor.waits;

/**
 * How many threads of a group made progress.
 *
 * @param threads it has
 * @param left so many of them got their turn, about
 * @param seconds for so long it was watched; 0 where it was not
 */
public record Moved(int threads, double left, double seconds) {
    /** Nobody has watched. */
    public static final Moved UNKNOWN = new Moved(0, 0, 0);

    /** At this pace, from the end of the queue to its head; where nobody has left, no more than was watched. */
    public double waitSeconds() {
        return moves() ? threads * seconds / left : seconds;
    }

    /** Whether anybody got his turn. */
    public boolean moves() {
        return left >= 0.5;
    }

    public String text() {
        String turn = moves()
                ? "about " + Math.round(Math.min(left, threads)) + " of them made progress"
                : "none of them made progress";
        return "While they were watched for " + Math.round(seconds * 1_000) + " ms, " + turn + ".";
    }
}
