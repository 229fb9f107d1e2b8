package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** What is in the jar that users download: ours, and what we brought, under our name. */
class ShippedJarIT {
    private static final Path JAR = Path.of(System.getProperty("vtmonitor.test.jar"));
    private static final Path LISTED =
            Path.of(System.getProperty("vtmonitor.test.root"), "agent/src/test/resources/jar-content.txt");

    @Test
    void the_jar_holds_exactly_the_listed_packages_and_files() throws IOException {
        assertThat(String.join("\n", content()) + "\n").isEqualTo(Files.readString(LISTED));
    }

    @Test
    void every_class_lies_under_our_own_name() throws IOException {
        assertThat(entries())
                .filteredOn(name -> name.endsWith(".class"))
                .allMatch(name -> name.startsWith("io/vtmonitor/"));
    }

    @Test
    void the_door_opens_on_java_8_and_the_rest_on_java_17() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(classVersion(jar, "io/vtmonitor/VtMonitor.class")).isEqualTo(52);
            for (String name : entries()) {
                if (name.endsWith(".class")) {
                    assertThat(classVersion(jar, name)).as(name).isLessThanOrEqualTo(61);
                }
            }
        }
    }

    @Test
    void the_manifest_names_one_door_for_agent_attach_and_command_line() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(List.of("Main-Class", "Premain-Class", "Agent-Class"))
                    .allMatch(key -> manifest.getValue(key).equals("io.vtmonitor.VtMonitor"));
            assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
            assertThat(manifest.getValue("Implementation-Version")).isNotBlank();
        }
    }

    /** Each of them costs the application's start, and {@code analyze}'s; the build writes them out. */
    @Test
    void none_of_our_classes_has_an_invokedynamic() throws IOException {
        List<String> calls = new ArrayList<>();
        try (JarFile jar = new JarFile(JAR.toFile())) {
            for (String name : entries()) {
                if (name.endsWith(".class") && !name.startsWith("io/vtmonitor/shaded/")) {
                    try (InputStream in = jar.getInputStream(jar.getJarEntry(name))) {
                        ClassNode node = new ClassNode();
                        new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG);
                        node.methods.forEach(method -> method.instructions.forEach(at -> {
                            if (at.getOpcode() == Opcodes.INVOKEDYNAMIC) {
                                calls.add(node.name + '.' + method.name);
                            }
                        }));
                    }
                }
            }
        }
        assertThat(calls).isEmpty();
    }

    /** Packages of classes, and every file that is no class. */
    private static Set<String> content() throws IOException {
        Set<String> content = new TreeSet<>();
        for (String name : entries()) {
            if (name.endsWith(".class")) {
                content.add(name.substring(0, name.lastIndexOf('/') + 1));
            } else if (!name.endsWith("/")) {
                content.add(name);
            }
        }
        return content;
    }

    private static List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Enumeration<JarEntry> entries = jar.entries();
            List<String> names = new ArrayList<>();
            while (entries.hasMoreElements()) {
                names.add(entries.nextElement().getName());
            }
            return names;
        }
    }

    private static int classVersion(JarFile jar, String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getJarEntry(name));
                DataInputStream data = new DataInputStream(in)) {
            assertThat(data.readInt()).isEqualTo(0xCAFEBABE);
            data.readUnsignedShort();
            return data.readUnsignedShort();
        }
    }
}
