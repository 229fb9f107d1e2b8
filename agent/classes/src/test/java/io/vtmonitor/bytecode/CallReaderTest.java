package io.vtmonitor.bytecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class CallReaderTest {
    private static final Path JARS = Path.of("target/golden-libs");
    private static final List<String> LIBRARIES =
            List.of("caffeine-3.3.1.jar", "kotlin-stdlib-2.4.0.jar", "mysql-connector-j-8.0.33.jar", "vavr-0.10.4.jar");

    @Test
    void functions_that_are_passed_are_found_in_real_libraries() throws IOException {
        int passed = 0;
        for (byte[] classFile : classFiles()) {
            for (ClassCalls.Method method : CallReader.read(classFile).methods()) {
                assertThat(method.followed()).as(method.toString()).isTrue();
                passed += method.calls().stream()
                        .filter(call -> call.kind() != CallSite.Kind.FUNCTION)
                        .mapToInt(call -> call.passed().size())
                        .sum();
            }
        }
        assertThat(passed).isGreaterThan(1_000);
    }

    @Test
    void annotations_that_nest_without_end_are_refused() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, 0, "A", null, "java/lang/Object", null);
        Deque<AnnotationVisitor> open = new ArrayDeque<>();
        open.push(writer.visitAnnotation("LA;", true));
        for (int depth = 0; depth < 500_000; depth++) {
            open.push(open.element().visitAnnotation("a", "LA;"));
        }
        open.forEach(AnnotationVisitor::visitEnd);
        writer.visitEnd();
        byte[] deep = writer.toByteArray();
        assertThatThrownBy(() -> CallReader.read(deep)).hasMessage("damaged class file");
    }

    @Test
    void spoilt_class_files_are_refused_and_end() throws IOException {
        Random random = new Random(1);
        int refused = 0;
        for (byte[] whole : classFiles().subList(0, 200)) {
            byte[] spoilt = whole.clone();
            for (int i = 0; i < 5; i++) {
                spoilt[10 + random.nextInt(spoilt.length - 10)] = (byte) random.nextInt();
            }
            try {
                CallReader.read(spoilt);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(10);
        byte[] cutOff = java.util.Arrays.copyOf(classFiles().get(0), 300);
        assertThatThrownBy(() -> CallReader.read(cutOff)).hasMessage("damaged class file");
    }

    @Test
    void a_class_file_of_a_release_that_can_come_is_told_from_bytes_that_only_begin_like_one() throws IOException {
        byte[] future = classFiles().get(0).clone();
        future[7] = 99;
        assertThatThrownBy(() -> CallReader.read(future)).hasMessage("class file of Java 55, which is not known yet");
        future[6] = 99;
        assertThatThrownBy(() -> CallReader.read(future)).hasMessage("no class file");
    }

    private static List<byte[]> classFiles() throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (String library : LIBRARIES) {
            try (ZipFile jar = new ZipFile(JARS.resolve(library).toFile())) {
                for (ZipEntry entry : Collections.list(jar.entries())) {
                    if (entry.getName().endsWith(".class")) {
                        files.add(jar.getInputStream(entry).readAllBytes());
                    }
                }
            }
        }
        return files;
    }
}
