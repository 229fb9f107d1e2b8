package io.vtmonitor.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.Jdks;
import io.vtmonitor.unpin.plan.ClassFacts;
import io.vtmonitor.unpin.plan.JdkFacts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Skipped for a JDK of another build than the one that was read; then {@link JdkFactsRecording} may read it again. */
class JdkFactsTest {
    @Test
    void what_ships_of_21_is_what_the_same_build_of_its_jdk_has() throws IOException, InterruptedException {
        compare(21);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {25, 26, 27})
    void what_ships_of_a_later_release_is_what_the_same_build_of_its_jdk_has(int feature)
            throws IOException, InterruptedException {
        compare(feature);
    }

    private static void compare(int feature) throws IOException, InterruptedException {
        Path home = Jdks.home(feature);
        String shipped = shipped(feature);
        String head = JdkFactsRecording.head(home);
        assumeTrue(
                shipped.startsWith(build(head)),
                () -> "skipped, another build is here: " + build(head) + ", shipped: " + build(shipped));
        assertThat(shipped.substring(shipped.indexOf('\n') + 1)).isEqualTo(JdkFactsRecording.rows(home));
    }

    @Test
    void a_class_that_locks_itself_in_one_release_alone_does_so_there() {
        assertThat(locks(21, "java/awt/Color")).isNotNull();
        assertThat(locks(25, "java/awt/Color")).isNull();
        assertThat(locks(21, "java/io/InputStream")).isNull();
        assertThat(JdkFacts.of(22)).isNull();
    }

    private static String locks(int feature, String name) {
        ClassFacts facts = Objects.requireNonNull(JdkFacts.of(feature)).find(name);
        return Objects.requireNonNull(facts).locksThis();
    }

    private static String build(String text) {
        return text.substring(0, text.indexOf(", read on "));
    }

    private static String shipped(int feature) throws IOException {
        try (InputStream in = JdkFacts.class.getResourceAsStream(JdkFacts.FOLDER + feature + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
