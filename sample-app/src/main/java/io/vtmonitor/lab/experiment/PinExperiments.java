package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.AgentReport;
import io.vtmonitor.lab.Jdk;
import io.vtmonitor.lab.program.ReleasedMonitor;
import io.vtmonitor.lab.program.Ways;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Experiments about pinning itself: every way to pin, what the JDK says of it, and the deadlocks that come of it. */
final class PinExperiments {
    private static final String SCENARIOS = "io.vtmonitor.scenario.";
    private static final String PINNING = "ways";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PinExperiments() {}

    /**
     * A way to pin; both are programs of the agent's tests.
     *
     * @param name in the table
     * @param program that pins
     * @param since the first JDK that it runs on
     * @param cure that does the same without pinning
     */
    private record Way(String name, String program, int since, String cure) {}

    private static final List<Way> WAYS = List.of(
            new Way("synchronized, and sleep in it", "SleepInBlock", 21, "SleepInLock"),
            new Way("a contended synchronized", "ContendedEnter", 21, "LockContention"),
            new Way("Object.wait", "WaitWithTimeout", 21, "ConditionAwait"),
            new Way("a native frame (reflection's)", "NativeCall", 21, "ReflectiveCall"),
            new Way("an upcall from native code (FFM)", "UpcallSleeps", 22, "SleepFree"),
            new Way("a static initializer", "ClassInit", 21, "ClassInitBefore"),
            new Way("waiting for another's static initializer", "ClassInitWait", 21, "ClassInitBefore"),
            new Way("ConcurrentHashMap.computeIfAbsent", "MapComputes", 21, "SleepFree"),
            new Way("Kotlin's lazy", "KotlinLazy", 21, "SleepFree"));

    static List<Experiment> all() {
        return List.of(
                new Experiment(
                        "trace",
                        "The JDK's old trace option compared with vt-monitor's answer, in separate runs",
                        List.of("-Djdk.tracePinnedThreads=short prints the frames that hold, each with its monitors"),
                        "It prints a stack once, however often it pins, and an interpreted frame that has released"
                                + " its monitor still counts as a holder. JDK 24 and later do not have the option.",
                        PinExperiments::trace),
                new Experiment(
                        "ways",
                        "Every way to pin and its cure, on the JDK before and after",
                        List.of("nothing is published for them all; JEP 491 says what is gone in JDK 24"),
                        "Pins that vt-monitor counted, of three that each program makes; the wait for a monitor and"
                                + " for notify is told by other events than the JDK's event of pinning.",
                        PinExperiments::ways),
                new Experiment(
                        "deadlocks",
                        "Two hangs that leave no event, found by the watchdog: a class initializer on JDK 25, a lock"
                                + " whose next owner is not mounted on JDK 21",
                        List.of("nothing is published with figures"),
                        "The seconds are the watchdog's threshold (option stall) plus the time of two checks.",
                        PinExperiments::deadlocks));
    }

    private static Measured trace(Bench bench) throws InterruptedException {
        var jdk = bench.before();
        String count = bench.pick("3", "10");
        var traced = Setup.of("JDK " + jdk.feature() + ", jdk.tracePinnedThreads=short", jdk)
                .jvm("-Djdk.tracePinnedThreads=short");
        List<String> said;
        try (var program =
                bench.start(traced, false, bench.scenarioClassPath(), ReleasedMonitor.class.getName(), count, "100")) {
            program.go();
            program.figures(PATIENCE);
            said = program.output()
                    .lines()
                    .filter(line -> line.contains("<== monitors:"))
                    .map(String::strip)
                    .toList();
        }
        var watched = Setup.of("JDK " + jdk.feature() + ", vt-monitor", jdk);
        var ran = bench.run(watched, bench.scenarioClassPath(), ReleasedMonitor.class.getName(), count, "100");
        var report = AgentReport.read(bench.report(watched));
        String holders = report.sites().stream()
                .flatMap(site -> site.holders().stream())
                .map(holder -> holder.frame() + " (" + holder.confidence() + ")")
                .collect(Collectors.joining("; "));
        long frames =
                report.sites().stream().mapToLong(site -> site.holders().size()).sum();
        var rows = List.of(
                List.of(
                        traced.label(),
                        said.isEmpty() ? "nothing" : String.join("; ", said),
                        said.size() + ", 1 is true",
                        said.isEmpty() ? "0" : "1 print"),
                List.of(
                        watched.label(),
                        holders,
                        frames + ", 1 is true",
                        Long.toString(ran.verdict().pins())));
        return new Measured(
                List.of("who", "frames reported as holders", "how many", "counted of " + count + " pins"),
                rows,
                Chart.bars(
                        "frames reported as holders; one does",
                        List.of(
                                Chart.Series.bar(traced.label(), said.size()),
                                Chart.Series.bar(watched.label(), (double) frames))),
                List.of(ran.verdict()),
                List.of("ReleasedMonitor.released gives its monitor back before it calls holds, which sleeps in its"
                        + " own."));
    }

