package io.vtmonitor.classfile;

import io.vtmonitor.common.FileSink;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The class files that were asked for, kept for an analysis where the application is not: a jar with a jar in it for
 * each library, which tells name and version as Maven does. {@link ClassPathBytes} reads it as it reads Spring Boot's.
 * Bounded; thread-safe.
 */
final class UsedClasses {
    private static final long MOST_BYTES = 64L << 20;

    /** One library's classes of one loader: of two with the same name, the second is in a part of its own. */
    private record Part(Library library, int number) {}

    private final Map<Part, Map<String, byte[]>> parts = new LinkedHashMap<>();
    private final Map<String, Boolean> added = new LinkedHashMap<>();
    private long bytes;

    synchronized void add(String className, List<ClassFile> found) {
        if (added.putIfAbsent(className, true) != null) {
            return;
        }
        List<Library> before = new ArrayList<>();
        for (ClassFile file : found) {
            int number = 0;
            for (Library library : before) {
                number += library.equals(file.library()) ? 1 : 0;
            }
            before.add(file.library());
            bytes += file.bytes().length;
            if (bytes <= MOST_BYTES) {
                parts.computeIfAbsent(new Part(file.library(), number), fresh -> new LinkedHashMap<>())
                        .put(ClassInArchive.fileName(className), file.bytes());
            }
        }
    }

    /** Writes them; a file that is there is replaced. */
    synchronized void write(Path jar) throws IOException {
        FileSink.write(jar, this::to);
    }

    private void to(OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        int number = 0;
        for (Map.Entry<Part, Map<String, byte[]>> entry : parts.entrySet()) {
            // The order of the names is the order in which the JVM found them.
            zip.putNextEntry(new ZipEntry(String.format(Locale.ROOT, "BOOT-INF/lib/%05d.jar", number++)));
            nested(entry.getKey().library(), entry.getValue(), zip);
        }
        zip.finish();
    }

    private static void nested(Library library, Map<String, byte[]> classes, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        StringBuilder pom = new StringBuilder("artifactId=" + escaped(library.name()) + "\n");
        if (library.version() != null) {
            pom.append("version=").append(escaped(library.version())).append('\n');
        }
        zip.putNextEntry(new ZipEntry("META-INF/maven/seen/seen/pom.properties"));
        zip.write(pom.toString().getBytes(StandardCharsets.ISO_8859_1));
        for (Map.Entry<String, byte[]> file : classes.entrySet()) {
            zip.putNextEntry(new ZipEntry(file.getKey()));
            zip.write(file.getValue());
        }
        zip.finish();
    }

    /** As {@link java.util.Properties} reads it. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> {
            if (c > ' ' && c < 0x7f && "\\:=#!".indexOf(c) < 0) {
                escaped.append((char) c);
            } else {
                escaped.append("\\u%04x".formatted(c));
            }
        });
        return escaped.toString();
    }
}
