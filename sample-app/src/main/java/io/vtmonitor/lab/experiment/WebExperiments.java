package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.Jdk;
import io.vtmonitor.lab.load.Schedule;
import java.util.ArrayList;
import java.util.List;

/** Experiments with the application and without a query: requests that answer, that sleep, that start threads. */
final class WebExperiments {
    private static final String OPEN =
            "Each user sends a request every two seconds, regardless of earlier answers; latency counts from the"
                    + " scheduled time, so queueing is included.";

    private WebExperiments() {}

    static List<Experiment> all() {
        return List.of(
                new Experiment(
                        "plain",
                        "A GET that answers at once, on platform and on virtual threads; 1000 users, 10 s ramp-up",
                        List.of("about equal"),
                        "The source gives no figures; here both serve all requests, as the source states.",
                        bench -> users(bench, "/plain")),
                new Experiment(
                        "block",
                        "A GET that sleeps a second; the same load",
                        List.of("virtual threads far ahead"),
                        "Tomcat's 200 platform threads can answer 200 such requests a second and no more; how far ahead"
                                + " virtual threads are is how much more than that is sent.",
                        bench -> users(bench, "/block?seconds=1")),
                new Experiment(
                        "one-carrier",
                        "One Tomcat thread, and virtual threads on a scheduler with one carrier; 50 users of a"
                                + " request that sleeps a second",
                        List.of("platform: 1 request a second", "virtual: 50 requests a second"),
                        "A sleep of a second takes a little longer than that, and the client shares the machine: a hair"
                                + " below 50.",
                        WebExperiments::oneCarrier),
                new Experiment(
                        "product",
                        "POST /products stores a row and writes an event asynchronously: which thread runs what",
                        List.of("after the switch all of it runs on virtual threads"),
                        "No figure to differ: one property of Spring Boot moves Tomcat's and Spring's executors alike.",
                        WebExperiments::product),
                new Experiment(
                        "thread-count",
                        "GET /platform/200 and /virtual/200: threads of the operating system over time",
                        List.of("platform: +200", "virtual: about +10"),
                        "The carriers are as many as the processors, and the source's machine had more of them than"
                                + " this one; the rest are the JDK's own (timers, pollers).",
                        WebExperiments::threadCount),
                sleep("sleep-5", 5, "14.6", "124.8"),
                sleep("sleep-10", 10, "10.0", "76.9"));
    }

    private static Experiment sleep(String id, int seconds, String platform, String virtual) {
        return new Experiment(
                id,
                "1000 requests at once that sleep " + seconds + " s: throughput and latency",
                List.of("platform: " + platform + " requests a second", "virtual: " + virtual + " requests a second"),
                "By its figures the source's pool had fewer threads than Tomcat's 200 here, or its requests came"
                        + " slower; virtual threads are bounded by the sleep itself, 1000 requests in " + seconds
                        + " s and the time to send them.",
                bench -> sleep(bench, seconds));
    }

    private static Measured users(Bench bench, String path) throws InterruptedException {
        var schedule = bench.pick(new Schedule(600, 1, 2, 3), new Schedule(1000, 10, 2, 30));
        var table = new LoadTable();
        for (Setup setup : platformAndVirtual(bench.after())) {
            try (var application = bench.application(setup)) {
                application.warmUp("/plain", bench.pick(1, 4));
                table.add(setup.label(), application.load(path, schedule, 5));
                table.add(application.stop());
            }
        }
        return table.overTime(OPEN);
    }

    private static List<Setup> platformAndVirtual(Jdk jdk) {
        return List.of(
                Setup.of("JDK " + jdk.feature() + ", platform", jdk).platform(),
                Setup.of("JDK " + jdk.feature() + ", virtual", jdk));
    }

