package io.vtmonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.PinnedReason.Kind;
import org.junit.jupiter.api.Test;

class PinnedReasonTest {
    @Test
    void a_class_that_was_waited_for_is_named() {
        assertThat(PinnedReason.parse("Waited for initialization of com.acme.Slow by another thread"))
                .isEqualTo(new PinnedReason(Kind.CLASS_INIT_WAIT, "com.acme.Slow", false));
    }

    @Test
    void a_class_whose_initializer_is_on_the_stack_is_named() {
        assertThat(PinnedReason.parse("VM call to com.acme.Slow$1.<clinit> on stack"))
                .isEqualTo(new PinnedReason(Kind.CLASS_INIT, "com.acme.Slow$1", false));
    }

    @Test
    void native_frames_and_freeze_results_are_told_apart() {
        assertThat(kind("Native or VM frame on stack")).isEqualTo(Kind.NATIVE);
        assertThat(kind("Freeze or preempt failed (2)")).isEqualTo(Kind.CRITICAL_SECTION);
        assertThat(kind("Freeze or preempt failed (3)")).isEqualTo(Kind.NATIVE);
        assertThat(kind("Freeze or preempt failed (4)")).isEqualTo(Kind.MONITOR);
        assertThat(kind("Freeze or preempt failed (7)")).isEqualTo(Kind.UNSUPPORTED);
        assertThat(kind("Freeze or preempt failed (23)")).isEqualTo(Kind.OTHER);
        assertThat(kind("")).isEqualTo(Kind.OTHER);
    }

    @Test
    void an_older_jvm_gives_no_reason() {
        assertThat(PinnedReason.parse(null)).isNull();
    }

    /** The JVM's buffer holds 255 bytes; wherever it cuts, the kind and the begin of the name are left. */
    @Test
    void a_text_that_was_cut_off_anywhere_still_tells_kind_and_class() {
        String name = "com.acme." + "x".repeat(200) + ".Slow";
        String waited = "Waited for initialization of " + name + " by another thread";
        String initializes = "VM call to " + name + ".<clinit> on stack";
        for (int cut = 60; cut < waited.length(); cut++) {
            assertNames(PinnedReason.parse(waited.substring(0, cut)), Kind.CLASS_INIT_WAIT, name);
        }
        for (int cut = 60; cut < initializes.length(); cut++) {
            assertNames(PinnedReason.parse(initializes.substring(0, cut)), Kind.CLASS_INIT, name);
        }
    }

    private static void assertNames(PinnedReason reason, Kind kind, String name) {
        assertThat(reason.kind()).isEqualTo(kind);
        assertThat(reason.truncated() ? name.substring(0, reason.className().length()) : name)
                .isEqualTo(reason.className())
                .startsWith("com.acme.x");
    }

    private static Kind kind(String text) {
        return PinnedReason.parse(text).kind();
    }
}
