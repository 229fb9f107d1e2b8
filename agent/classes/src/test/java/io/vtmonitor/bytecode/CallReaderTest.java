package io.vtmonitor.bytecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

class CallReaderTest {
    private static final Path JARS = Path.of("target/golden-libs");
    private static final List<String> LIBRARIES =
            List.of("caffeine-3.3.1.jar", "kotlin-stdlib-2.4.0.jar", "mysql-connector-j-8.0.33.jar", "vavr-0.10.4.jar");

    @Test
    void what_is_passed_with_a_call_is_the_same_whichever_data_flow_is_asked() throws IOException {
        int functions = 0;
        for (byte[] classFile : classFiles()) {
            List<String> fast = described(CallReader.read(classFile, false));
            assertThat(fast).isEqualTo(described(CallReader.read(classFile, true)));
            functions +=
                    (int) fast.stream().filter(line -> line.contains("Passed[")).count();
        }
        assertThat(functions).isGreaterThan(1_000);
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

    /** A line for each call, and what it names instead of the number. */
    private static List<String> described(ClassCalls calls) {
        List<String> lines = new ArrayList<>();
        for (ClassCalls.Method method : calls.methods()) {
            lines.add(method.name() + method.descriptor() + " " + method.access() + " " + method.followed());
            for (CallSite site : method.calls()) {
                lines.add(calls.members().get(site.member()) + " " + site.kind() + " " + site.line() + " " + site.held()
                        + " " + site.waitsOn() + " " + site.receiver() + " " + site.passed());
            }
        }
        return lines;
    }
}
