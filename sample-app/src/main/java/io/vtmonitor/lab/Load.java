package io.vtmonitor.lab;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/**
 * Requests sent all at once, each of which sleeps in the database.
 *
 * @param requests how many
 * @param seconds how long each sleeps
 */
record Load(int requests, double seconds) {

    /**
     * What the client saw.
     *
     * @param requests how many were answered
     * @param wallSeconds from the first one sent to the last one answered
     * @param medianSeconds half of the requests took at most this long
     * @param slowestSeconds the longest of them
     */
    record Result(int requests, double wallSeconds, double medianSeconds, double slowestSeconds) {
        double perSecond() {
            return requests / wallSeconds;
        }
    }

    /** Sends them and waits for every answer, telling how many have come. */
    Result send(URI application, IntConsumer answered) throws InterruptedException {
        var request = HttpRequest.newBuilder(application.resolve("/query?seconds=" + seconds))
                // One carrier could serve them one after the other: that is slow, not broken.
                .timeout(Duration.ofSeconds(60 + (long) (requests * seconds)))
                .build();
        try (var client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ExecutorCompletionService<Double>(threads);
            Callable<Double> one = () -> send(client, request);
            var latencies = new ArrayList<Double>();
            long start = System.nanoTime();
            for (int i = 0; i < requests; i++) {
                var unused = answers.submit(one);
            }
            for (int i = 1; i <= requests; i++) {
                latencies.add(answers.take().get());
                answered.accept(i);
            }
            return result(latencies, secondsSince(start));
        } catch (ExecutionException e) {
            throw new DemoFailure("Sent " + request.uri() + ", and " + e.getCause(), e);
        }
    }

    private static double send(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("got the status " + answer.statusCode() + " instead of 200: " + answer.body());
        }
        return secondsSince(start);
    }

    private static Result result(List<Double> latencies, double wallSeconds) {
        var sorted = latencies.stream().sorted().toList();
        return new Result(sorted.size(), wallSeconds, sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
