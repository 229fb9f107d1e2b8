package io.vtmonitor.cli;

import io.vtmonitor.classfile.FurtherClasses;
import io.vtmonitor.classfile.JdkClasses;
import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.LoadedClassFiles;
import io.vtmonitor.cli.jvm.TargetClassPath;
import io.vtmonitor.cli.jvm.TargetJvm;
import io.vtmonitor.cli.output.Usage;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What to scan.
 *
 * @param classPath jars and folders, in their order
 * @param javaHome the JDK on which the application runs; null if not known
 * @param further what to read after them
 */
record ScanInput(List<Path> classPath, @Nullable Path javaHome, List<FurtherClasses> further) {
    private static final int OLDEST = 21;
    private static final Pattern PID = Pattern.compile("\\d{1,18}");

    ScanInput {
        classPath = List.copyOf(classPath);
        further = List.copyOf(further);
    }

    /**
     * Determines what to scan from the command line.
     *
     * @param named files, or the id of a process
     * @param more further files, separated as in a class path
     */
    static ScanInput of(CommandSpec spec, List<Path> named, String more, @Nullable Path home)
            throws AttachRefusedException {
        boolean isProcess =
                named.size() == 1 && PID.matcher(named.get(0).toString()).matches() && !Files.exists(named.get(0));
        List<Path> elements = new ArrayList<>();
        List<FurtherClasses> further = new ArrayList<>();
        Path ofProcess = null;
        if (isProcess) {
            for (Path element : running(
                    Long.parseLong(named.get(0).toString()), spec.commandLine().getErr())) {
                if (JdkClasses.isHome(element)) {
                    ofProcess = element;
                } else {
                    elements.add(element);
                }
            }
        } else {
            elements.addAll(named);
        }
        elements.addAll(elements(more));
        check(spec, elements, isProcess);
        Path given = home == null
                ? elements.stream().filter(JdkClasses::isHome).findFirst().orElse(null)
                : home;
        Path known = given == null ? ofProcess : given;
        if (isProcess) {
            long pid = Long.parseLong(named.get(0).toString());
            further.add(new LoadedClassFiles(
                    pid, feature(spec, known), spec.commandLine().getErr()));
        }
        if (given != null) {
            further.add(new JdkClasses(given));
        }
        return new ScanInput(elements, known, further);
    }

    private static List<Path> running(long pid, PrintWriter err) throws AttachRefusedException {
        try (TargetJvm jvm = TargetJvm.attach(pid, err)) {
            List<Path> elements = new ArrayList<>(elements(TargetClassPath.of(jvm)));
            Path home = elements.isEmpty() ? Path.of("") : elements.get(elements.size() - 1);
            for (Path open : OpenJars.of(pid)) {
                if (!open.startsWith(home) && !elements.contains(open)) {
                    elements.add(open);
                }
            }
            return elements;
        }
    }

    /** The elements of a class path. */
    static List<Path> elements(String path) {
        return Stream.of(path.split(Pattern.quote(File.pathSeparator), -1))
                .filter(element -> !element.isEmpty())
                .map(Path::of)
                .toList();
    }

    /** Refuses files that do not exist. */
    static void check(CommandSpec spec, List<Path> elements) {
        check(spec, elements, false);
    }

    private static void check(CommandSpec spec, List<Path> elements, boolean mayBeEmpty) {
        if (elements.isEmpty() && !mayBeEmpty) {
            throw Usage.bad(spec, "name a jar, a war, a folder of classes, or a process, or pass --classpath");
        }
        for (Path element : elements) {
            if (!Files.exists(element)) {
                throw Usage.bad(
                        spec,
                        element + " does not exist; accepted: jars, wars, folders of classes or jars, or the ID of a"
                                + " process");
            }
            if (!Files.isRegularFile(element) && !Files.isDirectory(element)) {
                throw Usage.bad(
                        spec,
                        element + " is a pipe or a device; accepted: jars, wars, folders of classes or jars,"
                                + " or the ID of a process");
            }
        }
    }

    /**
     * The feature version of the JDK on which the application runs; if not known, the oldest one with virtual threads.
     */
    int feature(CommandSpec spec) {
        return feature(spec, javaHome);
    }

    private static int feature(CommandSpec spec, @Nullable Path javaHome) {
        if (javaHome == null) {
            return OLDEST;
        }
        Properties release = new Properties();
        try (var in = Files.newBufferedReader(javaHome.resolve("release"))) {
            release.load(in);
            String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
            return Math.max(OLDEST, Runtime.Version.parse(version).feature());
        } catch (IOException | IllegalArgumentException e) {
            throw Usage.bad(
                    spec, "--java-home " + javaHome + " is not the home of a JDK: its release file can't be read");
        }
    }
}
