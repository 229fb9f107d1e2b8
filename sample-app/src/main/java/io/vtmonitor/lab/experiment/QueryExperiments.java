package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.AgentReport;
import io.vtmonitor.lab.Checkout;
import io.vtmonitor.lab.Jdk;
import io.vtmonitor.lab.load.Schedule;
import io.vtmonitor.lab.program.SyncQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Experiments with a query that sleeps in the database. */
final class QueryExperiments {
    private static final String IS_VALID = "com.mysql.cj.jdbc.ConnectionImpl.isValid";
    private static final String MYSQL_PACKAGES = "com.mysql.cj.**";
    private static final List<String> DRIVERS =
            List.of(Checkout.pinningDriver(), "8.4.0", Checkout.newestDriver(), "mariadb-3.5.11");

    private QueryExperiments() {}

    static List<Experiment> all() {
        return List.of(
                new Experiment(
                        "query",
                        "GET select sleep(1); Hikari 150; 1000 users, 10 s ramp-up, 30 s, 2 GiB heap; drivers,"
                                + " threads and JDKs",
                        List.of(
                                "with the old MySQL driver virtual threads gain nothing on 21",
                                "com.mysql.cj.jdbc.ConnectionImpl.isValid and StatementImpl.executeQuery hold a"
                                        + " monitor",
                                "MariaDB's connector from 3.3.0 on does not pin"),
                        "Here they are slower: with the old driver on 21, only the carriers, one per core,"
                                + " can wait for the database. On a machine with more cores the loss is smaller.",
                        QueryExperiments::query),
                new Experiment(
                        "overwhelm",
                        "Virtual threads against a pool of 150 until it times out; then with a semaphore",
                        List.of("SQLTransientConnectionException", "with a semaphore: cured"),
                        "The source gives no figures. The number that fail is the number still queued when Hikari's"
                                + " timeout ends: 5 s, in a quick run 8 s.",
                        QueryExperiments::overwhelm),
                new Experiment(
                        "sync-query",
                        "100 virtual threads, each synchronized (lock) { select sleep(1) }, pool of 100",
                        List.of("JDK 21: about 9 s, 11 a second", "JDK 25: 2.6 s, 38 a second"),
                        "The source does not say how many carriers it had; 9 s are nine rounds of a second, which is"
                                + " what 12 carriers give (inferred, not published). Its 2.6 s on JDK 25 look like a"
                                + " pool that was still opening connections: compare the cold pool.",
                        QueryExperiments::syncQuery),
                new Experiment(
                        "unpin",
                        "query and sync-query with the old driver on JDK 21, plain and with unpin",
                        List.of("nothing is published: unpin is vt-monitor's own"),
                        "Compare with the rows of JDK 25 in query and sync-query.",
                        QueryExperiments::unpin));
    }

    private static Measured query(Bench bench) throws InterruptedException {
        var table = new LoadTable();
        var validated = new StringJoiner(", ");
        for (Setup setup : queryVariants(bench)) {
            long pins = query(bench, setup, table).pinsHeldBy(IS_VALID);
            if (pins > 0) {
                validated.add(setup.label() + " " + pins);
            }
        }
        return table.withRates(
                bench.pick(
                        "Each of 40 users sends a request every second, from a pool of 20 connections.",
                        "Each user sends a request every 8 s, which makes 125 a second; a pool of 150 can serve 150."),
                "No answer: none within " + bench.pick(2, 10) + " s after the last request was due.",
                "Pins of 0.1 ms and longer that " + IS_VALID + " held: "
                        + (validated.length() == 0 ? "none." : validated + "; none in the others."));
    }

    private static List<Setup> queryVariants(Bench bench) throws InterruptedException {
        var variants = new ArrayList<Setup>();
        var before = bench.before();
        var after = bench.after();
        String old = Checkout.pinningDriver();
        if (bench.quick()) {
            variants.add(virtual(before, bench.drivers(List.of(old)).get(0)));
            variants.add(virtual(before, Checkout.newestDriver()));
            variants.add(virtual(after, bench.drivers(List.of(old)).get(0)));
            return variants;
        }
        for (Jdk jdk : List.of(before, after)) {
            String label = "JDK " + jdk.feature() + ", " + driverName(old) + ", platform";
            variants.add(Setup.of(label, jdk).platform());
            for (String driver : bench.drivers(DRIVERS)) {
                variants.add(virtual(jdk, driver));
            }
        }
        return variants;
    }

    private static Setup virtual(Jdk jdk, String driver) {
        return Setup.of("JDK " + jdk.feature() + ", " + driverName(driver) + ", virtual", jdk)
                .driver(driver);
    }

    private static String driverName(String driver) {
        return driver.startsWith("mariadb-") ? driver.replace("mariadb-", "MariaDB ") : "Connector/J " + driver;
    }

    private static AgentReport query(Bench bench, Setup plain, LoadTable table) throws InterruptedException {
        // Pings of idle connections are short on loopback: the default threshold would hide isValid.
        var setup = plain.pool(bench.pick(20, 150)).jvm("-Xmx2g").agent("threshold=100us");
        var schedule = bench.pick(new Schedule(40, 0.2, 1, 2), new Schedule(1000, 10, 8, 30));
        try (var application = bench.application(setup)) {
            application.warmUp("/query?seconds=0", bench.pick(1, 4));
            // Longer than Hikari's half second: the first use of each connection asks whether it is still valid.
            Thread.sleep(600);
            String path = "/query?seconds=" + bench.pick("0.25", "1");
            table.add(setup.label(), application.load(path, schedule, bench.pick(2, 10)));
            table.add(application.stop());
            return application.report();
        }
    }

