package io.vtmonitor.waits;

/** How a group moved on, by the last watches. */
public final class Pace {
    private Moved moved = Moved.UNKNOWN;
    private Moved before = Moved.UNKNOWN;

    /** The last one at which anybody got a turn. */
    private Moved lastTurns = Moved.UNKNOWN;

    /** Since nobody got a turn. */
    private boolean stands;

    private boolean gaveUp;
    private long standsSince;
    private long standsUntil;

    /** The group was not there at the look before. */
    void again() {
        moved = Moved.UNKNOWN;
        before = Moved.UNKNOWN;
        lastTurns = Moved.UNKNOWN;
        stands = false;
        gaveUp = false;
    }

    void watched(Moved seen, long nanos) {
        before = moved;
        moved = seen;
        lastTurns = seen.moves() ? seen : lastTurns;
        standsSince = stands ? standsSince : nanos;
        standsUntil = nanos;
        stands = !seen.moves();
        gaveUp = stands && (gaveUp || seen.anyGaveUp());
    }

    /** How it moved on when that was last watched. */
    public Moved moved() {
        return moved;
    }

    /** For how long nobody got a turn whenever they were watched, while some gave up; 0 where none did. */
    double starvedSeconds() {
        return gaveUp ? (standsUntil - standsSince) / 1e9 : 0;
    }

    /** By the last two watches; 0 where nobody got a turn. */
    double turnsPerSecond() {
        double seconds = moved.seconds() + before.seconds();
        return seconds > 0 ? (moved.left() + before.left()) / seconds : 0;
    }

    /**
     * Whether the queue takes so long. Turns may come in bursts: where some do, two watches in a row must say so. Time
     * in which the carriers wanted a processor and had none is not the lock's.
     */
    public boolean isSlow(double seconds) {
        if (moved.moves()) {
            return moved.lockSeconds() >= seconds && before.lockSeconds() >= seconds;
        }
        double stood = (standsUntil - standsSince) / 1e9 + moved.seconds();
        return moved.seconds() >= seconds && (moved.hasProcessor() || stood * moved.processor() >= seconds);
    }

    /** How long the queue takes by the last watch at which anybody got a turn: nobody has since then. */
    double queueSeconds() {
        return lastTurns.waitSeconds();
    }

    /** What was seen, and for how long nobody got a turn if that is at least so long. */
    String text(double seconds) {
        return moved.text()
                + (starvedSeconds() < seconds
                        ? ""
                        : " Each time they were watched, over " + Judge.seconds(starvedSeconds())
                                + ", none made progress.");
    }

    /** What helps callers that give up at a semaphore of that class, while others may get its permits. */
    String overtaken(String type) {
        return moved.anyGaveUp() && type.endsWith("NonfairSync")
                ? " If threads acquire a permit again as soon as they have released one, they overtake those that wait:"
                        + " make the semaphore fair."
                : "";
    }
}
