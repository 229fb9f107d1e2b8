package io.vtmonitor.lab.load;

/**
 * When requests are to be sent.
 *
 * @param users how many send, one request at a time each
 * @param rampUpSeconds from the first user's first request to the last user's
 * @param everySeconds from one intended request of a user to the next
 * @param lengthSeconds no request is intended later than this after the first
 */
public record Schedule(int users, double rampUpSeconds, double everySeconds, double lengthSeconds) {
    /** So many requests at the same moment, each by a user of its own. */
    public static Schedule atOnce(int requests) {
        return new Schedule(requests, 0, 1, 0);
    }

    /** How many requests are intended in all. */
    public int requests() {
        int all = 0;
        for (int user = 0; user < users; user++) {
            all += requestsOf(user);
        }
        return all;
    }

    int requestsOf(int user) {
        // A millionth: sums of decimal fractions must not lose the last request.
        return 1 + (int) Math.floor((lengthSeconds - startOf(user)) / everySeconds + 1e-6);
    }

    /** Seconds after the beginning. */
    double intended(int user, int request) {
        return startOf(user) + request * everySeconds;
    }

    private double startOf(int user) {
        return Math.min(lengthSeconds, rampUpSeconds * user / users);
    }
}
