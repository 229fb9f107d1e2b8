package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.JdkPackages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Which classes of a JDK lock their own objects, by feature release, as data that ships: for the plan of a rewriting in
 * a JVM whose JDK is not available. Another build of the release may differ, so what follows is likely, not certain.
 *
 * <p>The files are {@code release.txt}, a row for each class that code outside of the JDK can name, and those above it:
 * its name, its superclass, {@code i} for an interface and {@code f} for a final class, and the method that locks the
 * object it is called on. {@code JdkFactsRecording} writes them.
 */
public final class JdkFacts {
    public static final String FOLDER = "/io/vtmonitor/unpin/jdk/";
    private static final String OBJECT = "java/lang/Object";
    private static final String FIELDS = "\t";
    private static final Map<Integer, Optional<JdkFacts>> BY_FEATURE = new ConcurrentHashMap<>();

    private final String build;
    private final Map<String, String> rows;

    private JdkFacts(String build, Map<String, String> rows) {
        this.build = build;
        this.rows = rows;
    }

    /** Of a feature release; null if none ship. */
    public static @Nullable JdkFacts of(int feature) {
        return BY_FEATURE
                .computeIfAbsent(feature, each -> Optional.ofNullable(read(each)))
                .orElse(null);
    }

    /** What other JDKs have as packages is the JDK's from now on, so that no answer depends on the one that runs. */
    public static void knowPackages() {
        JdkPackages.alsoHas(Packages.ALL);
    }

    private static final class Packages {
        static final Set<String> ALL = new HashSet<>(lines("packages.txt"));
    }

    private static @Nullable JdkFacts read(int feature) {
        List<String> lines = lines(feature + ".txt");
        if (lines.isEmpty()) {
            return null;
        }
        Map<String, String> rows = new HashMap<>(2 * lines.size());
        for (String line : lines.subList(1, lines.size())) {
            int end = line.indexOf(FIELDS);
            rows.put(end < 0 ? line : line.substring(0, end), end < 0 ? "" : line.substring(end + 1));
        }
        return new JdkFacts(lines.get(0).substring("# JDK ".length()), rows);
    }

    private static List<String> lines(String file) {
        InputStream in = JdkFacts.class.getResourceAsStream(FOLDER + file);
        if (in == null) {
            return List.of();
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of our own jar
        }
    }

    /** Such as {@code 21.0.8}. */
    public String version() {
        int end = 0;
        while (end < build.length() && build.charAt(end) != '+' && build.charAt(end) != ' ') {
            end++;
        }
        return build.substring(0, end);
    }

    /** The version with its build, its date, who built it, and when it was read. */
    public String build() {
        return build;
    }

    /** Null if it has no such class that other code can name. Which interfaces it has is not kept. */
    public @Nullable ClassFacts find(String name) {
        String row = rows.get(name);
        if (row == null) {
            return null;
        }
        String[] fields = row.split(FIELDS, -1);
        String flags = fields.length > 1 ? fields[1] : "";
        String locks = fields.length > 2 ? fields[2] : "";
        return new ClassFacts(
                name,
                name.equals(OBJECT) ? null : fields[0].isEmpty() ? OBJECT : fields[0],
                List.of(),
                (flags.contains("i") ? Opcodes.ACC_INTERFACE : 0) | (flags.contains("f") ? Opcodes.ACC_FINAL : 0),
                locks.isEmpty() ? null : locks,
                null,
                Set.of());
    }

    /** The row of a class in a file of facts. */
    public static String row(ClassFacts facts) {
        String above = facts.superName() == null || facts.superName().equals(OBJECT) ? "" : facts.superName();
        String flags = (facts.isInterface() ? "i" : "") + (facts.isFinal() ? "f" : "");
        String locks = facts.locksThis() == null ? "" : facts.locksThis();
        String row = String.join(FIELDS, facts.name(), above, flags, locks);
        return row.stripTrailing();
    }
}
