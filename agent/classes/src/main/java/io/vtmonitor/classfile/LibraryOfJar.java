package io.vtmonitor.classfile;

import io.vtmonitor.model.Library;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name and version of a jar: from its only {@code pom.properties}, else from a file name such as
 * {@code name-1.2.3.jar}, else from the manifest. The file name goes before the manifest, whose title is prose ("MySQL
 * Connector/J") where knowledge about libraries goes by artifact name. A jar into which others were shaded has the
 * {@code pom.properties} of each: a class in a package of a group that only one of them has is that one's. An
 * executable jar of Spring Boot holds the classes of the loader, too.
 *
 * @param own the jar's
 * @param byGroup libraries within it by Maven group, without groups that several have
 */
record LibraryOfJar(Library own, Map<String, Library> byGroup) {
    private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d[\\w.+-]*)\\.[jw]ar");
    /** Spring Boot copies its loader's classes into the root of an executable jar. */
    private static final String SPRING_BOOT_LOADER = "spring-boot-loader";

    private static final String SPRING_BOOT_LOADERS_PACKAGE = "org.springframework.boot.loader";
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

    /** @param fileName of the jar, without folders */
    static LibraryOfJar of(String fileName, Archive jar) throws IOException {
        List<String> poms = jar.names("META-INF/maven/").stream()
                .filter(name -> name.endsWith("/pom.properties"))
                .toList();
        Map<String, Library> byGroup = new HashMap<>();
        Set<String> shared = new HashSet<>();
        Library only = null;
        Library ofFile = null;
        for (String name : poms) {
            Properties pom = properties(jar.read(name));
            String artifact = pom.getProperty("artifactId");
            if (artifact != null) {
                Library library = new Library(artifact, pom.getProperty("version"));
                String group = pom.getProperty("groupId", "");
                if (byGroup.put(group, library) != null) {
                    shared.add(group);
                }
                only = poms.size() == 1 ? library : null;
                ofFile = isFile(fileName, library, ofFile) ? library : ofFile;
            }
        }
        byGroup.keySet().removeAll(shared);
        Library own = only != null ? only : ofFile != null ? ofFile : byName(fileName, jar);
        Map<String, Library> within = new HashMap<>(only != null ? Map.of() : byGroup);
        String springBoot = attributes(jar).getValue("Spring-Boot-Version");
        if (springBoot != null && !own.name().equals(SPRING_BOOT_LOADER)) {
            within.put(SPRING_BOOT_LOADERS_PACKAGE, new Library(SPRING_BOOT_LOADER, springBoot));
        }
        return new LibraryOfJar(own, within);
    }

    private static boolean isFile(String fileName, Library library, @Nullable Library known) {
        return fileName.startsWith(library.name() + "-" + library.version())
                && (known == null || known.name().length() < library.name().length());
    }

    private static Library byName(String fileName, Archive jar) throws IOException {
        Matcher versioned = VERSIONED.matcher(fileName);
        return versioned.matches()
                ? new Library(versioned.group(1), versioned.group(2))
                : fromManifest(fileName.replaceFirst("\\.[jw]ar$", ""), jar);
    }

    /** A jar that can't be read is known only by its name; the name of anything else says nothing. */
    static Library byFileName(String fileName) {
        Matcher versioned = VERSIONED.matcher(fileName);
        return versioned.matches()
                ? new Library(versioned.group(1), versioned.group(2))
                : new Library(fileName.endsWith(".jar") ? fileName.replaceFirst("\\.jar$", "") : "unknown", null);
    }

    /** Whose a class is. */
    Library of(String className) {
        String group = className;
        while (!byGroup.isEmpty() && group.contains(".")) {
            group = group.substring(0, group.lastIndexOf('.'));
            Library library = byGroup.get(group);
            if (library != null) {
                return library;
            }
        }
        return own;
    }

    private static Library fromManifest(String fallback, Archive jar) throws IOException {
        Attributes main = attributes(jar);
        String title = main.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
        String version = main.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        return new Library(title == null || title.isBlank() ? fallback : title, version);
    }

    /** A folder is called by its name, or by the nearest folder above it with a telling name. */
    static LibraryOfJar ofFolder(Path folder) {
        Path named = folder;
        while (named.getParent() != null && GENERIC_FOLDERS.contains(String.valueOf(named.getFileName()))) {
            named = named.getParent();
        }
        Path name = named.getFileName();
        return new LibraryOfJar(new Library(name == null ? folder.toString() : name.toString(), null), Map.of());
    }

    /**
     * The classes of a module in a JDK's image: the JDK's own, or those of an application that was linked into it.
     *
     * @param version of a module that is not the JDK's
     * @param jdk version of the JDK
     */
    static Library ofModule(String module, @Nullable String version, @Nullable String jdk) {
        return isOfJdk(module) ? new Library("jdk", jdk) : new Library(module, version);
    }

    static boolean isOfJdk(String module) {
        return module.startsWith("java.") || module.startsWith("jdk.");
    }

    /** Class files for newer Java versions lie next to the others. */
    static boolean isMultiRelease(Archive jar) throws IOException {
        String value = attributes(jar).getValue(Attributes.Name.MULTI_RELEASE);
        return value != null && value.trim().equalsIgnoreCase("true");
    }

    /** What the jar's manifest adds to the class path, as it is written there. */
    static List<String> classPath(Archive jar) throws IOException {
        String value = attributes(jar).getValue(Attributes.Name.CLASS_PATH);
        return value == null ? List.of() : List.of(value.trim().split("\\s+"));
    }

    /** The manifest's main section. A signed jar has a section for each class after it, in all far more. */
    private static Attributes attributes(Archive jar) throws IOException {
        byte[] bytes = jar.read(JarFile.MANIFEST_NAME);
        if (bytes == null) {
            return new Attributes();
        }
        return new Manifest(new ByteArrayInputStream(bytes, 0, endOfMainSection(bytes))).getMainAttributes();
    }

    /** Behind the first empty line; lines end as in any of the systems. */
    private static int endOfMainSection(byte[] manifest) {
        boolean empty = true;
        for (int i = 0; i < manifest.length; i++) {
            byte at = manifest[i];
            boolean pair = at == '\n' && i > 0 && manifest[i - 1] == '\r';
            if ((at == '\n' && !pair) || at == '\r') {
                if (empty) {
                    return i + 1;
                }
                empty = true;
            } else if (!pair) {
                empty = false;
            }
        }
        return manifest.length;
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
