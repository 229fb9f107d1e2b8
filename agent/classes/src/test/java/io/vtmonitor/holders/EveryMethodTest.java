package io.vtmonitor.holders;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.bytecode.MethodCode;
import io.vtmonitor.bytecode.MonitorFrame;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** What compilers really emit: every method that takes a monitor gives it back before it returns. */
class EveryMethodTest {
    private final List<String> wrong = new ArrayList<>();
    private int methods;

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void no_method_of_the_jdk_returns_with_a_monitor() throws Exception {
        try (Stream<Path> files =
                Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                check(Files.readAllBytes(file));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(methods).isGreaterThan(700);
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void no_method_of_the_jars_on_the_class_path_returns_with_a_monitor() throws Exception {
        for (String element : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            if (element.endsWith(".jar")) {
                checkJar(Path.of(element));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(methods).isGreaterThan(100);
    }

    @ParameterizedTest
    @CsvSource({"kotlin.LazyKt, 4", "kotlinx.coroutines.JobKt, 35", "scala.Option, 60"})
    void no_method_that_other_compilers_made_returns_with_a_monitor(Class<?> oneOfTheJar, int atLeast)
            throws Exception {
        checkJar(Path.of(
                oneOfTheJar.getProtectionDomain().getCodeSource().getLocation().toURI()));
        assertThat(wrong).isEmpty();
        assertThat(methods).isGreaterThanOrEqualTo(atLeast);
    }

    private void checkJar(Path file) throws IOException {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            for (var entry :
                    jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
                check(jar.getInputStream(entry).readAllBytes());
            }
        }
    }

    private void check(byte[] bytes) throws IOException {
        ClassNode type = new ClassNode();
        new ClassReader(bytes).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        for (MethodNode method : type.methods) {
            boolean locks =
                    Stream.of(method.instructions.toArray()).anyMatch(i -> i.getOpcode() == Opcodes.MONITORENTER);
            if (locks) {
                methods++;
                check(bytes, type.name, method);
            }
        }
    }

    private void check(byte[] bytes, String type, MethodNode method) {
        String name = type + "." + method.name + method.desc;
        try {
            MethodCode code = MethodCode.read(bytes, method.name, method.desc);
            if (code == null) {
                wrong.add(name + " not found");
                return;
            }
            MonitorFrame[] states = code.flow();
            List<AbstractInsnNode> instructions = code.instructions();
            for (int i = 0; i < states.length; i++) {
                int opcode = instructions.get(i).getOpcode();
                boolean ends = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
                if (states[i] == null) {
                    continue;
                }
                if (states[i].irregular()) {
                    wrong.add(name + " irregular at node " + i);
                    return;
                }
                if (ends && opcode != Opcodes.ATHROW && !states[i].held().isEmpty()) {
                    wrong.add(name + " returns with " + states[i].held());
                    return;
                }
            }
        } catch (Exception e) {
            wrong.add(name + " " + e);
        }
    }
}
