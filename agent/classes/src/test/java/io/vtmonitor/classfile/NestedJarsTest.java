package io.vtmonitor.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.model.Library;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes of jars that lie in jars. */
class NestedJarsTest extends SceneFiles {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");
    private static final int MANY = 8;

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

    @Test
    void the_last_few_nested_jars_stay_open_and_none_does_once_all_is_closed() throws Exception {
        assumeTrue(Files.isDirectory(OPEN_FILES), "this system does not list open files");
        Path boot = manyJars();
        try (ClassPathBytes bytes = new ClassPathBytes(List.of(boot))) {
            long before = opened(boot);
            for (int i = 0; i < MANY; i++) {
                assertThat(bytes.find("p" + i + ".C")).hasSize(1);
            }
            assertThat(opened(boot) - before).isEqualTo(4);
        }
        assertThat(opened(boot)).isZero();
    }

    @Test
    void a_nested_jar_that_makes_room_for_others_can_be_read_to_the_end() throws Exception {
        Path boot = manyJars();
        try (NestedJars jars = new NestedJars()) {
            byte[] read = jars.read(nested(boot, 0), first -> {
                for (int i = 1; i < MANY; i++) {
                    String name = "p" + i + "/C.class";
                    byte[] other = jars.read(nested(boot, i), jar -> jar.read(name));
                    assertThat(other).isEqualTo(text("code"));
                }
                return first.read("p0/C.class");
            });
            assertThat(read).isEqualTo(text("code"));
        }
    }

    private Path manyJars() throws IOException {
        Map<String, byte[]> jars = new LinkedHashMap<>();
        for (int i = 0; i < MANY; i++) {
            jars.put("BOOT-INF/lib/l" + i + ".jar", zip(Map.of("p" + i + "/C.class", text("code")), true));
        }
        return jar("many.jar", jars, true);
    }

    private static CodeLocation nested(Path boot, int number) {
        return new CodeLocation(boot, "BOOT-INF/lib/l" + number + ".jar");
    }

    private static long opened(Path file) throws IOException {
        long found = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(OPEN_FILES)) {
            for (Path each : all) {
                try {
                    found += Files.readSymbolicLink(each).equals(file.toRealPath()) ? 1 : 0;
                } catch (NoSuchFileException ignored) {
                    // It was closed meanwhile.
                }
            }
        }
        return found;
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
}
