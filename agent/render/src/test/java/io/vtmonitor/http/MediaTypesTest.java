package io.vtmonitor.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MediaTypesTest {
    @Test
    void prometheus_asks_for_openmetrics_and_gets_it() {
        assertThat(MediaTypes.prefersOpenMetrics("application/openmetrics-text;version=1.0.0;q=0.5,"
                        + "application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2"))
                .isTrue();
        assertThat(MediaTypes.prefersOpenMetrics("Application/OpenMetrics-Text; version=\"1.0.0\"; charset=utf-8"))
                .isTrue();
    }

    @Test
    void who_does_not_ask_for_it_by_name_gets_text() {
        for (String accept : new String[] {
            "",
            "*/*",
            "text/html,application/xhtml+xml,*/*;q=0.8",
            "application/openmetrics-text;version=0.0.1",
            "application/openmetrics-text;q=0",
            "application/openmetrics-text;q=0.2,text/plain;q=0.9",
            "application/openmetrics-text;q=nonsense",
            ";;,=,q=,;q"
        }) {
            assertThat(MediaTypes.prefersOpenMetrics(accept)).as(accept).isFalse();
        }
    }
}
