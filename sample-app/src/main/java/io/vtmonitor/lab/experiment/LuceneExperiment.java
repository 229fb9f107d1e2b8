package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.DemoFailure;
import io.vtmonitor.lab.Program;
import io.vtmonitor.lab.program.LuceneIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A library that nobody here wrote, whose own locks make virtual threads stand still at times. */
final class LuceneExperiment {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int BUSY = 4;

    private LuceneExperiment() {}

    static List<Experiment> all() {
        return List.of(new Experiment(
                "lucene",
                "Lucene's IndexWriter on virtual threads with two carriers, while other threads keep the processors"
                        + " busy: how often it stands still",
                List.of("nothing is published; Lucene is not made for virtual threads of JDK 21"),
                "How often depends on the machine. A quick run ends with the first standstill.",
                LuceneExperiment::lucene));
    }

    private static Measured lucene(Bench bench) throws InterruptedException {
        var before = Setup.of("JDK " + bench.before().feature(), bench.before());
        var setups = List.of(
                before.carriers(2).agent("stall=2s"),
                Setup.of("JDK " + bench.before().feature() + ", unpin", bench.before())
                        .carriers(2)
                        .agent("stall=2s", "unpin=org.apache.lucene.**"),
                Setup.of("JDK " + bench.after().feature(), bench.after())
                        .carriers(2)
                        .agent("stall=2s"));
        var rows = new ArrayList<List<String>>();
        var bars = new ArrayList<Chart.Series>();
        var verdicts = new ArrayList<Verdict>();
        for (Setup setup : setups) {
            boolean asItIs = rows.isEmpty();
            int tries = asItIs ? bench.pick(3, 30) : bench.pick(1, 10);
            int stalls = 0;
            int done = 0;
            String first = "";
            while (done < tries && !(bench.quick() && stalls > 0)) {
                String stall = stall(bench, setup);
                stalls += stall.isEmpty() ? 0 : 1;
                first = first.isEmpty() ? stall : first;
                done++;
            }
            rows.add(List.of(setup.label(), Integer.toString(done), Integer.toString(stalls)));
            bars.add(Chart.Series.bar(setup.label(), (double) stalls / done));
            verdicts.add(Verdict.said(
                    setup.label(), first.isEmpty() ? "no standstill" : first.replaceFirst("^vt-monitor: ", "")));
        }
        return new Measured(
                List.of("variant", "tries", "stood still"),
                rows,
                Chart.bars("share of tries that stood still", bars),
                verdicts,
                List.of(BUSY + " busy threads run in the same JVM. A program that stands still is stopped."));
    }

    /** What the agent reports of one try, empty if the program finished. */
    private static String stall(Bench bench, Setup setup) throws InterruptedException {
        try (Program program = bench.start(setup, LuceneIndex.class, Integer.toString(BUSY))) {
            program.awaitLine("vt-monitor: watching", PATIENCE);
            program.go();
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < end) {
                String output = program.output();
                if (output.lines().anyMatch("finished"::equals)) {
                    return "";
                }
                var stall =
                        output.lines().filter(line -> line.contains("STALL")).findFirst();
                if (stall.isPresent()) {
                    return stall.get();
                }
                Thread.sleep(100);
            }
            throw new DemoFailure(program + " neither finished nor was reported as standing still; "
                    + bench.file(setup, "output.txt") + " is what it printed.");
        }
    }
}
