package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.pins.EventFields;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits.Series;
import io.vtmonitor.report.Waits.Timeline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordedCourseTest {
    private final RecordedCourse course = new RecordedCourse();

    private void accept(String operation, long length, String looks, String threads) {
        Map<String, Object> fields = Map.of(
                "operation", operation, "binLength", length, "begin", 16_000L, "looks", looks, "threads", threads);
        course.accept(new EventFields() {
            @Override
            public String event() {
                return "vtmonitor.WaitTimeline";
            }

            @Override
            public boolean has(String field) {
                return fields.containsKey(field);
            }

            @Override
            public String text(String field) {
                return fields.get(field) instanceof String text ? text : null;
            }

            @Override
            public long number(String field) {
                return fields.get(field) instanceof Long number ? number : 0;
            }
        });
    }

    @Test
    void the_series_of_a_look_make_one_timeline_and_the_same_event_twice_is_one() {
        accept("sleep", 8, "1 0 2", "1.5 0.0 2.0");
        accept("lock", 8, "1 0 2", "10.0 0.0 20.25");
        accept("lock", 8, "1 0 2", "10.0 0.0 20.25");
        assertThat(course.timelines())
                .containsExactly(new Timeline(
                        8,
                        2,
                        List.of(1L, 0L, 2L),
                        List.of(
                                new Series(WaitOperation.LOCK, null, List.of(10.0, 0.0, 20.25)),
                                new Series(WaitOperation.SLEEP, null, List.of(1.5, 0.0, 2.0)))));
    }

    @Test
    void damaged_events_are_left_out() {
        accept("lock", 0, "1", "1.0");
        accept("lock", -8, "1", "1.0");
        accept("lock", 8, "1 1", "1.0");
        accept("lock", 8, "", "");
        accept("lock", 8, "1", "NaN");
        accept("lock", 8, "1", "-1.0");
        accept("lock", 8, "1", "1e300");
        accept("lock", 8, "-1", "1.0");
        accept("lock", 8, "one", "1.0");
        accept("lock", 8, "1 ".repeat(2_000).strip(), "1.0 ".repeat(2_000).strip());
        assertThat(course.timelines()).isEmpty();
        accept("lock", 8, "1 1", "1.0 2.0");
        accept("sleep", 8, "1 1 1", "1.0 2.0 3.0");
        assertThat(course.timelines())
                .singleElement()
                .satisfies(timeline -> assertThat(timeline.series()).hasSize(1));
    }

    @Test
    void a_bin_longer_than_any_watch_is_none() {
        accept("lock", Long.MAX_VALUE, "1", "1.0");
        assertThat(course.timelines()).isEmpty();
    }
}
