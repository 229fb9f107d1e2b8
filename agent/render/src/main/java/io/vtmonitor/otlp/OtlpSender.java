package io.vtmonitor.otlp;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.metrics.MetricFamily;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends metrics at an interval, and findings when they come, on a thread of its own. {@link #add} never waits: findings
 * are put into a queue, which drops its oldest one if it is full. What the receiver can't take now is sent again later,
 * metrics with the figures of that time. What it refuses is not sent again.
 */
public final class OtlpSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OtlpSender.class);

    /** The largest number of findings that wait to be sent. */
    static final int MOST_EVENTS = 256;

    private static final String DROPPED = "vthread.dropped";
    private static final int MOST_A_REQUEST = 64;
    private static final long FIRST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LAST_RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final OtlpTarget target;
    private final Supplier<List<MetricFamily>> metrics;
    private final long intervalNanos;
    private final Instant zero = Instant.now();
    private final Deque<OtlpEvent> events = new ArrayDeque<>();
    private final Thread thread = DaemonThread.of("vt-monitor-otlp", this::run);
    private long dropped;

    /** How many of them the last request has reported. */
    private long reportedDropped;

    private boolean ended;

    /** Used only by the thread. */
    private long nextMetrics;

    private final Signal findings = new Signal("/v1/logs");
    private final Signal figures = new Signal("/v1/metrics");

    /** Paths for which the last request failed. */
    private final Set<String> failing = new HashSet<>();

    /** One kind of requests. A receiver that can't take the one may take the other. */
    private static final class Signal {
        private final String path;
        private long retryAt = System.nanoTime();
        private long retryNanos = FIRST_RETRY_NANOS;

        Signal(String path) {
            this.path = path;
        }

        /** Nanoseconds until the next try. */
        long left(long now) {
            return retryAt - now;
        }

        void failed(long askedNanos) {
            retryAt = System.nanoTime() + Math.max(retryNanos, askedNanos);
            retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
        }
    }

    /**
     * Sends nothing before {@link #begin}, but keeps findings.
     *
     * @param metrics called once for each interval
     * @param interval between two requests with metrics
     */
    public OtlpSender(OtlpTarget target, Supplier<List<MetricFamily>> metrics, Duration interval) {
        this.target = target;
        this.metrics = metrics;
        intervalNanos = interval.toNanos();
        nextMetrics = System.nanoTime() + Math.min(intervalNanos, FIRST_RETRY_NANOS);
    }

    /** Starts to send, and logs that. Called once. */
    public void begin() {
        target.faults().forEach(LOG::warn);
        LOG.info("sending metrics and findings to {}", target);
        thread.start();
    }

    /** Sends a finding soon. Returns immediately. May be called by any thread. */
    public synchronized void add(OtlpEvent event) {
        if (events.size() >= MOST_EVENTS) {
            events.removeFirst();
            dropped++;
        }
        events.addLast(event);
        notifyAll();
    }

    private void run() {
        try {
            while (await()) {
                send();
            }
            send(); // the last figures; skipped while a retry is due later
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    private void send() {
        trySend(findings, this::sendFindings);
        trySend(figures, this::sendFigures);
    }

    /** A failure may pass: there may be memory again, or our jar, from which classes are loaded. */
    private void trySend(Signal signal, Runnable send) {
        try {
            if (signal.left(System.nanoTime()) <= 0) {
                send.run();
            }
        } catch (RuntimeException | Error e) {
            signal.retryAt = System.nanoTime() + LAST_RETRY_NANOS;
            warnOf(signal, e);
        }
    }

    private void warnOf(Signal signal, Throwable e) {
        try {
            warnOnce(signal.path, e + "; trying again from time to time");
        } catch (RuntimeException | Error ignored) {
            // There is not enough memory to log this.
        }
    }

    /** Waits until there is something to send. Returns false after {@link #close}. */
    private synchronized boolean await() throws InterruptedException {
        while (!ended) {
            long now = System.nanoTime();
            long left = Math.max(nextMetrics - now, figures.left(now));
            left = events.isEmpty() ? left : Math.min(left, findings.left(now));
            if (left <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return false;
    }

    private void sendFindings() {
        List<OtlpEvent> batch = batch();
        while (!batch.isEmpty() && post(findings, OtlpJson.logs(target.attributes(), batch, Instant.now()))) {
            sent(batch);
            batch = batch();
        }
    }

    private void sendFigures() {
        boolean due = isEnded() || nextMetrics - System.nanoTime() <= 0;
        if (due && post(figures, OtlpJson.metrics(target.attributes(), metrics.get(), zero, Instant.now()))) {
            nextMetrics = System.nanoTime() + intervalNanos;
        }
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    private synchronized List<OtlpEvent> batch() {
        List<OtlpEvent> batch = new ArrayList<>();
        reportedDropped = dropped;
        if (dropped > 0) {
            batch.add(new OtlpEvent(
                    Instant.now(),
                    OtlpEvent.Severity.WARN,
                    DROPPED,
                    dropped + " findings were dropped here: the receiver did not take them in time",
                    Map.of(DROPPED, Long.toString(dropped))));
        }
        for (OtlpEvent event : events) {
            if (batch.size() < MOST_A_REQUEST) {
                batch.add(event);
            }
        }
        return batch;
    }

    private synchronized void sent(List<OtlpEvent> batch) {
        dropped -= reportedDropped;
        reportedDropped = 0;
        events.removeAll(batch);
    }

    /** Returns false if the same has to be sent again. */
    private boolean post(Signal signal, String json) {
        String path = signal.path;
        try {
            HttpPost.Answer answer = HttpPost.send(target, path, json);
            if (answer.again()) {
                fail(
                        signal,
                        "it answers with status " + answer.status(),
                        answer.retryAfter().toNanos());
                return false;
            }
            if (answer.accepted()) {
                logRecovered(path);
            } else {
                warnOnce(path, "it refuses this with status " + answer.status() + "; what was sent is dropped");
            }
            signal.retryNanos = FIRST_RETRY_NANOS;
            return true;
        } catch (IOException | RuntimeException e) {
            fail(signal, FailureText.of(e), 0);
            return false;
        }
    }

    private void fail(Signal signal, String why, long askedNanos) {
        warnOnce(signal.path, why + "; trying again from time to time");
        signal.failed(askedNanos);
    }

    /** Warns of a path once, until sending to it works again. */
    private void warnOnce(String path, String why) {
        if (failing.add(path)) {
            LOG.warn("can't send to {}{}: {}", target, path, why);
        }
    }

    private void logRecovered(String path) {
        if (failing.remove(path)) {
            LOG.info("sending to {}{} works again", target, path);
        }
    }

    /** Tries once more to send what is left, and waits for at most a second. */
    @Override
    public void close() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        DaemonThread.join(thread);
    }
}
