package io.vtmonitor.cli.input;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.diagnosis.Diagnoser;
import io.vtmonitor.diagnosis.SharedDiagnoser;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.unpin.HolderPlanner;
import java.io.Closeable;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Diagnoses the pins of recordings. The classes that the user has passed come first, then the class path that a
 * recording names, if it exists on this machine.
 *
 * <p>Thread-safe.
 */
final class RecordedClasses implements RecordingReport.Diagnosers, Closeable {
    /** Recordings with more class paths than this are diagnosed only with the classes that the user has passed. */
    private static final int MOST = 16;

    private final ClassPathBytes given;
    private final KnowledgeBase knowledge;
    private final Map<Integer, SharedDiagnoser> byGiven = new HashMap<>();
    private final Map<String, SharedDiagnoser> byRecorded = new HashMap<>();
    private final List<ClassPathBytes> opened = new ArrayList<>();
    private final Set<String> used = new LinkedHashSet<>();
    private int absent;
    private int relative;

    RecordedClasses(ClassPathBytes given, KnowledgeBase knowledge) {
        this.given = given;
        this.knowledge = knowledge;
    }

    /** Uses only the classes that the user has passed, for JVMs of a feature release. */
    private SharedDiagnoser byGiven(String javaVersion) {
        int release = JavaVersion.feature(javaVersion);
        SharedDiagnoser known = byGiven.get(release);
        if (known == null) {
            known = diagnoser(given, release);
            byGiven.put(release, known);
        }
        return known;
    }

    private SharedDiagnoser diagnoser(ClassPathBytes classes, int release) {
        return new SharedDiagnoser(new Diagnoser(
                new CulpritFinder(classes),
                knowledge::advise,
                new HolderPlanner(classes, knowledge::unpinPatterns, List.of(), release)));
    }

    /**
     * The diagnoser for the pins of one JVM.
     *
     * @param classPath the class path that its recording names; empty if there is none
     * @param javaVersion the version of that JVM
     */
    @Override
    public synchronized Function<Blocking, Diagnosis> of(String classPath, String javaVersion) {
        String key = javaVersion + File.pathSeparator + classPath;
        SharedDiagnoser known = classPath.isEmpty() ? byGiven(javaVersion) : byRecorded.get(key);
        if (known != null || byRecorded.size() >= MOST) {
            return known == null ? byGiven(javaVersion) : known;
        }
        SharedDiagnoser fresh = new SharedDiagnoser(new Opened(classPath, javaVersion));
        byRecorded.put(key, fresh);
        return fresh;
    }

    /** Uses the classes that the user has passed. */
    @Override
    public StackResolver lines() {
        return new SourceLineResolver(given);
    }

    /** Opens the class files when the first pin needs them. */
    private final class Opened implements Function<Blocking, Diagnosis> {
        private final String classPath;
        private final String javaVersion;
        private @Nullable Function<Blocking, Diagnosis> diagnoser;

        Opened(String classPath, String javaVersion) {
            this.classPath = classPath;
            this.javaVersion = javaVersion;
        }

        @Override
        public Diagnosis apply(Blocking blocking) {
            return diagnoser().apply(blocking);
        }

        private synchronized Function<Blocking, Diagnosis> diagnoser() {
            if (diagnoser == null) {
                diagnoser = opened(classPath, javaVersion);
            }
            return diagnoser;
        }
    }

    private synchronized Function<Blocking, Diagnosis> opened(String classPath, String javaVersion) {
        ClassPathBytes more = given.with(readable(classPath), javaVersion);
        if (more == null) {
            return byGiven(javaVersion);
        }
        opened.add(more);
        return diagnoser(more, JavaVersion.feature(javaVersion));
    }

    private List<Path> readable(String classPath) {
        List<Path> readable = new ArrayList<>();
        for (String element : classPath.split(File.pathSeparator, -1)) {
            if (element.isEmpty()) {
                continue;
            }
            Path path = path(element);
            if (path != null && path.isAbsolute() && Files.isReadable(path)) {
                readable.add(path);
                used.add(element);
            } else {
                absent += path == null || path.isAbsolute() ? 1 : 0;
                relative += path == null || path.isAbsolute() ? 0 : 1;
            }
        }
        return readable;
    }

    private static @Nullable Path path(String element) {
        try {
            return Path.of(element);
        } catch (InvalidPathException ignored) {
            return null;
        }
    }

    /** Which class paths of recordings were used, in a sentence; null if none was. */
    synchronized @Nullable String refusal() {
        if (opened.isEmpty()) {
            return null;
        }
        List<String> few = new ArrayList<>(used).subList(0, Math.min(3, used.size()));
        return "class files are taken from the places that the recording names, as they are on this machine now: "
                + String.join(", ", few) + (used.size() > 3 ? " and " + (used.size() - 3) + " more" : "")
                + (absent == 0 ? "" : "; " + entries(absent) + "not on this machine")
                + (relative == 0
                        ? ""
                        : "; " + entries(relative) + "relative to a folder that the recording does not name (pass the"
                                + " contents with --classpath)");
    }

    private static String entries(int many) {
        return many == 1 ? "1 entry of its class path is " : many + " entries of its class path are ";
    }

    @Override
    public synchronized void close() {
        opened.forEach(ClassPathBytes::close);
    }
}
