package io.vtmonitor.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Report.Initializer;
import io.vtmonitor.model.Stack;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InitializersTest {
    private static final String WAITED = "Waited for initialization of a.Slow by another thread";

    private final Blocking waiter = blocking(Pins.stack("a.User.run"), WAITED);

    @Test
    void a_wait_for_a_class_is_joined_to_the_longest_pin_in_its_initialiser() {
        Initializers initializers = new Initializers(List.of(
                site(pinned("java.lang.Thread.sleep", "a.Slow.<clinit>", "a.First.run"), 5),
                site(pinned("java.io.Reader.read", "a.Slow.<clinit>", "a.First.run"), 60),
                site(pinned("java.lang.Thread.sleep", "a.Slower.<clinit>", "a.First.run"), 900)));
        assertThat(initializers.waitedFor(waiter))
                .isEqualTo(new Initializer(
                        "a.Slow", List.of("java.io.Reader.read:7", "a.Slow.<clinit>:7", "a.First.run:7")));
    }

    @Test
    void a_class_that_nobody_was_seen_to_initialise_is_named_all_the_same() {
        assertThat(new Initializers(List.of()).waitedFor(waiter)).isEqualTo(new Initializer("a.Slow", List.of()));
    }

    @Test
    void what_waited_for_no_class_has_no_initialiser() {
        Initializers initializers = new Initializers(List.of(site(pinned("a.Slow.<clinit>"), 5)));
        assertThat(initializers.waitedFor(pinned("a.Slow.<clinit>"))).isNull();
        assertThat(initializers.waitedFor(blocking(Pins.stack("a.User.run"), null)))
                .isNull();
    }

    private static Blocking pinned(String... frames) {
        return blocking(Pins.stack(frames), "VM call to a.Slow.<clinit> on stack");
    }

    private static Blocking blocking(Stack stack, @Nullable String reason) {
        return new Blocking(stack, BlockingEvent.PINNED, false, "LockSupport.park", reason, null);
    }

    private static SiteTally site(Blocking blocking, long millis) {
        Diagnosis like = Pins.diagnosis("a.Slow.<clinit>", false);
        Diagnosis diagnosis = new Diagnosis(
                blocking,
                like.site(),
                like.holders(),
                like.reason(),
                false,
                like.entry(),
                like.advice(),
                like.verdict(),
                List.of());
        SiteTally site = new SiteTally(0, diagnosis);
        site.stack(diagnosis, false).add(0, 0, millis * 1_000_000);
        return site;
    }
}
