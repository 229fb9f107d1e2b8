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

                Published experiments about virtual threads, repeated with `sample-app/lab`: the published figures, ours, and
                vt-monitor's answer for each run. The command prints and writes this page; nothing in it is edited by hand.

                    sample-app/lab all

                or run one of them: `sample-app/lab query`. `--quick` takes seconds for each; this page omits such figures.
                [demo.md](demo.md) has the options. Client, application and database share the machine, over loopback. Load is
                sent on a fixed schedule: latency starts when a request is due, so queueing is included.

                """);
        var machines = results.stream()
                .map(result -> result.machine().text())
                .distinct()
                .toList();
        machines.forEach(machine -> out.append("Machine: ").append(machine).append(".\n\n"));
        var ids = results.stream().map(Result::id).toList();
        var missing = LabOptions.IDS.stream().filter(id -> !ids.contains(id)).toList();
        if (!missing.isEmpty()) {
            out.append("Not included, because they have not been run at their published size yet: ")
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
