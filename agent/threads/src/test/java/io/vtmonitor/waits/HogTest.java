package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitFacts.Named;
import java.util.List;
import org.junit.jupiter.api.Test;

class HogTest {
    private static final List<StackTraceElement> TRACE =
            List.of(new StackTraceElement("com.acme.Prices", "sum", "Prices.java", 7));

    private static Hog hog(double seconds, int waiters) {
        return new Hog(new Named(7, "", true), 3, TRACE, seconds, waiters, true, null, false);
    }

    @Test
    void a_tenth_of_a_second_on_a_processor_is_long_while_others_could_run() {
        assertThat(hog(0.11, 3).isLong(1, false)).isTrue();
        assertThat(hog(0.09, 3).isLong(1, false)).isFalse();
        assertThat(hog(0.11, 0).isLong(1, false)).isFalse();
    }

    @Test
    void time_in_which_the_system_gave_the_carriers_no_processor_does_not_count() {
        assertThat(hog(0.2, 3).isLong(0.4, false)).isFalse();
        assertThat(hog(0.3, 3).isLong(0.4, false)).isTrue();
        assertThat(hog(3, 3).isLong(0.2, false)).isFalse();
    }

    @Test
    void by_the_clock_alone_it_takes_half_a_second() {
        assertThat(hog(0.4, 3).isLong(0, false)).isFalse();
        assertThat(hog(0.6, 3).isLong(0, false)).isTrue();
    }

    @Test
    void a_stack_of_the_jdk_alone_names_no_place_and_is_none() {
        Hog jdk = new Hog(
                new Named(7, "", true),
                3,
                List.of(new StackTraceElement("java.lang.VirtualThread", "run", null, 1)),
                3,
                3,
                true,
                null,
                false);
        assertThat(jdk.isLong(1, false)).isFalse();
    }

    @Test
    void a_thread_whose_stack_stays_the_same_may_wait_for_a_class_unless_all_carriers_computed() {
        Hog still = new Hog(new Named(7, "", true), 3, TRACE, 3, 3, false, null, false);
        assertThat(still.isLong(1, false)).isFalse();
        assertThat(still.isLong(1, true)).isTrue();
    }
}
