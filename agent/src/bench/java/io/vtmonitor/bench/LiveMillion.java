package io.vtmonitor.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A million pins in a minute, every one recorded, with the budget as it is: how far what vt-monitor has counted lies
 * behind what was made, in seconds of the load. A flush a second means that up to a second and a half is no falling
 * behind.
 */
final class LiveMillion {
    private static final int PINS = 1_000_000;
    private static final int SECONDS = 60;
    private static final Pattern COUNT = Pattern.compile("vthread_pinned_seconds_count\\{[^}]*} (\\d+)");
    private static final Pattern SELF = Pattern.compile("vthread_self_seconds_total ([0-9.E-]+)");
    private static final Pattern THRESHOLD =
            Pattern.compile("vthread_threshold_seconds\\{event=\"pinned\"} ([0-9.E-]+)");

    private LiveMillion() {}

    static void run(List<String> java, Map<String, List<String>> variants, int rounds) throws Exception {
        System.out.printf("%na million pins in %d s, all of them recorded%n", SECONDS);
        for (int round = 0; round < rounds; round++) {
            once(java, variants.get(LiveVariants.DEFAULTS).get(0));
        }
    }

    private static void once(List<String> java, String agent) throws Exception {
        int port = 20_000 + (int) (ProcessHandle.current().pid() % 10_000);
        String flag = agent + "=port=" + port + ",threshold=0ms";
        Process process = LiveProcess.start(
                java,
                List.of(flag, "-Djdk.virtualThreadScheduler.parallelism=16"),
                "rate",
                Integer.toString(PINS),
                Integer.toString(SECONDS));
        try (BufferedReader out = process.inputReader()) {
            LiveProcess.line(out, "main ");
            Thread.sleep(5_000);
            process.outputWriter().append('\n').flush();
            long begin = System.nanoTime();
            List<Double> behind = new ArrayList<>();
            for (int second = 5; second < SECONDS; second += 5) {
                Thread.sleep(Math.max(0, begin / 1_000_000 + second * 1_000L - System.nanoTime() / 1_000_000));
                double made = (System.nanoTime() - begin) / 1e9 * PINS / SECONDS;
                behind.add((made - counted(scrape(port))) * SECONDS / PINS);
            }
            String[] made = LiveProcess.line(out, "made ").split(" ");
            Thread.sleep(3_000);
            String after = scrape(port);
            System.out.printf(
                    Locale.ROOT,
                    "made %s in %.1f s, counted %.0f three seconds later; behind every five seconds by s %s;"
                            + " agent at work %.1f s; threshold %s s%n",
                    made[0],
                    Double.parseDouble(made[1]),
                    counted(after),
                    behind.stream()
                            .map(s -> String.format(Locale.ROOT, "%.2f", s))
                            .toList(),
                    Double.parseDouble(first(SELF, after)),
                    first(THRESHOLD, after));
        } finally {
            LiveProcess.end(process);
        }
    }

    private static double counted(String scrape) {
        Matcher count = COUNT.matcher(scrape);
        double sum = 0;
        while (count.find()) {
            sum += Double.parseDouble(count.group(1));
        }
        return sum;
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "0";
    }

    private static String scrape(int port) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
