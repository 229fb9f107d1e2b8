package io.vtmonitor.lab.load;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What the clients saw. A request that never got its answer counts with the time it had waited when the load was given
 * up: its latency is at least that.
 *
 * @param intended how many requests were to be sent
 * @param answered how many got the status 2xx
 * @param failed how many got another status or a broken connection, by what they got
 * @param unanswered how many had no answer at the end, sent or still waiting for their user
 * @param wallSeconds from the first request's time to the last answer, or to the end where the load was given up
 * @param latencies of all intended requests, in microseconds from the intended time
 * @param admitted those of requests that did not fail: what is turned away at once waits for nothing
 * @param answeredInSecond answers in each second since the beginning
 */
public record LoadResult(
        int intended,
        int answered,
        Map<String, Integer> failed,
        int unanswered,
        double wallSeconds,
        Histogram latencies,
        Histogram admitted,
        List<Integer> answeredInSecond) {
    /** Good answers a second. */
    public double perSecond() {
        return answered / wallSeconds;
    }

    /** Seconds below which so many percent of the requests stayed. */
    public double percentile(double percent) {
        return latencies.getValueAtPercentile(percent) / 1e6;
    }

    /** Seconds of the fastest request. */
    public double min() {
        return latencies.getMinValue() / 1e6;
    }

    /** Seconds of the slowest request. */
    public double max() {
        return latencies.getMaxValue() / 1e6;
    }

    /** Seconds on average. */
    public double mean() {
        return latencies.getMean() / 1e6;
    }

    /** How many did not succeed for another reason than time. */
    public int errors() {
        return failed.values().stream().mapToInt(Integer::intValue).sum();
    }
}
