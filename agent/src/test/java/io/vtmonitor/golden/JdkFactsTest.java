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
import org.junit.jupiter.api.Test;

/** Skipped for a JDK of another build than the one that was read; then {@link JdkFactsRecording} may read it again. */
class JdkFactsTest {
    @Test
    void what_ships_of_21_is_what_the_same_build_of_its_jdk_has() throws IOException, InterruptedException {
        Path home = Jdks.home(21);
        String shipped = shipped();
        String head = JdkFactsRecording.head(home);
        assumeTrue(
                shipped.startsWith(build(head)),
                () -> "skipped, another build is here: " + build(head) + ", shipped: " + build(shipped));
        assertThat(shipped.substring(shipped.indexOf('\n') + 1)).isEqualTo(JdkFactsRecording.rows(home));
    }

    @Test
    void a_class_locks_itself_as_it_does_in_that_release_and_not_in_those_before_and_after() {
        assertThat(locks("java/awt/Color")).as("not in 25").isNotNull();
        assertThat(locks("java/io/InputStream")).as("in 17").isNull();
    }

    @Test
    void of_releases_that_cannot_be_had_or_whose_monitors_do_not_pin_nothing_ships() {
        assertThat(JdkFacts.of(22)).isNull();
        assertThat(JdkFacts.of(25)).isNull();
    }

    private static String locks(String name) {
        ClassFacts facts = Objects.requireNonNull(JdkFacts.of(21)).find(name);
        return Objects.requireNonNull(facts).locksThis();
    }

    private static String build(String text) {
        return text.substring(0, text.indexOf(", read on "));
    }

    private static String shipped() throws IOException {
        try (InputStream in = JdkFacts.class.getResourceAsStream(JdkFacts.FOLDER + "21.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
