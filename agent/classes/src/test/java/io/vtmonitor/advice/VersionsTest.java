package io.vtmonitor.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Releases.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionsTest {
    @Test
    void releases_are_ordered_by_number() {
        assertThat(Versions.compare("8.0.33", "9.0.0")).isNegative();
        assertThat(Versions.compare("42.7.10", "42.7.8")).isPositive();
        assertThat(Versions.compare("3.3", "3.3.0")).isZero();
    }

    @Test
    void a_preview_comes_before_its_release_and_previews_by_their_numbers() {
        assertThat(Versions.compare("3.3.0-alpha", "3.3.0")).isNegative();
        assertThat(Versions.compare("5.0.0-alpha.9", "5.0.0-alpha.12")).isNegative();
        assertThat(Versions.compare("11.0.0-M9", "11.0.0-M10")).isNegative();
        assertThat(Versions.compare("6.6.0.BETA3", "6.6.0.RELEASE")).isNegative();
        assertThat(Versions.compare("5.4-alpha1", "5.4-beta1")).isNegative();
        assertThat(Versions.compare("6.1.0-RC1", "6.1.0-M5")).isPositive();
        assertThat(Versions.compare("1.0-SNAPSHOT", "1.0")).isNegative();
    }

    @Test
    void words_that_name_no_preview_count_for_nothing() {
        assertThat(Versions.compare("5.2.0.RELEASE", "5.2.0")).isZero();
        assertThat(Versions.compare("12.10.0.jre11", "12.10.0")).isZero();
        assertThat(Versions.compare("5.4.3.Final", "5.4.3")).isZero();
    }

    @Test
    void every_branch_has_a_release_of_its_own_that_is_free() {
        assertThat(status("tomcat", "10.1.11")).isEqualTo(Status.AFFECTED);
        assertThat(status("tomcat", "10.1.12")).isEqualTo(Status.FIXED);
        assertThat(status("tomcat", "9.0.78")).isEqualTo(Status.AFFECTED);
        assertThat(status("tomcat", "9.0.100")).isEqualTo(Status.FIXED);
        assertThat(status("tomcat", "11.0.0-M9")).isEqualTo(Status.AFFECTED);
        assertThat(status("tomcat", "11.0.3")).isEqualTo(Status.FIXED);
        assertThat(status("tomcat", "10.0.27")).as("a branch that ended before").isEqualTo(Status.AFFECTED);
        assertThat(status("tomcat", "12.0.0")).as("a branch that began later").isEqualTo(Status.FIXED);
    }

    @Test
    void a_fix_can_be_taken_back() {
        assertThat(status("okhttp", "4.12.0")).isEqualTo(Status.AFFECTED);
        assertThat(status("okhttp", "5.0.0-alpha.14")).isEqualTo(Status.FIXED);
        assertThat(status("okhttp", "5.0.0-alpha.17")).isEqualTo(Status.REGRESSED);
        assertThat(status("okhttp", "5.5.1")).isEqualTo(Status.REGRESSED);
    }

    @Test
    void what_is_no_version_says_nothing() {
        assertThat(status("okhttp", "unspecified")).isEqualTo(Status.UNKNOWN);
        assertThat(status("okhttp", null)).isEqualTo(Status.UNKNOWN);
    }

    private static Status status(String id, @org.jspecify.annotations.Nullable String version) {
        List<Entry> entries = Knowledge.ours().entries();
        return entries.stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst()
                .orElseThrow()
                .status(version);
    }
}
