package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    private static final List<String> NAMES =
            List.of("port", "host", "threshold", "monitor.threshold", "log", "log.from");

    @ParameterizedTest
    @CsvSource({
        "prot, port",
        "opt, ",
        "prt, port",
        "poort, port",
        "pork, port",
        "PORT, port",
        "trheshold, threshold",
        "treshold, threshold",
        "monitor.treshold, monitor.threshold",
        "log.form, log.from",
        "lgo, log"
    })
    void a_letter_too_few_too_many_another_or_two_exchanged_are_one_edit(String typed, String meant) {
        assertThat(NearestName.among(NAMES, typed)).isEqualTo(meant);
    }

    @Test
    void a_word_of_which_a_third_or_more_differs_is_none_of_them() {
        assertThat(NearestName.among(NAMES, "top")).isNull();
        assertThat(NearestName.among(NAMES, "frobnicate")).isNull();
        assertThat(NearestName.among(NAMES, "")).isNull();
        assertThat(NearestName.among(List.of("-h", "-V"), "-o")).isNull();
        assertThat(NearestName.among(NAMES, "t".repeat(10_000))).isNull();
    }

    @Test
    void the_question_is_empty_where_none_is_near() {
        assertThat(NearestName.question(NAMES, "prot")).isEqualTo("; did you mean 'port'?");
        assertThat(NearestName.question(NAMES, "frobnicate")).isEmpty();
    }
}
