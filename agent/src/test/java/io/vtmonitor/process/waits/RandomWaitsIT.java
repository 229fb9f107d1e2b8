package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.OftenLooking;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.randomwaits.RandomWaits;
import io.vtmonitor.randomwaits.Truth;
import io.vtmonitor.randomwaits.WaitProgram;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Random programs whose threads wait, with known truth ({@link WaitProgram}): what is called exact is true, a program
 * in which nothing is wrong gets no verdict, and what stands still is named, in the live report, in that at exit and in
 * that of the recording. Two programs that hold the carriers of a JVM of their own run alongside each 50.
 * {@code -Dvtmonitor.test.waits=2000} tries more than 50 that end, and a tenth as many that stand still;
 * {@code -Dvtmonitor.test.waits.seed} others: by number, which a run prints, or {@code random}. Without it the programs
 * are the same in each run, so that a change is judged by itself. The sources of those that fail are left in
 * {@code target/waits}.
 */
class RandomWaitsIT {
    private static final int ENDING = Integer.getInteger("vtmonitor.test.waits", 50);
    private static final int IN_ONE_JVM = 50;
    private static final int STANDING = 5;
    private static final int STALLING = 2;
    private static final long SEED = seed();
    /** Its first program that stalls has a carrier in native code and one whose thread waits for a queue. */
    private static final String ONE_SEED = "10832039640260";

    private static final int LOOKS = 7;
    private static final double SECONDS = 15; // lost carriers and starved queues take nine
    private static final Path FAILED = Path.of("target", "waits");
    private static final List<String> LIBRARIES =
            List.of("HikariCP-7.1.0.jar", "slf4j-api-2.0.20.jar", "commons-pool2-2.13.1.jar");

    private static final String LIKELY = "likely: ";
    private static final Pattern NAME = Pattern.compile("\"(p(\\d+)-\\w+)\"");
    private static final Pattern PACKAGE = Pattern.compile("waits\\.p(\\d+)\\.");
    private static final Pattern TAKEN = Pattern.compile("(likely )?taken (?:in|at) (\\S+?):\\d+");

    @TempDir
    private Path directory;

    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, Set<String>> wrong = new LinkedHashMap<>();

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void what_is_said_of_random_programs_that_wait_is_true(int jdk) throws Exception {
        String begun =
                "waits: JDK " + jdk + ", -Dvtmonitor.test.waits.seed=" + SEED + " -Dvtmonitor.test.waits=" + ENDING;
        System.out.println(begun);
        for (int from = 0; from < ENDING; from += IN_ONE_JVM) {
            List<WaitProgram> programs = new ArrayList<>();
            int ending = Math.min(IN_ONE_JVM, ENDING - from);
            for (int i = 0; i < ending + Math.min(STANDING, ending); i++) {
                programs.add(WaitProgram.random(SEED + from, i, jdk, i < ending));
            }
            run(programs, jdk, from);
        }
        System.out.println(begun + ": " + counts);
        List<String> faults = new ArrayList<>();
        wrong.forEach((fault, sources) -> faults.add(fault + " in " + sources));
        assertThat(faults).as("sources in %s", FAILED.toAbsolutePath()).isEmpty();
    }

    private static long seed() {
        String seed = System.getProperty("vtmonitor.test.waits.seed", ONE_SEED);
        return seed.equals("random") ? System.nanoTime() : Long.parseLong(seed);
    }

    /** With programs that stall alongside, which mostly wait for the agent's looks. */
    private void run(List<WaitProgram> programs, int jdk, int from) throws Exception {
        Path folder = Files.createDirectory(directory.resolve("run" + from));
        ExecutorService others = Executors.newFixedThreadPool(STALLING);
        try {
            Map<WaitProgram, Future<JsonNode>> stalling = new LinkedHashMap<>();
            for (int i = 0; i < STALLING; i++) {
                WaitProgram program = WaitProgram.stalling(SEED + from + i, jdk);
                Path own = Files.createDirectory(folder.resolve("stalls" + i));
                stalling.put(program, others.submit(() -> alone(program, jdk, own)));
            }
            run(programs, jdk, folder, SEED + from);
            for (Map.Entry<WaitProgram, Future<JsonNode>> program : stalling.entrySet()) {
                judge("stall", program.getValue().get(), List.of(program.getKey()), false, SEED + from);
            }
        } finally {
            others.shutdownNow();
        }
    }