    private static Measured oneCarrier(Bench bench) throws InterruptedException {
        var jdk = bench.after();
        var schedule = new Schedule(50, 0, 1, bench.pick(2, 19));
        var table = new LoadTable();
        var heap = new ArrayList<Chart.Series>();
        var platform = Setup.of("one Tomcat thread", jdk)
                .platform()
                .application("--server.tomcat.threads.max=1", "--server.tomcat.threads.min-spare=1");
        try (var application = bench.application(platform)) {
            application.warmUp("/plain", bench.pick(1, 4));
            table.add(platform.label(), application.load("/health", schedule, 3));
            table.add(application.stop());
        }
        var virtual = Setup.of("one carrier", jdk).carriers(1);
        try (var application = bench.application(virtual)) {
            application.warmUp("/plain", bench.pick(1, 4));
            try (var sampling = application.sample(Application::heapMegabytes)) {
                table.add(virtual.label(), application.load("/health", schedule, 3));
                heap.add(sampling.series("heap of the virtual run"));
            }
            table.add(application.stop());
        }
        var rates = table.withRates("The picture shows the heap of the virtual run, as Spring's actuator reports it.");
        return new Measured(
                rates.columns(), rates.rows(), Chart.lines("MB", "seconds", heap), rates.verdicts(), rates.notes());
    }

    private static Measured product(Bench bench) throws InterruptedException {
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (Setup setup : platformAndVirtual(bench.after())) {
            try (var application = bench.application(setup)) {
                for (String name : List.of("apple", "pear", "plum")) {
                    application.post("/products?name=" + name);
                }
                verdicts.add(application.stop());
                var lines = application.logLines();
                var row = new ArrayList<>(List.of(setup.label()));
                List.of("request", "insert", "event").forEach(step -> row.add(ranOn(lines, step)));
                rows.add(row);
                bars.add(Chart.Series.bar(
                        setup.label(),
                        100.0 * row.stream().filter("virtual"::equals).count() / (row.size() - 1)));
            }
        }
        return new Measured(
                List.of("variant", "request", "insert", "event"),
                rows,
                Chart.bars("% of the steps on virtual threads", bars),
                verdicts,
                List.of("As the application logs it with Thread.currentThread(); three products each."));
    }

    private static String ranOn(List<String> lines, String step) {
        var kinds = lines.stream()
                .filter(line -> line.contains("product ") && line.contains(" " + step + " on "))
                .map(line -> line.contains(" on VirtualThread[") ? "virtual" : "platform")
                .distinct()
                .toList();
        return kinds.isEmpty() ? "not logged" : String.join(" and ", kinds);
    }

    private static Measured threadCount(Bench bench) throws InterruptedException {
        int count = bench.pick(100, 200);
        var jdk = bench.after();
        var rows = new ArrayList<List<String>>();
        var lines = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (String kind : List.of("platform", "virtual")) {
            var setup = Setup.of(kind, jdk).platform();
            try (var application = bench.application(setup)) {
                application.warmUp("/plain", bench.pick(1, 4));
                try (var sampling = application.sample(Application::osThreads)) {
                    for (int i = 0; i < bench.pick(1, 5); i++) {
                        application.load("/" + kind + "/" + count, Schedule.atOnce(1), 30);
                    }
                    rows.add(List.of(
                            "/" + kind + "/" + count,
                            Measured.count(sampling.first()),
                            Measured.count(sampling.highest()),
                            "+" + Math.round(sampling.highest() - sampling.first())));
                    lines.add(sampling.series("/" + kind + "/" + count));
                }
                verdicts.add(application.stop());
            }
        }
        return new Measured(
                List.of("request", "threads before", "most", "more"),
                rows,
                Chart.lines("threads of the operating system", "seconds", lines),
                verdicts,
                List.of("Counted in /proc, four times a second. The application itself serves on platform threads."));
    }

    private static Measured sleep(Bench bench, int published) throws InterruptedException {
        // On a busy machine it takes two seconds to send all; the sleep has to be longer than that, to show in the
        // mean.
        double seconds = bench.pick(published * 0.3, (double) published);
        int requests = bench.pick(500, 1000);
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (Setup setup : platformAndVirtual(bench.after())) {
            try (var application = bench.application(setup)) {
                application.warmUp("/plain", bench.pick(1, 4));
                var load = application.load("/block?seconds=" + seconds, Schedule.atOnce(requests), 12 * seconds + 10);
                rows.add(List.of(
                        setup.label(),
                        load.answered() + " of " + requests,
                        Measured.number(load.perSecond()),
                        Measured.number(load.min()),
                        Measured.number(load.mean()),
                        Measured.number(load.max())));
                bars.add(Chart.Series.bar(setup.label(), load.perSecond()));
                verdicts.add(application.stop());
            }
        }
        return new Measured(
                List.of("variant", "answered", "answers/s", "min s", "mean s", "max s"),
                rows,
                Chart.bars("answers a second", bars),
                verdicts,
                List.of("All requests are due at the same moment."));
    }
}
