package io.vtmonitor.golden;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.cli.ScanKnowledge;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.Scan;
import io.vtmonitor.scan.ScanOptions;
import io.vtmonitor.scan.ScanResult;
import io.vtmonitor.scan.Sinks;
import io.vtmonitor.scan.report.ScanReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a scan says of a golden stack's program and its jars.
 *
 * @param found holders with what they hold by, at any certainty
 * @param advice what is advised for those on the first screen
 */
record GoldenScan(Set<String> found, Map<String, String> advice) {
    private static final int TOP = 10;
    private static final Set<String> SHARED = Set.of("Blocked", "SlowDatabase");
    private static final KnowledgeBase KNOWLEDGE = new KnowledgeBase();

    /** @param programs a folder with the classes of all golden programs */
    static GoldenScan of(Path programs, String program, List<Path> jars) {
        List<Path> classPath = new ArrayList<>(List.of(ofProgram(programs, program)));
        classPath.addAll(jars);
        ScanResult result = Scan.of(
                classPath, List.of(), new ScanOptions(21, Sinks.ours(), List.of(), 2), (read, all, known) -> {});
        List<Assessment> assessed = Assessment.of(result.findings(), true, new ScanKnowledge(KNOWLEDGE));
        Set<String> found = result.findings().stream()
                .map(finding ->
                        finding.holding().holder() + " " + finding.holding().hold())
                .collect(Collectors.toSet());
        return new GoldenScan(found, firstScreen(assessed));
    }

    private static Map<String, String> firstScreen(List<Assessment> assessed) {
        ScanReport report = new ScanReport("", List.of(), 21, 1, 1, 0, assessed, List.of(), null);
        return report.firstScreen(TOP, false).stream()
                .collect(Collectors.toMap(
                        each -> each.finding().holding().holder() + " "
                                + each.finding().holding().hold(),
                        each -> each.advice().id(),
                        (first, second) -> first));
    }

    /** The classes of one program, and those that all share. */
    private static Path ofProgram(Path programs, String program) {
        Path folder = programs.resolveSibling(program).resolve("golden");
        try (Stream<Path> all = Files.list(programs.resolve("golden"))) {
            Files.createDirectories(folder);
            for (Path file : all.toList()) {
                String name = String.valueOf(file.getFileName());
                String top = name.replaceAll("[$.].*", "");
                if (top.equals(program) || SHARED.contains(top)) {
                    Files.copy(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder.getParent();
    }

    /** Whoever waits to enter a monitor waits for one who owns it: the same method. */
    static String key(String line) {
        String[] words = line.split("[ ,]");
        return words[0] + " " + words[1].replace("monitor_enter", "monitor");
    }
}
