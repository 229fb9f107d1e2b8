package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Limit.VirtualThreads;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.LimitKind.Parameter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Public: other tests need an example of each kind. */
public class LimitTextTest {
    /** A limit of that kind whose numbers are all the same. */
    public static Limit example(LimitKind kind, long number) {
        return Limit.of(
                kind,
                kind.parameters().stream()
                        .map(parameter -> argument(parameter, number))
                        .toArray());
    }

    private static Object argument(Parameter parameter, long number) {
        return switch (parameter.type()) {
            case COUNT -> number;
            case SECONDS -> (double) number;
            case THREADS -> VirtualThreads.parse("#30, #32 and " + number + " more");
            case TEXT ->
                switch (parameter.name()) {
                    case "event" -> "jdk.JavaMonitorEnter";
                    case "at", "begin" -> "2026-11-21T09:00:00Z";
                    default -> "some words";
                };
        };
    }

    @Test
    void the_unwatched_starts_of_several_jvms_are_one_sentence_where_the_first_stands() {
        assertThat(LimitText.sentences(List.of(
                        Limit.of(LimitKind.START_NOT_WATCHED, 3.0),
                        Limit.of(LimitKind.EVENTS_UNREAD, 2L),
                        Limit.of(LimitKind.START_NOT_WATCHED, 1.0),
                        Limit.of(LimitKind.START_NOT_WATCHED, 2.0))))
                .containsExactly(
                        "the first 1.00 s to 3.00 s of the JVMs were not watched: pins that began then are missing or"
                                + " counted in part",
                        LimitText.sentence(Limit.of(LimitKind.EVENTS_UNREAD, 2L)));
    }

    @Test
    void fields_that_this_jdk_lacks_hide_some_waits_and_owners() {
        assertThat(LimitText.sentence(Limit.of(LimitKind.FIELDS_MISSING, "a.B.c, a.B.d")))
                .isEqualTo("this JDK lacks the fields a.B.c, a.B.d: some waits and owners are not seen");
        assertThat(LimitText.sentence(Limit.of(LimitKind.FIELDS_MISSING, "a.B.c")))
                .startsWith("this JDK lacks the field a.B.c: ");
    }

    @ParameterizedTest
    @EnumSource(LimitKind.class)
    void each_kind_has_a_sentence_that_names_all_its_arguments(LimitKind kind) {
        Limit limit = example(kind, 2);
        String sentence = LimitText.sentence(limit);
        assertThat(sentence).isNotBlank().doesNotEndWith(".").doesNotContain("null");
        for (Object argument : limit.arguments().values()) {
            String text = argument.toString().startsWith("jdk.") ? "monitor" : argument.toString();
            assertThat(sentence).contains(text.equals("2.0") ? "2" : text);
        }
        assertThat(LimitText.sentence(example(kind, 1)))
                .doesNotContain("1 pins ")
                .doesNotContain("1 files ")
                .doesNotContain("1 chunks ");
    }

    @ParameterizedTest
    @EnumSource(LimitKind.class)
    void a_limit_without_its_arguments_or_with_others_is_refused(LimitKind kind) {
        assertThatThrownBy(() -> new Limit(kind, Map.of("moon", "full"))).isInstanceOf(IllegalArgumentException.class);
        if (!kind.parameters().isEmpty()) {
            assertThatThrownBy(() -> new Limit(kind, Map.of())).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
