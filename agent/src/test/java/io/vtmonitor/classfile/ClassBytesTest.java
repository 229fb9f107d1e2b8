package io.vtmonitor.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.holders.Scenes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassBytesTest {
    private static final String NAME = "io.vtmonitor.holders.Scenes";
    private static final String FILE = "io/vtmonitor/holders/Scenes.class";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    static byte[] scenes() {
        return Captured.OWN.find(NAME).get(0).bytes();
    }

    static byte[] zip(Map<String, byte[]> entries, boolean stored) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(bytes, entries, stored);
        return bytes.toByteArray();
    }

    private static void write(OutputStream out, Map<String, byte[]> entries, boolean stored) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (var each : entries.entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey());
                if (stored) {
                    CRC32 crc = new CRC32();
                    crc.update(each.getValue());
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(each.getValue().length);
                    entry.setCrc(crc.getValue());
                }
                zip.putNextEntry(entry);
                zip.write(each.getValue());
                zip.closeEntry();
            }
        }
    }

    private Path jar(String name, Map<String, byte[]> entries, boolean stored) throws IOException {
        Path jar = folder.resolve(name);
        Files.write(jar, zip(entries, stored));
        return jar;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<ClassFile> offline(String className, Path... elements) {
        try (ClassPathBytes bytes = new ClassPathBytes(List.of(elements))) {
            return bytes.find(className);
        }
    }

    static Instrumentation loaded(Supplier<Class<?>[]> classes) {
        return (Instrumentation) Proxy.newProxyInstance(
                ClassBytesTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (p, m, a) -> classes.get());
    }

    static List<ClassFile> live(Class<?>... types) {
        return new LoadedClassBytes(loaded(() -> types)).find(types[0].getName());
    }

    private static void assertScenes(List<ClassFile> found, String library, String version) {
        assertThat(found).singleElement().satisfies(file -> {
            assertThat(file.bytes()).isEqualTo(scenes());
            assertThat(file.library()).isEqualTo(new Library(library, version.isEmpty() ? null : version));
        });
    }

    @Test
    void a_folder_and_the_loaded_class_from_it_give_the_same() throws Exception {
        URL location = Scenes.class.getProtectionDomain().getCodeSource().getLocation();
        assertScenes(offline(NAME, Path.of(location.toURI())), "agent", "");
        assertScenes(live(Scenes.class), "agent", "");
    }

    @Test
    void a_jar_and_the_loaded_class_from_it_give_the_same() throws Exception {
        Path jar = jar("with space-1.2.3.jar", Map.of(FILE, scenes()), false);
        assertScenes(offline(NAME, jar), "with space", "1.2.3");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            assertScenes(live(Class.forName(NAME, false, loader)), "with space", "1.2.3");
        }
    }

    @Test
    void a_jdk_class_is_read_from_the_image_and_from_the_running_jvm_alike() {
        ClassFile live = live(java.util.concurrent.ConcurrentHashMap.class).get(0);
        ClassFile image = offline("java.util.concurrent.ConcurrentHashMap", Path.of(System.getProperty("java.home")))
                .get(0);
        assertThat(live.bytes()).isEqualTo(image.bytes());
        assertThat(live.library())
                .isEqualTo(image.library())
                .isEqualTo(new Library("jdk", LoadedClassBytes.runningVersion()));
    }

    @Test
    void what_was_asked_for_is_kept_with_its_libraries_and_read_as_from_the_class_path() throws Exception {
        String jdkClass = "java.util.concurrent.ConcurrentHashMap";
        Path versioned = jar("a name, with = and ü-1.2.3.jar", Map.of(FILE, scenes()), false);
        Path other = jar("other.jar", Map.of(FILE, scenes()), true);
        Path kept = folder.resolve("kept.jar");
        List<ClassFile> found;
        List<ClassFile> ofJdk;
        try (ClassPathBytes bytes =
                new ClassPathBytes(List.of(versioned, other, Path.of(System.getProperty("java.home"))))) {
            bytes.keepSeen();
            found = bytes.find(NAME);
            ofJdk = bytes.find(jdkClass);
            assertThat(bytes.find("nobody.has.It")).isEmpty();
            bytes.writeSeen(kept);
        }
        assertThat(found).hasSize(2);
        try (ClassPathBytes bytes = new ClassPathBytes(List.of(kept))) {
            assertThat(bytes.find(NAME)).usingRecursiveComparison().isEqualTo(found);
            assertThat(bytes.find(jdkClass)).usingRecursiveComparison().isEqualTo(ofJdk);
            assertThat(bytes.find("java.lang.String")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void spring_boot_jars_and_wars_are_looked_into(boolean stored) throws Exception {
        Map<String, byte[]> inner = new LinkedHashMap<>();
        inner.put("META-INF/maven/com.acme/driver/pom.properties", text("artifactId=driver\nversion=8.0.33\n"));
        inner.put(FILE, scenes());
        Path boot = jar("app-1.0.jar", Map.of("BOOT-INF/lib/any.jar", zip(inner, stored)), stored);
        assertScenes(offline(NAME, boot), "driver", "8.0.33");
        Path war = jar("web-2.0.war", Map.of("WEB-INF/classes/" + FILE, scenes()), stored);
        assertScenes(offline(NAME, war), "web", "2.0");
    }

    @Test
    void a_class_loaded_from_within_a_spring_boot_jar_is_that_of_the_nested_jar() throws Exception {
        Path boot =
                jar("app-1.0.jar", Map.of("BOOT-INF/lib/driver-8.0.33.jar", zip(Map.of(FILE, scenes()), true)), true);
        String path = boot.toUri().getPath();
        for (String url : List.of(
                "jar:nested:" + path + "/!BOOT-INF/lib/driver-8.0.33.jar!/",
                "jar:file:" + path + "!/BOOT-INF/lib/driver-8.0.33.jar!/")) {
            CodeLocation location = CodeLocation.parse(url);
            assertThat(location).isEqualTo(new CodeLocation(boot, "BOOT-INF/lib/driver-8.0.33.jar"));
            assertThat(location.library().of(NAME)).isEqualTo(new Library("driver", "8.0.33"));
            try (Archive archive = location.open()) {
                assertThat(archive.read(FILE)).isEqualTo(scenes());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "file:/a/x.jar,/a/x.jar,''",
        "jar:file:/a/x.jar!/,/a/x.jar,''",
        "file:/a/b%20c/classes/,/a/b c/classes,''",
        "jar:nested:/a/app.jar/!BOOT-INF/classes/!/,/a/app.jar,BOOT-INF/classes/",
        "nested:/a/app.jar/!BOOT-INF/lib/y%2Bz.jar,/a/app.jar,BOOT-INF/lib/y+z.jar"
    })
    void code_sources_are_understood(String url, Path file, String nested) {
        assertThat(CodeLocation.parse(url)).isEqualTo(new CodeLocation(file, nested));
    }

    @Test
    void a_code_source_that_is_no_file_is_none() {
        assertThat(CodeLocation.parse("jrt:/java.net.http")).isNull();
        assertThat(CodeLocation.parse("https://host/x.jar")).isNull();
    }

    @Test
    void of_a_multi_release_jar_the_newest_class_not_above_21_is_taken() throws Exception {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("META-INF/MANIFEST.MF", text("Manifest-Version: 1.0\nMulti-Release: true\n\n"));
        entries.put(FILE, text("base"));
        entries.put("META-INF/versions/11/" + FILE, text("eleven"));
        entries.put("META-INF/versions/24/" + FILE, text("twenty-four"));
        assertThat(offline(NAME, jar("x.jar", entries, false)).get(0).bytes()).isEqualTo(text("eleven"));
    }

    @Test
    void a_library_without_pom_and_version_is_named_by_its_manifest() throws Exception {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                "META-INF/MANIFEST.MF",
                text("Manifest-Version: 1.0\nImplementation-Title: Acme Driver\nImplementation-Version: 7\n\n"));
        entries.put(FILE, scenes());
        assertScenes(offline(NAME, jar("driver.jar", entries, false)), "Acme Driver", "7");
    }

    @Test
    void of_a_shaded_jar_a_class_belongs_to_the_artifact_whose_group_it_is_in() throws Exception {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        for (String pom : List.of("com.acme/orders/1.0", "io.vtmonitor/driver/8.0.33", "org.x/a/2", "org.x/b/3")) {
            String[] parts = pom.split("/");
            entries.put(
                    "META-INF/maven/" + parts[0] + "/" + parts[1] + "/pom.properties",
                    text("groupId=" + parts[0] + "\nartifactId=" + parts[1] + "\nversion=" + parts[2] + "\n"));
        }
        entries.put(FILE, scenes());
        Path jar = jar("orders-1.0-all.jar", entries, false);
        assertScenes(offline(NAME, jar), "driver", "8.0.33");
        LibraryOfJar library = new CodeLocation(jar, "").library();
        assertThat(library.of("com.acme.Main")).isEqualTo(new Library("orders", "1.0"));
        assertThat(library.of("org.x.Y")).as("of a group that two share").isEqualTo(new Library("orders", "1.0"));
        assertThat(library.of("NoPackage")).isEqualTo(new Library("orders", "1.0"));
    }

    @Test
    void the_loader_in_an_executable_jar_of_spring_boot_is_not_the_application() throws Exception {
        byte[] manifest = text("Manifest-Version: 1.0\nSpring-Boot-Version: 3.5.0\n\n");
        String pom = "META-INF/maven/com.acme/shop/pom.properties";
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("META-INF/MANIFEST.MF", manifest);
        entries.put(pom, text("groupId=com.acme\nartifactId=shop\nversion=4.0.0-SNAPSHOT\n"));
        LibraryOfJar library = new CodeLocation(jar("shop.jar", entries, false), "").library();
        assertThat(library.of("org.springframework.boot.loader.jar.NestedJarFile"))
                .isEqualTo(new Library("spring-boot-loader", "3.5.0"));
        assertThat(library.of("org.springframework.boot.SpringApplication"))
                .isEqualTo(new Library("shop", "4.0.0-SNAPSHOT"));
        assertThat(library.of("com.acme.Shop")).isEqualTo(new Library("shop", "4.0.0-SNAPSHOT"));
        entries.put(pom, text("groupId=org.x\nartifactId=spring-boot-loader\nversion=3.5.1\n"));
        LibraryOfJar itself = new CodeLocation(jar("loader.jar", entries, false), "").library();
        assertThat(itself.of("org.springframework.boot.loader.jar.NestedJarFile")
                        .version())
                .isEqualTo("3.5.1");
    }

    @Test
    void jars_that_a_jar_s_manifest_names_are_searched_and_missing_ones_are_not_missed() throws Exception {
        Files.createDirectories(folder.resolve("li b"));
        jar("li b/driver-8.0.33.jar", Map.of(FILE, scenes()), false);
        Path app = jar(
                "app.jar",
                Map.of(
                        "META-INF/MANIFEST.MF",
                        text(
                                "Manifest-Version: 1.0\nClass-Path: app.jar lib/missing.jar li%20b/driver-8.0.33.jar ::\n\n")),
                false);
        assertScenes(offline(NAME, app), "driver", "8.0.33");
    }

    @Test
    void a_quarkus_folder_is_searched() throws Exception {
        Files.createDirectories(folder.resolve("lib/main"));
        jar("lib/main/com.acme.driver-8.0.33.jar", Map.of(FILE, scenes()), false);
        assertScenes(offline(NAME, folder), "com.acme.driver", "8.0.33");
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing.jar", "damaged.jar"})
    void an_element_that_cannot_be_read_is_named_with_what_is_accepted(String name) throws Exception {
        Files.write(folder.resolve("damaged.jar"), text("no zip"));
        Path element = folder.resolve(name);
        assertThatThrownBy(() -> offline(NAME, element))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(element.toString())
                .hasMessageContaining(
                        "accepted: a folder of classes or jars, a .jar or .war (Spring Boot's included), the home of a JDK");
    }

    @Test
    void a_folder_of_jars_is_searched() throws Exception {
        jar("x-1.jar", Map.of(FILE, scenes()), false);
        assertScenes(offline(NAME, folder), "x", "1");
    }

    @ParameterizedTest
    @CsvSource({
        "28, 28-ea+18-1-Debian, 28-ea",
        "27-beta, 27-beta+30-ea, 27-beta",
        "25.0.3, 25.0.3+9-LTS, 25.0.3",
        "1.8.0_392, 1.8.0_392-b08, 1.8.0_392",
        "21.0.8, '', 21.0.8"
    })
    void the_version_of_a_jdk_is_what_its_jvm_says(String version, String runtime, String says) throws IOException {
        Files.writeString(
                folder.resolve("release"),
                "JAVA_RUNTIME_VERSION=\"" + runtime + "\"\nJAVA_VERSION=\"" + version + "\"\n");
        assertThat(JdkImage.version(folder)).isEqualTo(says);
    }

    @Test
    void a_class_that_nobody_has_has_no_bytes() {
        assertThat(offline("no.such.Type")).isEmpty();
    }

    @Test
    void a_nested_jar_cut_off_anywhere_is_refused_without_harm() throws Exception {
        byte[] whole = zip(Map.of(FILE, scenes()), false);
        for (int length = 0; length < whole.length; length += 7) {
            Path outer =
                    jar("cut" + length + ".jar", Map.of("lib/x.jar", java.util.Arrays.copyOf(whole, length)), true);
            assertThatThrownBy(() -> NestedJar.open(outer, "lib/x.jar").read(FILE))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_jar_within_a_jar_is_read_behind_a_start_script_and_with_a_comment() throws Exception {
        byte[] inner = zip(Map.of(FILE, scenes(), "empty/", new byte[0], "a.txt", text("a")), false);
        byte[] jar = zip(Map.of("first.bin", new byte[40_000], "lib/x.jar", inner), true);
        Path script = folder.resolve("script.jar");
        Files.write(script, text("#!/bin/sh\nexec java -jar $0\n"));
        jar[jar.length - 2] = 3; // the length of the comment
        Files.write(script, jar, java.nio.file.StandardOpenOption.APPEND);
        Files.write(script, text("end"), java.nio.file.StandardOpenOption.APPEND);
        try (Archive nested = NestedJar.open(script, "lib/x.jar")) {
            assertThat(nested.read(FILE)).isEqualTo(scenes());
            assertThat(nested.read("nothing")).isNull();
            assertThat(nested.names()).containsExactlyInAnyOrder(FILE, "a.txt");
            assertThat(nested.names("a")).containsExactly("a.txt");
        }
    }

    @Test
    void a_class_of_a_large_nested_jar_costs_little_more_memory_than_the_class() throws Exception {
        Map<String, byte[]> inner = new LinkedHashMap<>();
        Random random = new Random(1);
        for (int i = 0; i < 2_500; i++) {
            byte[] content = new byte[4_096];
            random.nextBytes(content);
            inner.put("com/acme/generated/pack%02d/Type%04d.class".formatted(i % 50, i), content);
        }
        inner.put(FILE, scenes());
        Path boot = jar("large.jar", Map.of("BOOT-INF/lib/large-1.0.jar", zip(inner, false)), true);
        assertThat(Files.size(boot)).isGreaterThan(10_000_000);
        CodeLocation location = new CodeLocation(boot, "BOOT-INF/lib/large-1.0.jar");
        assertThat(allocatedBy(location)).as("bytes for the first class").isLessThan(2_000_000);
        assertThat(allocatedBy(location)).as("bytes for the next").isLessThan(200_000);
    }

    private static long allocatedBy(CodeLocation location) throws IOException {
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try (Archive archive = location.open()) {
            assertThat(ClassInArchive.read(archive, NAME, 21)).hasSize(scenes().length);
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** A rebuild or a new deployment takes away the jar of a JVM that runs on. */
    @Test
    void the_jvm_s_own_bytes_count_though_the_jar_is_gone_or_was_no_file() throws Exception {
        Path jar = jar("gone-1.4.2.jar", Map.of(FILE, scenes()), false);
        assertThat(asLoadedAfterDeleting(jar, jar.toUri().toURL())).isEqualTo(new Library("gone", "1.4.2"));
        Path other = jar("script.jar", Map.of(FILE, scenes()), false);
        assertThat(asLoadedAfterDeleting(
                        other, URI.create("file:/groovy/script").toURL()))
                .isEqualTo(new Library("unknown", null));
    }

    private static Library asLoadedAfterDeleting(Path jar, URL codeSource) throws Exception {
        byte[] bytes = scenes();
        ClassLoader loader = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (!name.equals(NAME)) {
                    return ClassLoader.getSystemClassLoader().loadClass(name);
                }
                CodeSource source = new CodeSource(codeSource, (java.security.cert.Certificate[]) null);
                return defineClass(name, bytes, 0, bytes.length, new ProtectionDomain(source, null));
            }
        };
        Class<?> type = loader.loadClass(NAME);
        Files.delete(jar);
        List<ClassFile> found = new LoadedClassBytes(CapturedClassesTest.showing(type)).asLoaded(NAME);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).bytes()).isEqualTo(bytes);
        return found.get(0).library();
    }
}