    private static Measured overwhelm(Bench bench) throws InterruptedException {
        var setup = Setup.of("virtual threads, a pool of " + bench.pick(20, 150), bench.after())
                .driver(bench.drivers(List.of(Checkout.newestDriver())).get(0))
                .pool(bench.pick(20, 150))
                // Four looks, two of which watch for a second, before the threads give up. Shorter intervals cost a
                // slow machine all that looks may cost before the queue is there.
                .agent("resources=on", "waits=1s")
                .application("--spring.datasource.hikari.connection-timeout=" + bench.pick(8000, 5000));
        var schedule = Schedule.atOnce(bench.pick(420, 1500));
        String seconds = bench.pick("0.5", "1");
        var table = new LoadTable();
        try (var application = bench.application(setup)) {
            application.warmUp(
                    "/query?seconds=0", bench.pick(1, 4)); // classes load and pin: that is another experiment
            table.add("no limit", application.load("/query?seconds=" + seconds, schedule, 60));
            table.add("semaphore", application.load("/query/limited?seconds=" + seconds, schedule, 60));
            application.stop();
            table.add(
                    application.report().worstWait().isPresent()
                            ? Verdict.ofWaits(application.label(), application.report())
                            : ofPool(application));
            long thrown = application.logLines().stream()
                    .filter(line -> line.contains("SQLTransientConnectionException"))
                    .count();
            return table.withRates(
                    "SQLTransientConnectionException is in " + thrown + " lines of the application's log.");
        }
    }

    /** Of a pool that serves its callers, some of them too late: what it has lent, and the number to set. */
    private static Verdict ofPool(Application application) {
        return application.logLines().stream()
                .filter(line -> line.contains("admit at most"))
                .findFirst()
                .map(line -> Verdict.said(application.label(), line.replaceFirst("^vt-monitor: +", "")))
                .orElseGet(() -> Verdict.of(application.label(), application.report()));
    }

    private static Measured syncQuery(Bench bench) throws InterruptedException {
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (int carriers : bench.pick(List.of(2), List.of(12, 4, 2))) {
            for (String pool : bench.pick(List.of("warm"), List.of("warm", "cold"))) {
                for (Jdk jdk : List.of(bench.before(), bench.after())) {
                    String label = "JDK " + jdk.feature() + ", " + carriers + " carriers, " + pool + " pool";
                    var setup = Setup.of(label, jdk)
                            .driver(bench.drivers(List.of(Checkout.pinningDriver()))
                                    .get(0))
                            .carriers(carriers);
                    syncQuery(bench, setup, pool, rows, bars, verdicts);
                }
            }
        }
        return new Measured(
                List.of("variant", "seconds", "a second", "pins"),
                rows,
                Chart.bars("seconds for all", bars),
                verdicts,
                List.of("Each thread has its own lock: with one lock for all, it would take 100 s on every JDK."));
    }

    private static void syncQuery(
            Bench bench,
            Setup plain,
            String pool,
            List<List<String>> rows,
            List<Chart.Series> bars,
            List<Verdict> verdicts)
            throws InterruptedException {
        int count = bench.pick(40, 100);
        var setup = plain.querying();
        if (pool.equals("warm")) {
            setup = setup.jvm("-Dcom.zaxxer.hikari.blockUntilFilled=true");
        }
        var ran = bench.run(setup, SyncQuery.class, Integer.toString(count), bench.pick("100", "1000"), pool);
        double seconds = ran.figure("seconds");
        rows.add(List.of(
                setup.label(),
                Measured.number(seconds),
                Measured.number((count - ran.figure("failed")) / seconds),
                Long.toString(ran.verdict().pins())));
        bars.add(Chart.Series.bar(setup.label(), seconds));
        verdicts.add(ran.verdict());
    }

    private static Measured unpin(Bench bench) throws InterruptedException {
        var jdk = bench.before();
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (String unpin : List.of("", MYSQL_PACKAGES)) {
            var table = new LoadTable();
            var setup = Setup.of("query, " + (unpin.isEmpty() ? "plain" : "unpin=" + unpin), jdk);
            query(bench, unpin.isEmpty() ? setup : setup.agent("unpin=" + unpin), table);
            var measured = table.withRates();
            var row = measured.rows().get(0);
            rows.add(List.of(
                    setup.label(),
                    row.get(5),
                    Long.toString(measured.verdicts().get(0).pins())));
            bars.addAll(measured.chart().series());
            verdicts.addAll(measured.verdicts());
        }
        String both = MYSQL_PACKAGES + ";" + SyncQuery.class.getName();
        for (String unpin : List.of("", both)) {
            var setup = Setup.of("sync-query, " + (unpin.isEmpty() ? "plain" : "unpin, driver and caller"), jdk);
            var own = new ArrayList<List<String>>();
            syncQuery(
                    bench,
                    unpin.isEmpty() ? setup : setup.agent("unpin=" + unpin),
                    "warm",
                    own,
                    new ArrayList<>(),
                    verdicts);
            var row = own.get(0);
            rows.add(List.of(setup.label(), row.get(2), row.get(3)));
            bars.add(Chart.Series.bar(setup.label(), Double.parseDouble(row.get(2))));
        }
        return new Measured(
                List.of("variant", "answers/s", "pins"),
                rows,
                Chart.bars("answers a second", bars),
                verdicts,
                List.of("Connector/J " + Checkout.pinningDriver() + " on JDK " + jdk.feature()
                        + ", one carrier per core."));
    }
}
