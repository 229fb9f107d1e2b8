package io.vtmonitor.classfile;

import io.vtmonitor.model.ClassBytes.ClassFile;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where classes of this JVM come from, for a scan in another process that has found no file with them: the files that
 * their code sources name, and the bytes of those that are in none. No class is loaded, and no loader is asked.
 */
public final class ClassesWithoutFile {
    /** What is asked: binary names, a line each. */
    public static final String WANTED = "wanted.txt";

    /** Files and folders with classes of these names, a line each. */
    public static final String SOURCES = "sources.txt";

    /** Names of the classes in {@link #CLASSES}, a line each. */
    public static final String CAPTURED = "captured.txt";

    /** A jar with the bytes of classes that no file has; absent where there is none. */
    public static final String CLASSES = "classes.jar";

    /** Each makes the JVM stop for a moment. */
    public static final int MOST_CAPTURED = 200;

    private static final long PAUSE_MILLIS = 5;

    private final Instrumentation instrumentation;
    private final LoadedClassBytes loaded;
    private final Set<Path> sources = new TreeSet<>();
    private final Map<String, Class<?>> without = new TreeMap<>();

    private ClassesWithoutFile(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
        loaded = new LoadedClassBytes(instrumentation);
    }

    /**
     * Writes the answer into the folder that has the question.
     *
     * @return how many of the classes are in no file; of these no more than {@link #MOST_CAPTURED} are captured
     */
    public static int answer(Path folder, Instrumentation instrumentation) throws IOException, InterruptedException {
        ClassesWithoutFile answer = new ClassesWithoutFile(instrumentation);
        answer.look(new HashSet<>(Files.readAllLines(folder.resolve(WANTED))));
        List<String> captured = answer.capture(folder.resolve(CLASSES));
        write(folder.resolve(CAPTURED), captured);
        write(
                folder.resolve(SOURCES),
                answer.sources.stream().map(Path::toString).toList());
        return answer.without.size();
    }

    private static void write(Path file, Collection<String> lines) throws IOException {
        Files.write(file, lines, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private void look(Set<String> wanted) {
        Map<CodeLocation, List<Class<?>>> located = new HashMap<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.isArray() || type.isHidden() || !wanted.remove(type.getName())) {
                continue;
            }
            CodeLocation location = LoadedClassBytes.location(type);
            if (location != null) {
                located.computeIfAbsent(location, any -> new ArrayList<>()).add(type);
            } else if (!LoadedClassBytes.isOfImage(type)) {
                without.put(type.getName(), type);
            }
        }
        located.forEach(this::look);
    }

    private void look(CodeLocation location, List<Class<?>> types) {
        Map<String, Class<?>> absent = new TreeMap<>();
        types.forEach(type -> absent.put(type.getName(), type));
        try (Archive archive = location.open()) {
            for (Class<?> type : types) {
                if (ClassInArchive.read(
                                archive, type.getName(), Runtime.version().feature())
                        != null) {
                    absent.remove(type.getName());
                    sources.add(location.file());
                }
            }
        } catch (IOException | RuntimeException ignored) {
            // Replaced or removed since: what is not found there is in no file.
        }
        without.putAll(absent);
    }

    private List<String> capture(Path jar) throws IOException, InterruptedException {
        UsedClasses seen = new UsedClasses();
        List<String> captured = new ArrayList<>();
        for (Class<?> type : without.values()) {
            if (captured.size() >= MOST_CAPTURED) {
                break;
            }
            byte[] bytes = ClassCapture.of(type, instrumentation);
            if (bytes != null) {
                seen.add(type.getName(), List.of(new ClassFile(bytes, loaded.library(type))));
                captured.add(type.getName());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        if (!captured.isEmpty()) {
            seen.write(jar);
        }
        return captured;
    }
}
