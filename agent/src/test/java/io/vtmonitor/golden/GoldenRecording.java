package io.vtmonitor.golden;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.diagnosis.Diagnoser;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.process.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records the golden stacks again: {@code mvn test -pl agent -am -Dtest=GoldenRecording}, with
 * {@code -Dgolden.only=mysql} those of one library. Not run with the tests, since it needs the servers and writes to
 * the source tree. What it changed is to be read as a difference before it is committed.
 */
class GoldenRecording {
    private final List<String> failures = new ArrayList<>();

    @Test
    void recordEveryRecipe(@TempDir Path folder) throws Exception {
        // The database's own user has to reach its data.
        folder.toFile().setExecutable(true, false);
        Files.createDirectories(Golden.FOLDER);
        String only = System.getProperty("golden.only", "");
        try (Servers servers = new Servers(folder)) {
            int number = 0;
            for (Recipe recipe : Recipes.all()) {
                String name = recipe.library() + "-" + recipe.what();
                if (name.contains(only)) {
                    Path own = Files.createDirectories(folder.resolve("program-" + ++number));
                    attempt(recipe, name, servers, own);
                }
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " failed:\n" + String.join("\n", failures));
        }
    }

    private void attempt(Recipe recipe, String name, Servers servers, Path folder) throws InterruptedException {
        try {
            List<String> arguments = new ArrayList<>();
            for (String argument : recipe.arguments()) {
                arguments.add(servers.fill(argument));
            }
            Program program = new Program(recipe, folder, arguments);
            program.compile();
            List<Seen> seen = Seen.in(program.record());
            List<String> trace = program.trace();
            delete(name);
            int number = 0;
            for (Golden golden : goldens(recipe, program, seen, trace)) {
                String suffix = ++number == 1 ? "" : "-" + number;
                Files.writeString(Golden.FOLDER.resolve(name + suffix + ".json"), golden.json());
                System.out.println(
                        golden + " -> " + golden.holders() + " " + golden.jdkTrace() + " " + golden.advice());
            }
        } catch (IOException e) {
            failures.add(name + ": " + e.getMessage());
        }
    }

    private static void delete(String name) throws IOException {
        try (var files = Files.newDirectoryStream(Golden.FOLDER, name + "{.json,-[0-9].json,-[0-9][0-9].json}")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    /** One for each event and list of holders; of several stacks the one that blocked longest. */
    private static List<Golden> goldens(Recipe recipe, Program program, List<Seen> seen, List<String> trace)
            throws IOException {
        List<Path> classPath = new ArrayList<>(List.of(Jdks.home(21)));
        recipe.jars().forEach(jar -> classPath.add(Golden.JARS.resolve(jar)));
        classPath.add(program.classes());
        Map<String, Golden> bySite = new TreeMap<>();
        try (ClassPathBytes bytes = new ClassPathBytes(classPath)) {
            Diagnoser diagnoser = new Diagnoser(new CulpritFinder(bytes), new KnowledgeBase()::advise);
            seen.sort(Comparator.comparing(Seen::duration).reversed());
            for (Seen one : seen) {
                if (!one.event().equals(Golden.FREE)) {
                    Golden golden = judged(recipe, one, one.marks(trace), diagnoser);
                    bySite.putIfAbsent(golden.event() + golden.holders(), golden);
                }
            }
            if (bySite.isEmpty()) {
                seen.stream()
                        .findFirst()
                        .ifPresentOrElse(
                                free -> bySite.put("", judged(recipe, free, List.of(), diagnoser)),
                                () -> bySite.put(
                                        "", golden(recipe, null, null, List.of(), List.of(), null, List.of())));
            }
        }
        return List.copyOf(bySite.values());
    }

    private static Golden judged(Recipe recipe, Seen seen, List<String> marks, Diagnoser diagnoser) {
        List<List<Object>> frames = seen.frames().stream().map(Golden::fields).toList();
        Golden bare = golden(recipe, seen.event(), seen.monitorClass(), marks, List.of(), null, frames);
        Diagnosis diagnosis = diagnoser.apply(bare.blocking());
        List<String> holders = diagnosis.holders().stream().map(Golden::line).toList();
        String advice = bare.pins() ? diagnosis.advice().id() : null;
        return golden(recipe, seen.event(), seen.monitorClass(), marks, holders, advice, frames);
    }

    private static Golden golden(
            Recipe recipe,
            @org.jspecify.annotations.Nullable String event,
            @org.jspecify.annotations.Nullable String monitorClass,
            List<String> marks,
            List<String> holders,
            @org.jspecify.annotations.Nullable String advice,
            List<List<Object>> frames) {
        return new Golden(
                recipe.library(),
                recipe.what(),
                recipe.program(),
                recipe.jars(),
                javaVersion(),
                event,
                monitorClass,
                marks,
                holders,
                advice,
                frames);
    }

    private static String javaVersion() {
        Properties release = new Properties();
        try (var in = Files.newBufferedReader(Jdks.home(21).resolve("release"))) {
            release.load(in);
        } catch (IOException e) {
            return "21";
        }
        return release.getProperty("JAVA_VERSION", "21").replace("\"", "");
    }
}
