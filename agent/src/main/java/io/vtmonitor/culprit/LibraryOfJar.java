package io.vtmonitor.culprit;

import io.vtmonitor.model.Library;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name and version of a jar: from its only {@code pom.properties}, else from a file name such as {@code name-1.2.3.jar},
 * else from the manifest. The file name goes before the manifest, whose title is prose ("MySQL Connector/J") where
 * knowledge about libraries goes by artifact name.
 */
final class LibraryOfJar {
    private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d[\\w.+-]*)\\.[jw]ar");
    private static final Set<String> GENERIC_FOLDERS = Set.of(
            "classes",
            "test-classes",
            "target",
            "build",
            "out",
            "bin",
            "production",
            "java",
            "main",
            "test",
            "WEB-INF",
            "BOOT-INF");

    private LibraryOfJar() {}

    /** @param fileName of the jar, without folders */
    static Library of(String fileName, Archive jar) throws IOException {
        List<String> poms = jar.names().stream()
                .filter(name -> name.startsWith("META-INF/maven/") && name.endsWith("/pom.properties"))
                .toList();
        if (poms.size() == 1) {
            Properties pom = properties(jar.read(poms.get(0)));
            String artifact = pom.getProperty("artifactId");
            if (artifact != null) {
                return new Library(artifact, pom.getProperty("version"));
            }
        }
        Matcher versioned = VERSIONED.matcher(fileName);
        return versioned.matches()
                ? new Library(versioned.group(1), versioned.group(2))
                : fromManifest(fileName.replaceFirst("\\.[jw]ar$", ""), jar);
    }

    private static Library fromManifest(String fallback, Archive jar) throws IOException {
        Attributes main = manifest(jar).getMainAttributes();
        String title = main.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
        String version = main.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        return new Library(title == null || title.isBlank() ? fallback : title, version);
    }

    /** A folder is called by its name, or by that of the nearest one above it that says something. */
    static Library ofFolder(Path folder) {
        Path named = folder;
        while (named.getParent() != null && GENERIC_FOLDERS.contains(String.valueOf(named.getFileName()))) {
            named = named.getParent();
        }
        Path name = named.getFileName();
        return new Library(name == null ? folder.toString() : name.toString(), null);
    }

    /** The JDK's own classes. */
    static Library ofJdk(@Nullable String version) {
        return new Library("jdk", version);
    }

    /** Class files for newer Java versions lie beside the others. */
    static boolean isMultiRelease(Archive jar) throws IOException {
        String value = manifest(jar).getMainAttributes().getValue(Attributes.Name.MULTI_RELEASE);
        return value != null && value.trim().equalsIgnoreCase("true");
    }

    private static Manifest manifest(Archive jar) throws IOException {
        byte[] bytes = jar.read(JarFile.MANIFEST_NAME);
        return bytes == null ? new Manifest() : new Manifest(new ByteArrayInputStream(bytes));
    }

    private static Properties properties(byte @Nullable [] bytes) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1)));
        } catch (IllegalArgumentException e) {
            properties.clear(); // a malformed escape: as if there were none
        }
        return properties;
    }
}
