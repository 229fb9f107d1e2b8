package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.nest.NestSource;
import io.vtmonitor.nest.Nests;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.tools.ToolProvider;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Random nests of monitors, waits, initializers, loaders, lambdas and calls by reflection, by two compilers and in
 * class files that no compiler writes ({@link io.vtmonitor.nest.ClassShape}): what is called exact is what the
 * generator made, and no nest that keeps no carrier has a site, in the live report and in that of the recording.
 * {@code -Dvtmonitor.test.nests=2000} tries more than 50 on each JDK, {@code -Dvtmonitor.test.nests.seed} the same ones
 * again. The sources of one that fails are left in {@code target/nests}.
 */
class NestsIT {
    private static final int NESTS = Integer.getInteger("vtmonitor.test.nests", 50);
    private static final long SEED = Long.getLong("vtmonitor.test.nests.seed", System.nanoTime());
    private static final int IN_ONE_JVM = 100;
    private static final Path FAILED = Path.of("target", "nests");

    @TempDir
    private Path directory;

    private int runs;

    /** On 21 every monitor counts; on 25 next to nothing does unless reflection goes through native code. */
    @ParameterizedTest(name = "JDK {0}, native reflection {1}")
    @CsvSource({"21, false", "25, true"})
    void holders_that_are_called_exact_are_those_that_random_nests_have(int jdk, boolean nativeReflection)
            throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        for (int from = 0; from < NESTS; from += IN_ONE_JVM) {
            List<NestSource> nests = new ArrayList<>();
            for (int i = 0; i < Math.min(IN_ONE_JVM, NESTS - from); i++) {
                nests.add(NestSource.random(SEED + from, i));
            }
            for (NestSource fails : faults(nests, jdk, nativeReflection, counts).keySet()) {
                wrong.add("seed " + (SEED + from) + ": " + shrunk(fails, jdk, nativeReflection));
            }
        }
        System.out.println("nests: JDK " + jdk + ", -Dvtmonitor.test.nests.seed=" + SEED + " -Dvtmonitor.test.nests="
                + NESTS + ": " + counts);
        assertThat(wrong).as("sources in %s", FAILED).isEmpty();
    }

    /** The smallest nest that still fails, kept, with what is wrong with it. */
    private String shrunk(NestSource fails, int jdk, boolean nativeReflection) throws Exception {
        NestSource smallest = fails;
        String fault = "it failed only beside the others";
        Map<NestSource, String> faults = faults(List.of(fails.as(0)), jdk, nativeReflection, new TreeMap<>());
        while (!faults.isEmpty()) {
            smallest = faults.keySet().iterator().next();
            fault = faults.get(smallest);
            faults = smallest.smaller().isEmpty()
                    ? Map.of()
                    : faults(smallest.smaller(), jdk, nativeReflection, new TreeMap<>());
        }
        write(smallest, FAILED.resolve("jdk" + jdk + "-" + runs));
        return fails.text() + ", shrunk to " + smallest.text() + ": " + fault;
    }

    /** Runs them in one JVM, numbered as in the list, and judges the live report and that of the recording. */
    private Map<NestSource, String> faults(
            List<NestSource> nests, int jdk, boolean nativeReflection, Map<String, Integer> counts) throws Exception {
        Path folder = Files.createDirectory(directory.resolve("run" + runs++));
        Path classes = compile(nests, folder);
        Path json = folder.resolve("report.json");
        Path recording = folder.resolve("nests.jfr");
        try (ChildJvm jvm = ChildJvm.on(jdk, folder)
                .flags(List.of("-Djdk.reflect.useNativeAccessorOnly=" + nativeReflection))
                .agent("report=" + json, "recording=" + recording, "threshold=10ms", "waits=off", "budget=20000")
                .main(
                        List.of(Watched.testClasses()),
                        Nests.class.getName(),
                        List.of(classes.toString(), String.valueOf(nests.size())))
                .start()) {
            jvm.awaitWatching();
            jvm.send("go");
            assertThat(jvm.awaitExit().out()).endsWith("done");
        }
        Map<String, JsonNode> reports =
                Map.of("live", Watched.read(json), "recording", analyzed(recording, jdk, classes));
        Map<NestSource, String> faults = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> report : reports.entrySet()) {
            for (int i = 0; i < nests.size(); i++) {
                List<String> holders = nests.get(i).holders(jdk, nativeReflection);
                Judgment judgment = judge(holders, sites(report.getValue(), i, holders), Nests.isInMemory(i));
                counts.merge(report.getKey() + " " + judgment.kind(), 1, Integer::sum);
                if (!judgment.fault().isEmpty()) {
                    faults.put(nests.get(i), report.getKey() + ": " + judgment.fault());
                }
            }
        }
        return faults;
    }

    private static Path compile(List<NestSource> nests, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        compile(
                options -> ToolProvider.getSystemJavaCompiler().run(null, null, null, options) == 0,
                nests,
                false,
                folder,
                classes);
        compile(
                options ->
                        BatchCompiler.compile(options, new PrintWriter(System.out), new PrintWriter(System.err), null),
                nests,
                true,
                folder,
                classes);
        for (NestSource nest : nests) {
            nest.shape().give(classes.resolve(nest.folder()), SEED);
        }
        return classes;
    }

    private static void compile(
            Predicate<String[]> compiler, List<NestSource> nests, boolean byEcj, Path folder, Path classes)
            throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "--release", "21", "-nowarn", "-cp", Watched.testClasses().toString(), "-d", classes.toString()));
        int none = options.size();
        for (NestSource nest : nests) {
            if (nest.isByEcj() == byEcj) {
                write(nest, folder.resolve("sources")).forEach(file -> options.add(file.toString()));
            }
        }
        if (options.size() > none) {
            assertThat(compiler.test(options.toArray(String[]::new))).isTrue();
        }
    }

    private static List<Path> write(NestSource source, Path folder) throws IOException {
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, String> one : source.files().entrySet()) {
            Path file = folder.resolve(one.getKey());
            Files.createDirectories(file.getParent());
            written.add(Files.writeString(file, one.getValue()));
        }
        return written;
    }

    private static JsonNode analyzed(Path recording, int jdk, Path classes) throws IOException {
        Path json = recording.resolveSibling("analyzed.json");
        String path = classes + File.pathSeparator + Watched.testClasses() + File.pathSeparator + Jdks.home(jdk);
        assertThat(ShippedCommandLine.run("analyze", recording.toString(), "--classpath", path, "-o", json.toString()))
                .isZero();
        return Watched.read(json);
    }

    /** Nests without a holder of their own share a site with others, which may not list them all. */
    private static List<JsonNode> sites(JsonNode report, int number, List<String> holders) {
        String own = "nest.p" + number + ".";
        boolean shared = holders.stream().noneMatch(holder -> holder.startsWith("nest."));
        List<JsonNode> all = report.path("sites").valueStream().toList();
        List<JsonNode> same = all.stream()
                .filter(site -> shared && told(site).equals(holders))
                .limit(1)
                .toList();
        return !same.isEmpty() && !holders.isEmpty()
                ? same
                : all.stream()
                        .filter(site -> site.path("entries")
                                .valueStream()
                                .anyMatch(entry -> entry.asString().startsWith(own)))
                        .toList();
    }

    private static List<String> told(JsonNode site) {
        return site.path("holders").valueStream().map(NestsIT::text).toList();
    }

    /**
     * What is to be said of the report of a nest.
     *
     * @param kind how sure the report is
     * @param fault what is wrong, empty for nothing
     */
    private record Judgment(String kind, String fault) {}

    private static Judgment judge(List<String> holders, List<JsonNode> sites, boolean inMemory) {
        if (holders.isEmpty()) {
            return new Judgment("free", sites.isEmpty() ? "" : "it keeps no carrier; reported " + ids(sites));
        }
        if (sites.size() != 1) {
            return new Judgment("missing", holders + " hold the carrier; reported " + ids(sites));
        }
        JsonNode site = sites.get(0);
        List<String> told = told(site);
        List<String> exact = site.path("holders")
                .valueStream()
                .filter(holder -> holder.path("confidence").asString().equals("exact"))
                .map(NestsIT::text)
                .toList();
        List<String> unread =
                site.path("unread").valueStream().map(JsonNode::asString).toList();
        if (inMemory && told.stream().noneMatch(holder -> holder.startsWith("nest."))) {
            return new Judgment("in a site of others", ""); // which tells of its longest pin
        }
        String said = holders + " hold the carrier; reported " + told + ", exact " + exact + ", unread " + unread;
        if (unread.isEmpty() && exact.size() == told.size()) {
            return new Judgment("exact", told.equals(holders) ? "" : said);
        }
        boolean right = exact.stream().allMatch(one -> isOneOf(one, holders, unread));
        boolean complete =
                told.size() > exact.size() || holders.stream().allMatch(one -> told.contains(one) || isOf(one, unread));
        return new Judgment(unread.isEmpty() ? "likely" : "unread", right && complete ? "" : said);
    }

    private static List<String> ids(List<JsonNode> sites) {
        return sites.stream().map(site -> site.path("id").asString()).toList();
    }

    /** A frame whose class file was not seen owns a monitor at least. */
    private static boolean isOneOf(String told, List<String> holders, List<String> unread) {
        return holders.contains(told)
                || (isOf(told, unread) && holders.stream().anyMatch(holder -> holder.startsWith(told)));
    }

    private static boolean isOf(String holder, List<String> classes) {
        return classes.stream().anyMatch(name -> holder.startsWith(name + "."));
    }

    private static String text(JsonNode holder) {
        int monitors = holder.path("monitors").asInt();
        return holder.path("className").asString().replaceFirst("/0x.*", "") + "."
                + holder.path("methodName").asString().replaceFirst("lambda\\$call\\$", "lambda\\$") + " by "
                + holder.path("hold").asString() + (monitors > 1 ? " *" + monitors : "");
    }
}
