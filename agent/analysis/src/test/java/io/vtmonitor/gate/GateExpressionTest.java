package io.vtmonitor.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateExpressionTest {
    @ParameterizedTest
    @CsvSource({
        "total>1s, TOTAL, '', 1, false",
        "total>=0.5s, TOTAL, '', 0.5, true",
        "site > 100ms, SITE, '', 0.1, false",
        "longest>500us, LONGEST, '', 0.0005, false",
        "starved>0, STARVED, '', 0, false",
        "starved>2m, STARVED, '', 120, false",
        "pins>10, PINS, '', 10, false",
        "lost>5%, LOST, '', 0.05, false",
        "waiting>100, WAITING, '', 100, false",
        "pool>=10, POOL, '', 10, true",
        "new, NEW, '', 0, false",
        "new>50ms, NEW, '', 0.05, false",
        "grew>20%, GREW, '', 0.2, false",
        "package:com.acme, PACKAGE, com.acme, 0, false",
        "package:com.acme.web>1h, PACKAGE, com.acme.web, 3600, false"
    })
    void a_condition_is_read(
            String text, GateExpression.Subject subject, String prefix, double limit, boolean inclusive) {
        assertThat(GateExpression.of(text)).isEqualTo(new GateExpression(text, subject, prefix, limit, inclusive));
    }

    @ParameterizedTest
    @CsvSource({
        "totals>1s, total>1s",
        "stie>=100ms, site>=100ms",
        "waitign>10, waiting>10",
        "pakcage:com.acme, package:com.acme"
    })
    void a_mistyped_word_is_answered_with_the_nearest(String text, String meant) {
        assertThatThrownBy(() -> GateExpression.of(text))
                .hasMessageStartingWith(
                        "'" + text + "' is not understood; did you mean '" + meant + "'? Accepted: total>1s, ");
    }

    @ParameterizedTest
    @CsvSource({
        "total, has no comparison",
        "total>, is not understood",
        "total>5%, 'needs a time with us, ms, s, m or h'",
        "total>5, 'needs a time with us, ms, s, m or h'",
        "total<5s, is not understood",
        "lost>5s, needs a percentage",
        "lost>5, needs a percentage",
        "pins>5ms, needs a number without a unit",
        "package, names no package",
        "site:com.acme>1s, is not understood",
        "frobs>1s, is not understood",
        "grew>5%, 'asks for less than 10 %, which counts as noise and never as growth'",
        "'', is not understood"
    })
    void what_is_not_understood_is_answered_with_what_is_accepted(String text, String what) {
        assertThatThrownBy(() -> GateExpression.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' " + what + "; accepted: total>1s, ")
                .hasMessageContaining("quote them");
    }

    @Test
    void reaching_the_limit_is_enough_only_where_asked_for() {
        assertThat(GateExpression.of("pins>10").isMetBy(10)).isFalse();
        assertThat(GateExpression.of("pins>10").isMetBy(11)).isTrue();
        assertThat(GateExpression.of("pins>=10").isMetBy(10)).isTrue();
    }
}
