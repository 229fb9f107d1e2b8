package io.vtmonitor.requests;

import io.vtmonitor.report.figures.Requests;
import java.util.concurrent.atomic.LongAdder;

/** The requests of one route. Requests are counted by any thread; what they lost by one at a time. */
final class RouteTally {
    private final String name;
    private final LongAdder requests = new LongAdder();
    private final LongAdder moved = new LongAdder();
    private long pins;
    private long nanos;
    private long maxNanos;
    private long looks;
    private long lookNanos;

    RouteTally(String name) {
        this.name = name;
    }

    void request(boolean hasMoved) {
        requests.increment();
        if (hasMoved) {
            moved.increment();
        }
    }

    void lost(Loss loss) {
        if (loss.look()) {
            looks++;
            lookNanos += loss.nanos();
        } else {
            pins++;
            nanos += loss.nanos();
            maxNanos = Math.max(maxNanos, loss.nanos());
        }
    }

    Requests.Route figures() {
        return new Requests.Route(
                name, requests.sum(), moved.sum(), pins, nanos / 1e9, maxNanos / 1e9, looks, lookNanos / 1e9);
    }
}