    private static Measured ways(Bench bench) throws InterruptedException {
        var verdicts = new ArrayList<Verdict>();
        var counts = new ArrayList<Map<String, Long>>();
        var jdks = List.of(bench.before(), bench.after());
        for (Jdk jdk : jdks) {
            counts.add(pins(bench, PINNING, jdk, WAYS.stream().map(Way::program).toList(), verdicts));
        }
        for (Jdk jdk : jdks) {
            counts.add(pins(
                    bench, "cures", jdk, WAYS.stream().map(Way::cure).distinct().toList(), verdicts));
        }
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        for (Way way : WAYS) {
            var row = new ArrayList<>(List.of(way.name()));
            for (int i = 0; i < 2; i++) {
                boolean runs = jdks.get(i).feature() >= way.since();
                row.add(runs ? told(counts.get(i), way.program()) : "no such API");
                bars.add(Chart.Series.bar(way.name() + ", " + jdks.get(i).feature(), (double)
                        counts.get(i).getOrDefault(way.program(), 0L)));
            }
            row.add(way.cure());
            row.add(told(counts.get(2), way.cure()) + " / " + told(counts.get(3), way.cure()));
            rows.add(row);
        }
        return new Measured(
                List.of(
                        "way",
                        "pins on " + jdks.get(0).feature(),
                        "pins on " + jdks.get(1).feature(),
                        "cure",
                        "the cure's pins"),
                rows,
                Chart.bars("pins of 3", bars),
                verdicts,
                List.of("The programs are those of the agent's tests (io.vtmonitor.scenario); each blocks three virtual"
                        + " threads for 60 ms."));
    }

    private static String told(Map<String, Long> counts, String program) {
        return Long.toString(counts.getOrDefault(program, 0L));
    }

    private static Map<String, Long> pins(
            Bench bench, String what, Jdk jdk, List<String> programs, List<Verdict> verdicts)
            throws InterruptedException {
        var setup = Setup.of(what + " on JDK " + jdk.feature(), jdk).jvm("--enable-native-access=ALL-UNNAMED");
        if (what.equals(PINNING)) {
            setup = setup.jvm("-Djdk.reflect.useNativeAccessorOnly=true");
        }
        var names = programs.stream()
                .filter(name -> jdk.feature() > 21 || !name.equals("UpcallSleeps"))
                .toArray(String[]::new);
        verdicts.add(bench.run(setup, bench.scenarioClassPath(), Ways.class.getName(), names)
                .verdict());
        return byProgram(JsonMapper.shared().readTree(bench.report(setup).toFile()));
    }

    /** Pins of each program, which the outermost frame of their stacks names. */
    static Map<String, Long> byProgram(JsonNode report) {
        var counts = new TreeMap<String, Long>();
        for (JsonNode site : report.path("sites")) {
            for (JsonNode stack : site.path("stacks")) {
                String program = program(report, stack);
                if (program != null) {
                    counts.merge(program, stack.path("pins").asLong(), Long::sum);
                }
            }
        }
        return counts;
    }

    private static @Nullable String program(JsonNode report, JsonNode stack) {
        String found = null;
        for (JsonNode frame : stack.path("frames")) {
            String text =
                    frame.isNumber() ? report.path("frames").path(frame.asInt()).asString() : frame.asString();
            if (text.startsWith(SCENARIOS)) {
                String name = text.substring(SCENARIOS.length()).replaceFirst("[.$/].*", "");
                found = name.equals("Scenario") ? found : name;
            }
        }
        return found;
    }

    private static Measured deadlocks(Bench bench) throws InterruptedException {
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        hang(bench, "class initializer", bench.jdk(25), "BlockedInitializer", rows, bars, verdicts);
        hang(bench, "lock without carrier", bench.jdk(21), "LockWithoutCarrier", rows, bars, verdicts);
        return new Measured(
                List.of("hang", "finished by itself", "reported after s"),
                rows,
                Chart.bars("seconds until the watchdog reports", bars),
                verdicts,
                List.of("The programs are those of the agent's tests (io.vtmonitor.stall), on two carriers; they are"
                        + " stopped once they were reported."));
    }

    private static void hang(
            Bench bench,
            String name,
            Jdk jdk,
            String program,
            List<List<String>> rows,
            List<Chart.Series> bars,
            List<Verdict> verdicts)
            throws InterruptedException {
        var setup = Setup.of("JDK " + jdk.feature() + ", " + name, jdk)
                .carriers(2)
                .agent("stall=" + bench.pick("2s", "5s"));
        try (var running = bench.start(setup, true, bench.scenarioClassPath(), "io.vtmonitor.stall." + program, "2")) {
            running.awaitLine("ready", PATIENCE);
            long ready = System.nanoTime();
            String line = running.awaitLine("STALL", PATIENCE);
            double seconds = (System.nanoTime() - ready) / 1e9;
            boolean finished = running.output().lines().anyMatch("finished"::equals);
            rows.add(List.of(setup.label(), finished ? "yes" : "no", Measured.number(seconds)));
            bars.add(Chart.Series.bar(setup.label(), seconds));
            verdicts.add(Verdict.said(setup.label(), line.replaceFirst("^vt-monitor: ", "")));
        }
    }
}
