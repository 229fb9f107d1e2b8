package io.vtmonitor.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** docs/experiments.md and its pictures, made of the kept results. */
final class ExperimentsPage {
    private static final String PICTURES = "images/experiments/";

    private ExperimentsPage() {}

    /** Writes the page and one picture for each result into the folder of the documentation. */
    static void write(Path docs, List<Result> results) {
        for (Result result : results) {
            Result.write(
                    docs.resolve(PICTURES + result.id() + ".svg"),
                    result.measured().chart().svg(result.id()));
        }
        Result.write(docs.resolve("experiments.md"), text(results));
    }

    static String text(List<Result> results) {
        var out = new StringBuilder("""
                # Published experiments, repeated

                What others have published about virtual threads, run again with `sample-app/lab`, our figures beside theirs, and
                what vt-monitor said of each run. The command prints and writes this page; nothing in it is edited by hand.

                    sample-app/lab all

                or one of them, `sample-app/lab query`; `--quick` for seconds each (figures of such runs are not here);
                [demo.md](demo.md) has the options. Client, application and database share the machine, over loopback. Load is
                sent by the clock: latency begins when a request was due, so that waiting in line is not hidden.

                """);
        var machines = results.stream()
                .map(result -> result.machine().text())
                .distinct()
                .toList();
        machines.forEach(machine -> out.append("Machine: ").append(machine).append(".\n\n"));
        var ids = results.stream().map(Result::id).toList();
        var missing = LabOptions.IDS.stream().filter(id -> !ids.contains(id)).toList();
        if (!missing.isEmpty()) {
            out.append("Not here, as they were not run at their published size yet: ")
                    .append(String.join(", ", missing))
                    .append(".\n\n");
        }
        results.forEach(result -> out.append(section(result)));
        return out.toString();
    }

    private static String section(Result result) {
        var experiment = Catalogue.byId(result.id());
        var measured = result.measured();
        var out = new StringBuilder();
        out.append("## ")
                .append(result.id())
                .append("\n\n")
                .append(experiment.title())
                .append(".\n\n");
        out.append("Published: ")
                .append(String.join("; ", experiment.published()))
                .append(".\n\n");
        out.append(new TextTable(measured.columns(), measured.rows()).markdown())
                .append('\n');
        out.append("![")
                .append(result.id())
                .append("](")
                .append(PICTURES)
                .append(result.id())
                .append(".svg)\n\n");
        measured.notes().forEach(note -> out.append(note).append("\n\n"));
        out.append("Why ours differ: ").append(experiment.difference()).append("\n\n");
        out.append("vt-monitor's answer:\n\n");
        out.append(answers(measured.verdicts()));
        out.append("\nAgain: `sample-app/lab ").append(result.id()).append("`\n\n");
        return out.toString();
    }

    /** A line for each answer, with all the variants that it was given for. */
    private static String answers(List<Verdict> verdicts) {
        var variants = new LinkedHashMap<String, List<String>>();
        for (Verdict verdict : verdicts) {
            String cost = verdict.cost().isEmpty() ? "" : " (" + verdict.cost() + ")";
            variants.computeIfAbsent(verdict.answer(), answer -> new ArrayList<>())
                    .add("*" + TextTable.escaped(verdict.variant()) + "*" + cost);
        }
        var out = new StringBuilder();
        variants.forEach((answer, names) -> out.append("- ")
                .append(String.join("; ", names))
                .append(": ")
                .append(TextTable.escaped(answer))
                .append('\n'));
        return out.toString();
    }
}
