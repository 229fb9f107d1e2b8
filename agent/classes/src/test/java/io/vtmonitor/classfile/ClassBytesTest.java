package io.vtmonitor.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.holders.Scenes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

/** Class bytes from folders, jars, the JDK image, and the running JVM. */
class ClassBytesTest extends SceneFiles {
    static Instrumentation loaded(Supplier<Class<?>[]> classes) {
        return (Instrumentation) Proxy.newProxyInstance(
                ClassBytesTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (p, m, a) -> classes.get());
    }

    static List<ClassFile> live(Class<?>... types) {
        return new LoadedClassBytes(loaded(() -> types)).find(types[0].getName());
    }

    @Test
    void a_class_that_is_not_loaded_is_read_from_where_loaded_ones_came_from() {
        LoadedClassBytes bytes = new LoadedClassBytes(loaded(() -> new Class<?>[] {Captured.class}));
        String other = "io.vtmonitor.holders.Scenes";
        List<String> here = List.of(Captured.class.getName());
        assertThat(bytes.find(other)).isEmpty();
        assertThat(bytes.notLoaded(other, here))
                .singleElement()
                .satisfies(file -> assertThat(new ClassReader(file.bytes()).getClassName())
                        .isEqualTo("io/vtmonitor/holders/Scenes"));
        assertThat(bytes.notLoaded("io.vtmonitor.holders.NoSuchClass", here)).isEmpty();
        assertThat(bytes.notLoaded(other, List.of("io.vtmonitor.holders.NotLoaded")))
                .isEmpty();
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

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void of_a_signed_jar_the_main_section_of_the_manifest_is_read_alone(String end) throws Exception {
        String signed = String.join(
                end,
                "Manifest-Version: 1.0",
                "Implementation-Title: Acme",
                "  Driver",
                "",
                "Name: x/Type.class",
                "Implementation-Title: another",
                "this is no attribute",
                "");
        Map<String, byte[]> entries = Map.of("META-INF/MANIFEST.MF", text(signed), FILE, scenes());
        assertScenes(offline(NAME, jar("driver.jar", entries, false)), "Acme Driver", "");
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
    void jars_that_a_jar_s_manifest_names_are_searched_and_missing_ones_are_not_missed() throws Exception {
        Files.createDirectories(folder.resolve("li b"));
        jar("li b/driver-8.0.33.jar", Map.of(FILE, scenes()), false);
        Path app = jar(
                "app.jar",
                Map.of(
                        "META-INF/MANIFEST.MF",
                        text("Manifest-Version: 1.0\nClass-Path: app.jar lib/missing.jar li%20b/driver-8.0.33.jar"
                                + " ::\n\n")),
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
                        "accepted: a folder of classes or jars, a .jar or .war (Spring Boot's included), the home of"
                                + " a JDK");
    }

    @Test
    void a_device_or_a_pipe_is_refused_and_not_waited_for() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo here");
        assertThatThrownBy(() -> offline(NAME, pipe))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it is a pipe or a device");
        Files.move(pipe, folder.resolve("in-a-folder.jar"));
        assertThatThrownBy(() -> offline(NAME, folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in-a-folder.jar is a pipe or a device");
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
