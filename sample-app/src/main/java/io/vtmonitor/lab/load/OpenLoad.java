package io.vtmonitor.lab.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/**
 * Sends what a schedule intends: every user is a virtual thread that waits for its next request's time. A user that is
 * still waiting for an answer then sends the next one late, and the delay counts as latency.
 */
public final class OpenLoad {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Schedule schedule;
    private final double patienceSeconds;
    private final HttpRequest.Builder request;
    private final Histogram latencies = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram admitted = new Histogram(SIGNIFICANT_DIGITS);
    private final TreeMap<String, Integer> failed = new TreeMap<>();
    private final List<Integer> answeredInSecond = new ArrayList<>();
    private int answered;
    private int unanswered;
    private double lastAnswer;

    /**
     * A load that can be sent once.
     *
     * @param patienceSeconds how long after the last intended request answers are waited for
     */
    public OpenLoad(URI uri, Schedule schedule, double patienceSeconds) {
        this(HttpRequest.newBuilder(uri), schedule, patienceSeconds);
    }

    /** The same for another request than a plain GET. */
    public OpenLoad(HttpRequest.Builder request, Schedule schedule, double patienceSeconds) {
        this.request = request;
        this.schedule = schedule;
        this.patienceSeconds = patienceSeconds;
    }

    /** Sends it all and waits for the answers, telling how many have come. */
    public LoadResult send(IntConsumer progress) throws InterruptedException {
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .build();
        long begin = System.nanoTime();
        try {
            var users = new ArrayList<Thread>();
            for (int i = 0; i < schedule.users(); i++) {
                int user = i;
                users.add(Thread.ofVirtual().start(() -> play(user, client, begin, progress)));
            }
            for (Thread user : users) {
                user.join();
            }
        } finally {
            // Not close(): that waits for connections which the application may never answer.
            client.shutdownNow();
            threads.shutdownNow();
        }
        return result();
    }

    private void play(int user, HttpClient client, long begin, IntConsumer progress) {
        try {
            for (int i = 0; i < schedule.requestsOf(user); i++) {
                double intended = schedule.intended(user, i);
                sleepUntil(begin, intended);
                double left = end() - secondsSince(begin);
                if (left <= 0) {
                    late(intended);
                    continue;
                }
                send(client, begin, intended, left, progress);
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(HttpClient client, long begin, double intended, double left, IntConsumer progress)
            throws InterruptedException {
        var one = request.copy()
                .timeout(Duration.ofMillis(Math.max(1, Math.round(left * 1000))))
                .build();
        try {
            var answer = client.send(one, HttpResponse.BodyHandlers.discarding());
            double now = secondsSince(begin);
            if (answer.statusCode() / 100 == 2) {
                good(intended, now, progress);
            } else {
                bad("status " + answer.statusCode(), intended, now);
            }
        } catch (HttpTimeoutException ignored) {
            late(intended);
        } catch (IOException e) {
            bad(e.getClass().getSimpleName(), intended, secondsSince(begin));
        }
    }

    private synchronized void good(double intended, double now, IntConsumer progress) {
        answered++;
        int second = (int) now;
        while (answeredInSecond.size() <= second) {
            answeredInSecond.add(0);
        }
        answeredInSecond.set(second, answeredInSecond.get(second) + 1);
        admitted.recordValue(ended(intended, now));
        progress.accept(answered);
    }

    private synchronized void bad(String what, double intended, double now) {
        failed.merge(what, 1, Integer::sum);
        ended(intended, now);
    }

    private synchronized void late(double intended) {
        unanswered++;
        admitted.recordValue(ended(intended, end()));
    }

    private long ended(double intended, double now) {
        lastAnswer = Math.max(lastAnswer, now);
        long latency = Math.max(0, Math.round((now - intended) * 1e6));
        latencies.recordValue(latency);
        return latency;
    }

    private synchronized LoadResult result() {
        return new LoadResult(
                schedule.requests(), answered, failed, unanswered, lastAnswer, latencies, admitted, answeredInSecond);
    }

    private double end() {
        return schedule.lengthSeconds() + patienceSeconds;
    }

    private static void sleepUntil(long begin, double seconds) throws InterruptedException {
        double left = seconds - secondsSince(begin);
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(Math.round(left * 1e9)));
        }
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
