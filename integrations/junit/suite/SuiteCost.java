import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code SuiteCost ROUNDS JAVA FOLDER SUITE EXTENSION CLASS...}: what the JUnit extension adds to a suite. A round runs
 * the suite with the class path SUITE, with EXTENSION added, and without it again; each round begins with the next of
 * the three. Printed are the medians of the differences and of the ratios within a round, the range of the latter, and
 * the same of the two runs without, which differ by chance alone. Exit code 1: the runs do not compare, or the median
 * of wall-clock time exceeds one in a hundred.
 */
public class SuiteCost {
    private static final double ONE_PERCENT = 0.01;
    private static final int TICKS_A_SECOND = 100;
    private static final Pattern COUNT = Pattern.compile("\\[ *(\\d+) tests (started|failed) *]");
    private static final List<String> VARIANTS = List.of("without", "with", "without again", "Flight Recorder");

    private final String java;
    private final Path folder;
    private final List<String> selectors;

    /**
     * One run.
     *
     * @param seconds from its start to its end
     * @param processor seconds of the whole JVM, its start and end included
     * @param started how many tests
     * @param failed how many of them failed
     */
    record Run(double seconds, double processor, int started, int failed) {}

    private SuiteCost(String java, Path folder, List<String> selectors) {
        this.java = java;
        this.folder = folder;
        this.selectors = selectors;
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        String suite = arguments[3];
        String extended = suite + File.pathSeparator + arguments[4];
        SuiteCost bench = new SuiteCost(
                arguments[1], Path.of(arguments[2]), List.of(arguments).subList(5, arguments.length));
        List<List<Run>> all = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Run[] runs = new Run[VARIANTS.size()];
            for (int i = 0; i < runs.length; i++) {
                int which = (round + i) % runs.length;
                runs[which] = bench.run(which == 1 ? extended : suite, which);
                System.out.printf(
                        Locale.ROOT,
                        "round %d, %-16s %7.2f s, processor %7.2f s, %d tests, %d failed%n",
                        round + 1,
                        VARIANTS.get(which) + ":",
                        runs[which].seconds(),
                        runs[which].processor(),
                        runs[which].started(),
                        runs[which].failed());
            }
            all.add(List.of(runs));
        }
        boolean same = all.stream()
                        .flatMap(List::stream)
                        .mapToInt(Run::started)
                        .distinct()
                        .count()
                == 1;
        table("wall-clock time", all, Run::seconds);
        table("processor time", all, Run::processor);
        double[] with = ratios(all, Run::seconds, 1);
        double[] again = ratios(all, Run::seconds, 2);
        System.out.println(
                Math.abs(median(again) - 1) > ONE_PERCENT
                        ? "Whether it adds less than 1 % is not shown: two runs without it differ by more."
                        : "It adds " + (median(with) - 1 < ONE_PERCENT ? "less" : "more")
                                + " than 1 % of wall-clock time.");
        if (!same) {
            System.err.println("the runs had different tests");
            System.exit(1);
        }
    }

    private static void table(String what, List<List<Run>> rounds, ToDoubleFunction<Run> figure) {
        for (int which = 1; which < VARIANTS.size(); which++) {
            double[] ratios = ratios(rounds, figure, which);
            System.out.printf(
                    Locale.ROOT,
                    "%-16s %-16s %+6.2f s, %.4f times that without (%.4f to %.4f)%n",
                    what,
                    VARIANTS.get(which) + ":",
                    median(differences(rounds, figure, which)),
                    median(ratios),
                    ratios[0],
                    ratios[ratios.length - 1]);
        }
    }

    private static double[] differences(List<List<Run>> rounds, ToDoubleFunction<Run> figure, int which) {
        return rounds.stream()
                .mapToDouble(runs -> figure.applyAsDouble(runs.get(which)) - figure.applyAsDouble(runs.get(0)))
                .sorted()
                .toArray();
    }

    private static double[] ratios(List<List<Run>> rounds, ToDoubleFunction<Run> figure, int which) {
        return rounds.stream()
                .mapToDouble(runs -> figure.applyAsDouble(runs.get(which)) / figure.applyAsDouble(runs.get(0)))
                .sorted()
                .toArray();
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private Run run(String classPath, int variant) throws IOException, InterruptedException {
        Path printed = folder.resolve("printed.txt");
        Path recorder = folder.resolve("jfr.txt");
        Files.deleteIfExists(recorder);
        boolean recorded = variant == 1;
        List<String> command = new ArrayList<>(List.of(
                java,
                "-Xlog:jfr=info:file=" + recorder,
                "-cp",
                classPath,
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--details=summary",
                "--config=junit.jupiter.extensions.autodetection.enabled=true"));
        command.addAll(selectors);
        if (variant == 3) {
            command.add(1, "-XX:StartFlightRecording:settings=none");
        }
        double before = processorOfChildren();
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .directory(folder.toFile())
                .start();
        process.waitFor();
        double seconds = (System.nanoTime() - begin) / 1e9;
        double processor = processorOfChildren() - before;
        TreeMap<String, Integer> counts = new TreeMap<>();
        String text = Files.readString(printed);
        for (Matcher matcher = COUNT.matcher(text); matcher.find(); ) {
            counts.put(matcher.group(2), Integer.valueOf(matcher.group(1)));
        }
        boolean isRecording =
                Files.exists(recorder) && Files.readString(recorder).contains("vt-monitor tests");
        if (counts.size() != 2 || counts.get("started") == 0 || isRecording != recorded) {
            throw new IOException((isRecording == recorded ? "" : "recorded: " + isRecording + "\n") + text);
        }
        return new Run(seconds, processor, counts.get("started"), counts.get("failed"));
    }

    /** Of those that have ended and were waited for (Linux: proc(5), cutime and cstime). */
    private static double processorOfChildren() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Arrays.stream(fields, 13, 15).mapToLong(Long::parseLong).sum() / (double) TICKS_A_SECOND;
    }
}
