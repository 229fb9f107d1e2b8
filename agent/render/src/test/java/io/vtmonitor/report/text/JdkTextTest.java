package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.AffectedJdk;
import java.util.List;
import org.junit.jupiter.api.Test;

class JdkTextTest {
    private final AffectedJdk parked =
            new AffectedJdk("25.0.2", "JDK-1", "A thread stays parked.", "25.0.3", "https://acme.example/1");
    private final AffectedJdk blocked =
            new AffectedJdk("25.0.2", "JDK-2", "A thread stays blocked.", null, "https://acme.example/2");

    @Test
    void a_warning_names_every_bug_and_what_to_run_on() {
        assertThat(JdkText.warning(List.of(parked, blocked), List.of("25.0.4", "27")))
                .isEqualTo("JDK 25.0.2 can leave virtual threads stuck permanently. JDK-1: A thread stays parked."
                        + " JDK-2: A thread stays blocked. Run on JDK 25.0.4+ or 27+.");
    }

    @Test
    void a_limit_names_the_version_that_is_fixed_where_one_is_known() {
        assertThat(LimitText.sentences(List.of(parked.limit(), blocked.limit())))
                .containsExactly(
                        "virtual threads that JDK 25.0.2 leaves stuck (JDK-1, fixed in 25.0.3) are not pins",
                        "virtual threads that JDK 25.0.2 leaves stuck (JDK-2) are not pins");
    }
}
