package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.figures.Initializer;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class InitializersTest {
    private final Initializers initializers = new Initializers();

    @Test
    void a_wait_for_a_class_is_joined_to_the_longest_pin_in_its_initializer() {
        initializers.add(stack(0.005, "java.lang.Thread.sleep:7", "a.Slow.<clinit>:7", "a.First.run:7"));
        initializers.add(stack(0.06, "java.io.Reader.read:7", "a.Slow.<clinit>:7", "a.First.run:7"));
        initializers.add(stack(0.9, "java.lang.Thread.sleep:7", "a.Slower.<clinit>:7", "a.First.run:7"));
        initializers.add(stack(0.9, "java.lang.Thread.sleep:7", "a.Slow.run:7", "a.First.run:7"));
        assertThat(initializers.of("a.Slow"))
                .isEqualTo(new Initializer(
                        "a.Slow",
                        StackFrame.parse(List.of("java.io.Reader.read:7", "a.Slow.<clinit>:7", "a.First.run:7"))));
    }

    @Test
    void a_class_that_nobody_was_seen_to_initialize_is_named_all_the_same() {
        assertThat(initializers.of("a.Slow")).isEqualTo(new Initializer("a.Slow", List.of()));
    }

    @Test
    void a_name_that_fills_the_jvms_text_may_be_cut_off() {
        String cut = "a." + "x".repeat(255 - "Waited for initialization of a.".length());
        initializers.add(stack(0.06, cut + "xyz.<clinit>"));
        assertThat(initializers.of(cut).frames()).isNotEmpty();
        assertThat(initializers.of(cut.substring(1)).frames()).isEmpty();
    }

    private static StackFigures stack(double seconds, String... frames) {
        return new StackFigures(
                "id", 1, nanos(seconds), false, StackFrame.parse(List.of(frames)), List.of(), List.of());
    }
}
