package io.vtmonitor.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.AffectedJdk;
import io.vtmonitor.report.text.JdkText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdkBuildsTest {
    private static final String TEMURIN = "Eclipse Adoptium";
    private final KnowledgeBase base = new KnowledgeBase();

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "21.0.8+9-LTS, ''",
        "24.0.2+12, ''",
        "25+36, JDK-8369227 JDK-8373120",
        "25.0.2+10-LTS, JDK-8369227 JDK-8373120",
        "25.0.3+9-LTS, JDK-8373120",
        "25.0.4+7-LTS, ''",
        "26+35, JDK-8369227 JDK-8373120",
        "26.0.2.1+1-1-Debian, ''",
        "27+30, ''",
        "unknown, ''"
    })
    void a_build_has_the_bugs_that_are_known_of_its_version(String version, String bugs) {
        assertThat(String.join(" ", bugs(version, TEMURIN))).isEqualTo(bugs);
    }

    @Test
    void a_vendor_that_may_have_taken_a_fix_earlier_is_warned_only_of_what_is_known() {
        assertThat(bugs("25.0.3", "Amazon.com Inc.")).isEmpty();
        assertThat(bugs("25.0.2", "Amazon.com Inc.")).hasSize(2);
        assertThat(bugs("25.0.3", null)).as("of an unknown vendor").isEmpty();
        assertThat(bugs("25.0.2", null)).hasSize(2);
    }

    @Test
    void a_bug_says_in_which_version_it_is_gone_where_that_is_known() {
        assertThat(base.jdkBugs("25.0.2", TEMURIN))
                .extracting(AffectedJdk::fixed)
                .containsExactly("25.0.3", "25.0.4");
        assertThat(base.jdkBugs("26", TEMURIN)).extracting(AffectedJdk::fixed).containsExactly("26.0.1", null);
    }

    @Test
    void only_versions_that_are_free_of_all_bugs_are_recommended() {
        assertThat(base.recommendedJdks()).containsExactly("25.0.4", "27");
        assertThat(JdkText.toRun(base.recommendedJdks(), 24)).isEqualTo("JDK 25.0.4+ or 27+");
        assertThat(JdkText.toRun(base.recommendedJdks(), 26)).isEqualTo("JDK 27+");
        assertThat(JdkText.toRun(List.of(), 24)).isEqualTo("JDK 24 or later");
        for (String recommended : base.recommendedJdks()) {
            assertThat(bugs(recommended, null)).isEmpty();
        }
    }

    @Test
    void a_users_file_brings_what_was_found_since() throws Exception {
        KnowledgeBase updated = KnowledgeBase.with(Files.writeString(folder.resolve("mine.json"), """
                {"jdkBugs": [{"id": "JDK-8373120", "summary": "It sticks.", "evidence": "https://acme.example/1",
                  "ranges": [{"release": 25, "affectedTo": "25.0.4", "fixed": "25.0.5"},
                             {"release": 26, "affectedTo": "26.0.2", "fixed": "26.0.3"}]}]}
                """));
        assertThat(updated.recommendedJdks()).containsExactly("25.0.5", "26.0.3", "27");
        assertThat(JdkText.toRun(updated.recommendedJdks(), 24)).isEqualTo("JDK 25.0.5+, 26.0.3+ or 27+");
        assertThat(updated.jdkBugs("25.0.4", TEMURIN))
                .extracting(AffectedJdk::summary)
                .containsExactly("It sticks.");
        assertThat(lostWakeUp(updated, "25.0.4"))
                .isEqualTo("A wake-up was lost. JDK 25.0.4 can leave virtual threads stuck permanently."
                        + " JDK-8373120: It sticks. Run on JDK 25.0.5+, 26.0.3+ or 27+.");
    }

    @Test
    void whoever_lost_a_wake_up_is_sent_to_a_build_that_is_free_of_all_bugs() {
        assertThat(lostWakeUp(base, "25.0.2"))
                .startsWith("A wake-up was lost. JDK 25.0.2 can leave virtual threads stuck permanently. JDK-8369227: ")
                .endsWith(" Run on JDK 25.0.4+ or 27+.");
        assertThat(lostWakeUp(base, "21.0.8"))
                .isEqualTo("A wake-up was lost. No bug of JDK 21.0.8 is known that does so: see the thread dump.");
    }

    private static String lostWakeUp(KnowledgeBase known, String version) {
        return JdkText.lostWakeUp(version, known.jdkBugs(version, TEMURIN), known.recommendedJdks());
    }

    private List<String> bugs(String version, @Nullable String vendor) {
        return base.jdkBugs(version, vendor).stream().map(AffectedJdk::bug).toList();
    }
}
