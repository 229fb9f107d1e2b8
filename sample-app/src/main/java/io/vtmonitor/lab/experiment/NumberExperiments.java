package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.AgentReport;
import io.vtmonitor.lab.Checkout;
import io.vtmonitor.lab.DemoFailure;
import io.vtmonitor.lab.load.LoadResult;
import io.vtmonitor.lab.load.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Sets the number that vt-monitor prints, and others around it. */
final class NumberExperiments {
    /** A verdict takes three looks: on a busy machine, the load may be over before. */
    private static final int MORE_LOOKS = 8;

    private static final Pattern CALLERS = Pattern.compile("admit at most (\\d+) callers");
    private static final Pattern CONNECTIONS = Pattern.compile("Set its size to (\\d+)");
    private static final Pattern CARRIERS = Pattern.compile("virtualThreadScheduler\\.parallelism=(\\d+)");

    private static final double HOLD_SECONDS = 0.25;
    private static final String QUERY = "seconds=" + HOLD_SECONDS;
    private static final int POOL = 20;

    /** 160 requests a second by new callers, twice what the pool serves. */
    private static final int USERS = 800;

    private static final double EVERY_SECONDS = 5;

    /** Long enough for all that are in the queue. */
    private static final double PATIENCE_SECONDS = 60;

    private static final int FEW_CARRIERS = 2;

    private NumberExperiments() {}

    static List<Experiment> all() {
        return List.of(new Experiment(
                "number",
                "The number that vt-monitor prints is set: callers to admit, connections, carriers; with others"
                        + " around it",
                List.of("nothing is published: the numbers are vt-monitor's own"),
                "A number is right if no other one serves more than a twentieth more, and 99 in 100 requests wait"
                        + " less than a second beyond their query.",
                NumberExperiments::numbers));
    }

    private static Measured numbers(Bench bench) throws InterruptedException {
        var table = new Table();
        pool(bench, table);
        if (!bench.quick()) {
            carriers(bench, table); // each value takes a JVM of its own
        }
        return table.measured();
    }

    /** One run shows both numbers: how many callers to admit, and how many connections they need. */
    private static void pool(Bench bench, Table table) throws InterruptedException {
        var setup = Setup.of("a pool of " + POOL, bench.after())
                .driver(Checkout.newestDriver())
                .pool(POOL)
                // Shorter ones cost a slow machine all that looks may cost before the queue is there.
                .agent("resources=on", "waits=1s");
        try (var application = bench.application(setup)) {
            application.warmUp("/query?seconds=0", bench.pick(1, 4));
            var before = overload(application, "/query?" + QUERY, bench.pick(8, 15), 0.5);
            AgentReport report = application.reportNow(); // while callers are still in line
            for (int look = 0; look < MORE_LOOKS && report.number(CALLERS).isEmpty(); look++) {
                Thread.sleep(500);
                report = application.reportNow();
            }
            application.load("/query?seconds=0", Schedule.atOnce(1), PATIENCE_SECONDS); // behind all that are in line
            table.add(Verdict.ofWaits(setup.label(), report));
            int length = bench.pick(8, 15);
            int callers = printed(report, CALLERS, setup);
            table.add("callers admitted: all", false, before);
            for (int value : around(callers, bench)) {
                String path = "/query/admitted?" + QUERY + "&callers=" + value;
                table.add(
                        "callers admitted: " + value,
                        value == callers,
                        overload(application, path, length, PATIENCE_SECONDS));
            }
            int connections = printed(report, CONNECTIONS, setup);
            table.add("connections: " + POOL, false, before);
            for (int value : around(connections, bench)) {
                application.post("/pool?connections=" + value);
                application.warmUp("/query?" + QUERY, 1); // opens them
                table.add(
                        "connections: " + value,
                        value == connections,
                        overload(application, "/query?" + QUERY, length, PATIENCE_SECONDS));
            }
        }
    }

    private static LoadResult overload(Application application, String path, double seconds, double patience)
            throws InterruptedException {
        return application.load(path, new Schedule(USERS, EVERY_SECONDS, EVERY_SECONDS, seconds), patience);
    }

    /** Each carrier needs a JVM of its own. */
    private static void carriers(Bench bench, Table table) throws InterruptedException {
        var few = pinned(bench, FEW_CARRIERS);
        int number;
        try (var application = bench.application(few)) {
            table.add("carriers: " + FEW_CARRIERS, false, pinned(application, bench));
            AgentReport report = application.reportNow();
            table.add(Verdict.ofWaits(few.label(), report));
            number = printed(report, CARRIERS, few);
        }
        for (int value : around(number, bench)) {
            try (var application = bench.application(pinned(bench, value))) {
                table.add("carriers: " + value, value == number, pinned(application, bench));
            }
        }
    }

    private static Setup pinned(Bench bench, int carriers) throws InterruptedException {
        return Setup.of(carriers + " carriers", bench.before())
                .driver(Checkout.pinningDriver())
                .pool(100)
                .carriers(carriers)
                .agent("waits=500ms");
    }

    private static LoadResult pinned(Application application, Bench bench) throws InterruptedException {
        application.warmUp("/query?seconds=0", bench.pick(1, 4));
        return application.load("/query?" + QUERY, new Schedule(32, 0.5, 0.5, bench.pick(8, 15)), 2);
    }

    private static int printed(AgentReport report, Pattern sentence, Setup setup) {
        return report.number(sentence)
                .orElseThrow(() -> new DemoFailure("The report of '" + setup.label() + "' names no number: '" + sentence
                        + "' is in none of its cures."));
    }

    private static List<Integer> around(int number, Bench bench) {
        return bench.pick(List.of(0.5, 1.0, 1.5), List.of(0.5, 0.75, 1.0, 1.5, 2.0)).stream()
                .map(part -> (int) Math.max(1, Math.round(number * part)))
                .distinct()
                .toList();
    }

    /** A row for each value that was set. */
    private static final class Table {
        private final List<List<String>> rows = new ArrayList<>();
        private final List<Chart.Series> rates = new ArrayList<>();
        private final List<Verdict> verdicts = new ArrayList<>();

        void add(String variant, boolean printed, LoadResult load) {
            rows.add(List.of(
                    variant,
                    printed ? "yes" : "no",
                    Measured.number(load.perSecond()),
                    Measured.number(load.admitted().getValueAtPercentile(99) / 1e6 - HOLD_SECONDS),
                    Integer.toString(load.answered()),
                    Integer.toString(load.errors()),
                    Integer.toString(load.unanswered())));
            rates.add(Chart.Series.bar(variant, load.perSecond()));
        }

        void add(Verdict verdict) {
            verdicts.add(verdict);
        }

        Measured measured() {
            return new Measured(
                    List.of("set", "printed", "answers/s", "wait, p99 s", "answered", "turned away", "no answer"),
                    rows,
                    Chart.bars("answers a second", rates),
                    verdicts,
                    List.of(
                            "Callers and connections: " + Math.round(USERS / EVERY_SECONDS) + " requests a second of "
                                    + HOLD_SECONDS + " s; the first pool of " + POOL + " serves half of them.",
                            "Carriers: 32 users send a request every 0.5 s through a driver that pins."));
        }
    }
}