    private void run(List<WaitProgram> programs, int jdk, Path folder, long seed) throws Exception {
        Path classes = compile(programs, jdk, folder);
        Path json = folder.resolve("report.json");
        Path recording = folder.resolve("waits.jfr");
        JsonNode live;
        try (ChildJvm jvm = start(programs, jdk, folder, classes, 1_000, 2_000)) {
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitOut("ready"::equals);
            live = looked(jvm);
            jvm.send("e");
            jvm.awaitOut("ended"::equals);
            jvm.terminate();
            List<String> out = jvm.awaitExit().out();
            assertThat(out).containsExactly("ready", "ended");
        }
        judge("live", live, programs, false, seed);
        judge("exit", Watched.read(json), programs, true, seed);
        judge("recording", analyzed(recording, jdk, classes), programs, true, seed);
    }

    private static ChildJvm start(
            List<WaitProgram> programs, int jdk, Path folder, Path classes, int parallelism, int carriers)
            throws IOException {
        List<Path> classPath = new ArrayList<>(List.of(Watched.testClasses()));
        classPath.addAll(libraries());
        return ChildJvm.on(jdk, folder)
                .flags(List.of(
                        "-Xmx512m",
                        "-Djdk.virtualThreadScheduler.parallelism=" + parallelism,
                        "-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers,
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--enable-native-access=ALL-UNNAMED"))
                .agent(
                        OftenLooking.jar(folder),
                        "report=" + folder.resolve("report.json"),
                        "recording=" + folder.resolve("waits.jfr"),
                        "waits=500ms",
                        "resources=on",
                        "port=0")
                .main(
                        classPath,
                        RandomWaits.class.getName(),
                        List.of(
                                classes.toString(),
                                String.valueOf(programs.size()),
                                programs.stream()
                                        .filter(WaitProgram::isToEnd)
                                        .map(one -> String.valueOf(one.number()))
                                        .collect(Collectors.joining(","))))
                .start();
    }

    /** A program that holds the carriers has a JVM of its own. */
    private JsonNode alone(WaitProgram program, int jdk, Path folder) throws Exception {
        Path classes = compile(List.of(program), jdk, folder);
        try (ChildJvm jvm = start(List.of(program), jdk, folder, classes, program.carriers(), program.carriers())) {
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitOut("ready"::equals);
            JsonNode live = looked(jvm);
            assertThat(jvm.printed()).containsExactly("ready");
            return live;
        }
    }

    /** The report once all have been seen to wait for long. */
    private static JsonNode looked(ChildJvm jvm) throws Exception {
        String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
        URI report = URI.create(serving.replaceAll(".*(http://\\S+?/).*", "$1report.json"));
        AtomicReference<JsonNode> first = new AtomicReference<>();
        AtomicReference<JsonNode> now = new AtomicReference<>();
        Until.holds("the agent has looked often", () -> {
            try (InputStream in = report.toURL().openStream()) {
                now.set(JsonMapper.shared().readTree(in));
            }
            if (first.get() == null) {
                first.set(now.get());
            }
            Thread.sleep(500);
            return since(first.get(), now.get(), "looks") >= LOOKS
                    && since(first.get(), now.get(), "seconds") >= SECONDS;
        });
        return now.get();
    }

    private static double since(JsonNode first, JsonNode now, String field) {
        return now.path("waits").path(field).asDouble()
                - first.path("waits").path(field).asDouble();
    }

    private static List<Path> libraries() {
        Path libraries = RepositoryRoot.resolve("agent/threads/target/pool-libs");
        return LIBRARIES.stream().map(libraries::resolve).toList();
    }

    private static Path compile(List<WaitProgram> programs, int jdk, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String path = Watched.testClasses()
                + libraries().stream().map(jar -> File.pathSeparator + jar).collect(Collectors.joining());
        List<String> options = new ArrayList<>(List.of(
                "--release",
                String.valueOf(jdk),
                "-nowarn",
                "-Xlint:-unchecked",
                "-cp",
                path,
                "-d",
                classes.toString()));
        for (WaitProgram program : programs) {
            options.add(write(program, folder.resolve("sources")).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)))
                .isZero();
        return classes;
    }

    private static Path write(WaitProgram program, Path folder) throws IOException {
        Path file = folder.resolve(program.fileName());
        Files.createDirectories(file.getParent());
        return Files.writeString(file, program.source());
    }

    private static JsonNode analyzed(Path recording, int jdk, Path classes) throws IOException {
        Path json = recording.resolveSibling("analyzed.json");
        String path = classes + File.pathSeparator + Watched.testClasses() + File.pathSeparator + Jdks.home(jdk);
        assertThat(ShippedCommandLine.run("analyze", recording.toString(), "--classpath", path, "-o", json.toString()))
                .isZero();
        return Watched.read(json);
    }

    // what is said, judged

    private void judge(String source, JsonNode report, List<WaitProgram> programs, boolean inTheEnd, long seed)
            throws IOException {
        Map<WaitProgram, List<JsonNode>> verdicts = new LinkedHashMap<>();
        Map<WaitProgram, Set<String>> faults = new LinkedHashMap<>();
        for (JsonNode verdict : report.path("waits").path("verdicts")) {
            Set<Integer> of = programsOf(verdict, programs);
            if (of.isEmpty() || (of.size() > 1 && !kind(verdict).equals("pool_exhausted"))) {
                counts.merge(source + " WRONG", 1, Integer::sum);
                wrong(source, "seed " + seed + ", of programs " + of + ": " + verdict.path("evidence"));
            } else {
                of.forEach(number -> verdicts.computeIfAbsent(programs.get(number), ignored -> new ArrayList<>())
                        .add(verdict));
            }
        }
        faults.computeIfAbsent(programs.get(0), ignored -> new LinkedHashSet<>())
                .addAll(judgeStalls(
                        report.path("stalls"), programs.get(0).truth().stalled()));
        for (JsonNode group : report.path("waits").path("groups")) {
            Matcher in = PACKAGE.matcher(group.path("site").asString());
            if (in.lookingAt()) {
                WaitProgram program = programs.get(Integer.parseInt(in.group(1)));
                judgeGroup(source, group, program, inTheEnd)
                        .forEach(fault -> faults.computeIfAbsent(program, ignored -> new LinkedHashSet<>())
                                .add(fault));
            }
        }
        for (WaitProgram program : programs) {
            Set<String> all = faults.getOrDefault(program, new LinkedHashSet<>());
            List<JsonNode> said = verdicts.getOrDefault(program, List.of());
            said.forEach(verdict -> all.addAll(judgeVerdict(verdict, program, inTheEnd)));
            program.truth().claims().stream()
                    .filter(Truth.Claim::due)
                    .filter(due -> {
                        // Of pools that are alike, the only verdict names those with most waiting threads.
                        JsonNode any = report.path("waits").path("verdicts");
                        return (due.kind().equals("pool_exhausted") ? any.valueStream() : said.stream())
                                .noneMatch(verdict -> kind(verdict).equals(due.kind()));
                    })
                    .forEach(due -> all.add("silent: it is a " + due.kind()));
            counts.merge(source + " " + result(program, said, all), 1, Integer::sum);
            if (!all.isEmpty()) {
                write(program, FAILED.resolve("seed" + seed));
                all.removeIf(fault -> fault.startsWith(LIKELY)); // what is called likely may be wrong, and is counted
                all.forEach(fault -> wrong(source, "seed " + seed + ", " + program.text() + ": " + fault));
            }
        }
    }

    /** @param truth of the first program: others than that have as many carriers as they want */
    private static Set<String> judgeStalls(JsonNode stalls, Truth.Stalled truth) {
        Set<String> faults = new LinkedHashSet<>();
        if (!truth.all()) {
            stalls.forEach(stall -> faults.add("nothing stalls; reported " + stall));
            return faults;
        }
        if (stalls.isEmpty()) {
            faults.add("silent: it stalls, " + truth);
        }
        for (JsonNode stall : stalls) {
            String pattern = stall.path("pattern").asString();
            Set<String> named = new LinkedHashSet<>();
            stall.path("carriers")
                    .forEach(carrier -> NAME.matcher(carrier.path("thread").asString())
                            .results()
                            .forEach(name -> named.add(name.group(1))));
            boolean mixed = truth.patterns().size() > 1;
            if (!truth.patterns().contains(pattern) && !(mixed && pattern.equals("unknown"))) {
                faults.add(unless(isExact(stall)) + truth.patterns() + " hold; reported " + stall);
            }
            if (mixed && isExact(stall) && !pattern.equals("unknown")) {
                faults.add("several things hold the carriers: that can't be exact; reported " + stall);
            }
            if (!named.equals(truth.threads())) {
                faults.add(truth.threads() + " hold the carriers; reported " + stall);
            }
        }
        return faults;
    }

    private void wrong(String source, String fault) {
        wrong.computeIfAbsent(fault, ignored -> new LinkedHashSet<>()).add(source);
    }

    private static String result(WaitProgram program, List<JsonNode> said, Set<String> faults) {
        if (!faults.isEmpty()) {
            return faults.stream().allMatch(fault -> fault.startsWith(LIKELY)) ? "wrong likely" : "WRONG";
        }
        if (program.truth().stalled().all()) {
            return "named";
        }
        if (said.isEmpty()) {
            return program.truth().claims().isEmpty() ? "healthy" : "silent";
        }
        return said.stream().allMatch(RandomWaitsIT::isExact) ? "right exact" : "right likely";
    }

    /** Without the figures that differ from look to look. */
    private static String text(JsonNode said) {
        return said.path("kind").asString("") + said.path("operation").asString("") + " "
                + said.path("confidence").asString("") + said.path("blocker").asString("") + " "
                + said.path("evidence").asString("").replaceAll("[\\d.]+ m?s\\b", "N s")
                + said.path("site").asString("") + " "
                + said.path("holder").path("thread").asString("") + " "
                + said.path("holder").path("confidence").asString("") + " took "
                + said.path("holder").path("tookAt").asString("") + " "
                + said.path("holder").path("tookConfidence").asString("");
    }

    private static String kind(JsonNode verdict) {
        return verdict.path("kind").asString();
    }

    private static boolean isExact(JsonNode claim) {
        return claim.path("confidence").asString().equals("exact");
    }

    /** Pools that are alike share a verdict, which names each; Pool2's have no names. */
    private static Set<Integer> programsOf(JsonNode verdict, List<WaitProgram> programs) {
        Set<Integer> of = new LinkedHashSet<>();
        String text = verdict.path("site").asString("") + " "
                + verdict.path("evidence").asString();
        for (Matcher name = NAME.matcher(text); name.find(); ) {
            of.add(Integer.parseInt(name.group(2)));
        }
        for (Matcher name = PACKAGE.matcher(text); name.find(); ) {
            of.add(Integer.parseInt(name.group(1)));
        }
        if (of.isEmpty() && kind(verdict).equals("deadlock")) {
            programs.stream()
                    .filter(program -> program.truth().claims().stream()
                            .anyMatch(claim -> claim.kind().equals("deadlock") && text.contains(claim.type())))
                    .filter(program -> program.truth().claims().stream()
                            .anyMatch(claim -> !claim.type().isEmpty()))
                    .forEach(program -> of.add(program.number()));
            return of.stream().limit(1).collect(Collectors.toSet());
        }
        return of;
    }

    private Set<String> judgeGroup(String source, JsonNode group, WaitProgram program, boolean inTheEnd) {
        Truth.Place place = (inTheEnd
                        ? program.truth().placesInTheEnd()
                        : program.truth().places())
                .get(group.path("site").asString());
        if (place == null) {
            return Set.of();
        }
        Set<String> faults = new LinkedHashSet<>();
        String operation = group.path("operation").asString();
        if (!place.operations().contains(operation)
                && !Set.of("ready", "running", "unknown").contains(operation)) {
            faults.add("it waits for " + place.operations() + "; reported " + text(group));
        }
        JsonNode holder = group.path("holder");
        String kind = "unknown";
        if (Set.of("lock", "monitor_enter").contains(operation)
                && !group.path("blocker").asString("").contains(place.type())) {
            faults.add("it is a " + place.type() + "; reported " + text(group));
        }
        if (holder.path("thread").isString()) {
            kind = holder.path("confidence").asString();
            Matcher name = NAME.matcher(holder.path("thread").asString());
            if (!name.find() || !place.holders().contains(name.group(1))) {
                faults.add(unless(isExact(holder)) + place.holders() + " have it; reported " + group);
            }
            String took = holder.path("tookAt").asString("").replaceFirst(":-?\\d+$", "");
            boolean sure = holder.path("tookConfidence").asString().equals("exact");
            if (!took.isEmpty() && !place.took().contains(took)) {
                faults.add(unless(sure) + place.took() + " took it; reported " + group);
            }
            counts.merge(
                    source + " frame " + (took.isEmpty() ? "unknown" : sure ? "exact" : "likely"), 1, Integer::sum);
        }
        if (Set.of("lock", "monitor_enter").contains(operation)) {
            counts.merge(source + " holder " + kind, 1, Integer::sum);
        }
        return faults;
    }

    private static String unless(boolean exact) {
        return exact ? "" : LIKELY;
    }

    private static Set<String> judgeVerdict(JsonNode verdict, WaitProgram program, boolean inTheEnd) {
        List<Truth.Claim> claims = program.truth().claims().stream()
                .filter(each -> each.kind().equals(kind(verdict)))
                .toList();
        if (claims.isEmpty()) {
            return Set.of("nothing of the kind is wrong; reported " + verdict);
        }
        Truth.Claim claim = claims.get(0);
        String evidence = verdict.path("evidence").asString();
        Set<String> names = NAME.matcher(evidence)
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Set<String> faults = new LinkedHashSet<>();
        names.removeIf(name -> !name.startsWith("p" + program.number() + "-")
                && verdict.path("pool").isString());
        if (!claim.threads().containsAll(names)) {
            faults.add(unless(isExact(verdict)) + "it concerns " + claim.threads() + "; reported " + text(verdict));
        }
        if (!names.containsAll(claim.named())) {
            faults.add(unless(isExact(verdict)) + claim.named() + " are in it; reported " + verdict);
        }
        if (isExact(verdict) && !claim.provable()) {
            faults.add("that can't be exact; reported " + text(verdict));
        }
        if (!evidence.contains(claim.type())) {
            faults.add("it is about a " + claim.type() + "; reported " + text(verdict));
        }
        Set<String> took = (inTheEnd
                        ? program.truth().placesInTheEnd()
                        : program.truth().places())
                .values().stream().flatMap(place -> place.took().stream()).collect(Collectors.toSet());
        TAKEN.matcher(evidence)
                .results()
                .filter(taken -> !took.contains(taken.group(2)))
                .forEach(taken -> faults.add(
                        unless(taken.group(1) == null) + took + " took what is waited for; reported " + verdict));
        return faults;
    }
}
