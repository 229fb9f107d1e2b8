package io.vtmonitor.golden;

import io.vtmonitor.process.Jdks;
import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.UsesMonitors;
import io.vtmonitor.unpin.plan.ClassFacts;
import io.vtmonitor.unpin.plan.JdkFacts;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.ModuleExportNode;
import org.objectweb.asm.tree.ModuleNode;

/**
 * Reads again what ships of the JDKs' classes: {@code mvn test -pl agent -am -Dtest=JdkFactsRecording}. Not run with
 * the tests, since it writes to the source tree. {@code JdkFactsTest} compares what ships with the JDKs that are here.
 */
class JdkFactsRecording {
    /** The only release with pins by monitors that can be had. */
    private static final int REWRITTEN = 21;

    private static final Path FOLDER = Path.of(
            System.getProperty("vtmonitor.test.root", ".."),
            "agent/unpin/src/main/resources",
            JdkFacts.FOLDER.substring(1));
    private static final Pattern VERSION = Pattern.compile("java\\.runtime\\.version = (\\S+)");
    private static final Pattern VENDOR = Pattern.compile("java\\.vendor = (.+)");
    private static final Pattern DATE = Pattern.compile("java\\.version\\.date = (\\S+)");

    @Test
    void recordEveryJdk() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        Set<String> packages = new TreeSet<>();
        for (int feature : List.of(17, 21, 25, 26, 27)) {
            Path home = Jdks.home(feature);
            packages.addAll(packages(home));
            if (feature == REWRITTEN) {
                Files.writeString(FOLDER.resolve(feature + ".txt"), head(home) + rows(home));
            }
        }
        Files.writeString(FOLDER.resolve("packages.txt"), String.join("\n", packages) + "\n");
    }

    static String head(Path home) throws IOException, InterruptedException {
        Process java = new ProcessBuilder(home.resolve("bin/java").toString(), "-XshowSettings:properties", "-version")
                .redirectErrorStream(true)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        java.waitFor();
        return "# JDK " + group(VERSION, said) + " of " + group(DATE, said) + ", " + group(VENDOR, said) + ", read on "
                + LocalDate.now(ZoneOffset.UTC) + "\n";
    }

    private static String group(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "unknown";
    }

    /** One row for each class, as {@link JdkFacts} reads them. */
    static String rows(Path home) throws IOException {
        Map<String, ClassFacts> all = new TreeMap<>();
        Set<String> open = new TreeSet<>();
        try (FileSystem image = image(home)) {
            for (Path module : modules(image)) {
                Set<String> exported = exported(module);
                try (Stream<Path> files = Files.walk(module)) {
                    for (Path file : (Iterable<Path>) files::iterator) {
                        if (!file.toString().endsWith(".class") || file.endsWith("module-info.class")) {
                            continue;
                        }
                        ClassReader reader = new ClassReader(Files.readAllBytes(file));
                        ClassScan scan = UsesMonitors.hasMonitors(reader) ? ClassScan.of(reader) : null;
                        ClassFacts facts = ClassFacts.of(reader, scan, false);
                        all.put(facts.name(), facts);
                        String of = facts.name().substring(0, facts.name().lastIndexOf('/'));
                        boolean visible = (facts.access() & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
                        if (visible && exported.contains(of)) {
                            open.add(facts.name());
                        }
                    }
                }
            }
        }
        for (String name : List.copyOf(open)) {
            for (ClassFacts at = all.get(name); at != null && at.superName() != null; ) {
                open.add(at.superName());
                at = all.get(at.superName());
            }
        }
        return open.stream().map(name -> JdkFacts.row(all.get(name))).collect(Collectors.joining("\n", "", "\n"));
    }

    private static FileSystem image(Path home) throws IOException {
        return FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
    }

    private static List<Path> modules(FileSystem image) throws IOException {
        try (Stream<Path> all = Files.list(image.getPath("/modules"))) {
            return all.filter(module -> module.getFileName().toString().startsWith("java.")
                            || module.getFileName().toString().startsWith("jdk."))
                    .sorted()
                    .toList();
        }
    }

    /** By ASM: {@code ModuleDescriptor} reads none of a JDK later than the one that runs. */
    private static ModuleNode descriptor(Path module) throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(module.resolve("module-info.class"))).accept(node, 0);
        return node.module;
    }

    private static Set<String> exported(Path module) throws IOException {
        List<ModuleExportNode> exports = descriptor(module).exports;
        return exports == null
                ? Set.of()
                : exports.stream()
                        .filter(one -> one.modules == null || one.modules.isEmpty())
                        .map(one -> one.packaze)
                        .collect(Collectors.toSet());
    }

    private static List<String> packages(Path home) throws IOException {
        List<String> packages = new ArrayList<>();
        try (FileSystem image = image(home)) {
            for (Path module : modules(image)) {
                List<String> its = descriptor(module).packages;
                if (its != null) {
                    its.forEach(each -> packages.add(each.replace('/', '.')));
                }
            }
        }
        return packages;
    }
}
