package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.AgentReport;
import io.vtmonitor.lab.Jdk;
import io.vtmonitor.lab.Program;
import io.vtmonitor.lab.program.HeldResources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Experiments about what virtual threads wait for when nothing is pinned. */
final class WaitExperiments {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Below this, pins are those of a JVM's start. */
    private static final double START_UP_SECONDS = 0.25;

    private static final String NOTHING = "nothing";

    private WaitExperiments() {}

    /**
     * Something that many threads want.
     *
     * @param name in the table
     * @param argument of the program
     * @param pool the jar of the pool, null for that of the class path
     */
    private record Wanted(
            String name, String argument, @Nullable String pool) {}

    private static final List<Wanted> WANTED = List.of(
            new Wanted("a lock, held during a call", "lock", null),
            new Wanted("a monitor, held during a call", "monitor", null),
            new Wanted("connections, held during a call", "remote", null),
            new Wanted("connections that are not returned", "leak", null),
            new Wanted("to return connections to HikariCP 7.0.2", "return", "HikariCP-7.0.2.jar"),
            new Wanted("to return connections to HikariCP 7.1.0", "return", "HikariCP-7.1.0.jar"));

    static List<Experiment> all() {
        return List.of(new Experiment(
                "waits",
                "200 virtual threads want what another one holds: a lock, a monitor, the connections of a pool",
                List.of("nothing is published with figures"),
                "The source of each answer differs: the running agent, its recording, and thread dumps of the same JVM"
                        + " without the agent's help. Dumps of JDK 21 do not show what a thread waits for. A dump is an"
                        + " instant: it shows no spinning.",
                WaitExperiments::waits));
    }

    private static Measured waits(Bench bench) throws InterruptedException {
        var rows = new ArrayList<List<String>>();
        var verdicts = new ArrayList<Verdict>();
        for (int feature : bench.pick(List.of(25), List.of(21, 25, 26, 27))) {
            onEach(bench, bench.jdk(feature), rows, verdicts);
        }
        var bars = rows.stream()
                .map(row -> Chart.Series.bar(row.get(0), (double) row.stream()
                        .skip(1)
                        .filter(answer -> !answer.equals(NOTHING))
                        .count()))
                .toList();
        return new Measured(
                List.of("wanted", "the agent", "its recording", "thread dumps"),
                rows,
                Chart.bars("answers, of 3", bars),
                verdicts,
                List.of(
                        "The dumps are those of record --waits: at the start, every ten seconds, and at the end.",
                        "HikariCP: the thread that it counts as waiting starts the pool's own thread, and the"
                                + " application's thread factory delays that. 7.0.2 spins meanwhile; 7.1.0 leaves the"
                                + " carriers, and wakes every 10 microseconds."));
    }

    /** All programs at once: they do next to nothing. */
    private static void onEach(Bench bench, Jdk jdk, List<List<String>> rows, List<Verdict> verdicts)
            throws InterruptedException {
        var setups = new ArrayList<Setup>();
        var running = new ArrayList<Program>();
        try {
            for (Wanted wanted : WANTED) {
                var setup = Setup.of("JDK " + jdk.feature() + ", " + wanted.name(), jdk);
                setup = setup.agent("resources=on", "waits=1s", "recording=" + bench.file(setup, "app.jfr"));
                setup = wanted.pool() == null ? setup : setup.carriers(2);
                running.add(
                        wanted.pool() == null
                                ? bench.start(setup, HeldResources.class, wanted.argument())
                                : bench.startWithPool(setup, wanted.pool(), HeldResources.class, wanted.argument()));
                setups.add(setup);
            }
            for (Program program : running) {
                program.awaitLine("vt-monitor: watching", PATIENCE);
                program.go();
            }
            dump(bench, setups, running);
        } finally {
            running.forEach(Program::close);
        }
        for (Setup setup : setups) {
            var live = AgentReport.read(bench.report(setup));
            rows.add(List.of(
                    setup.label(),
                    answer(live),
                    answer(bench.analyzed(setup, "app.jfr")),
                    answer(bench.analyzed(setup, "dumped.jfr.dumps"))));
            verdicts.add(Verdict.of(setup.label(), live));
        }
    }

    private static void dump(Bench bench, List<Setup> setups, List<Program> running) throws InterruptedException {
        var recorders = new ArrayList<Program>();
        for (int i = 0; i < running.size(); i++) {
            Path file = bench.file(setups.get(i), "dumped.jfr");
            recorders.add(bench.commandLine(
                    setups.get(i),
                    "record",
                    Long.toString(running.get(i).pid()),
                    "--waits",
                    "-d",
                    bench.pick("12s", "22s"),
                    "-o",
                    file.toString()));
        }
        for (Program recorder : recorders) {
            recorder.figures(PATIENCE);
        }
    }

    private static String answer(AgentReport report) {
        return report.worstSite()
                .filter(site -> report.totals().pinnedSeconds() >= START_UP_SECONDS)
                .map(site -> "pinned by "
                        + site.holders().stream()
                                .map(holder -> holder.frame().replaceFirst(".*\\.(?=\\w+\\.)", "") + " ("
                                        + holder.confidence() + ")")
                                .collect(Collectors.joining(", ")))
                .or(() ->
                        report.worstWait().map(wait -> wait.kind().replace('_', ' ') + " (" + wait.confidence() + ")"))
                .orElse(NOTHING);
    }
}
