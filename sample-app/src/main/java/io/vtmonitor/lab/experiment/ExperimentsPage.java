package io.vtmonitor.lab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** docs/evidence/experiments.md and its pictures, made of the kept results. */
final class ExperimentsPage {
    private static final String PICTURES = "images/experiments/";
    private static final Pattern SECTION = Pattern.compile("^(?=## )", Pattern.MULTILINE);
    private static final String MACHINE = "Machine: ";

    private ExperimentsPage() {}

    /**
     * Writes the page and one picture for each result into the folder of the documentation. What the page there says of
     * the other experiments stays.
     */
    static void write(Path docs, List<Result> results) {
        for (Result result : results) {
            Result.write(
                    docs.resolve(PICTURES + result.id() + ".svg"),
                    result.measured().chart().svg(result.id()));
        }
        Path page = docs.resolve("experiments.md");
        try {
            Result.write(page, text(results, Files.exists(page) ? Files.readString(page) : ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param before the page as it was, empty where there was none */
    static String text(List<Result> results, String before) {
        var out = new StringBuilder("""
                # Published experiments, repeated

                Published experiments about virtual threads, repeated with `sample-app/lab`: the published figures, ours, and
                vt-monitor's answer for each run. The command prints and writes this page.

                    sample-app/lab all

                or run one of them: `sample-app/lab query`. `--quick` takes seconds for each; this page omits such figures.
                [demo.md](demo.md) has the options. Client, application and database share the machine, over loopback. Load is
                sent on a fixed schedule: latency starts when a request is due, so queueing is included.

                """);
        Map<String, String> sections = sections(before);
        var machines = new LinkedHashSet<>(
                before.lines().filter(line -> line.startsWith(MACHINE)).toList());
        for (Result result : results) {
            machines.add(MACHINE + result.machine().text() + ".");
            sections.put(result.id(), section(result));
        }
        machines.forEach(machine -> out.append(machine).append("\n\n"));
        var missing =
                LabOptions.IDS.stream().filter(id -> !sections.containsKey(id)).toList();
        if (!missing.isEmpty()) {
            out.append("Not included, because they have not been run at their published size yet: ")
                    .append(String.join(", ", missing))
                    .append(".\n\n");
        }
        LabOptions.IDS.forEach(id -> out.append(sections.getOrDefault(id, "")));
        return out.toString();
    }

    /** What a page says of each experiment, by its name. */
    private static Map<String, String> sections(String page) {
        Map<String, String> sections = new HashMap<>();
        SECTION.splitAsStream(page)
                .filter(section -> section.startsWith("## "))
                .forEach(section -> sections.put(section.substring(3, section.indexOf('\n')), section));
        return sections;
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
