package io.vtmonitor.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

class SiteReportTest {
    @Test
    void a_report_that_can_not_show_pins_is_not_said_to_have_none() {
        assertThat(told("""
                {"sites": [], "limits": [
                  {"hides": "pins", "sentence": "this recording has no events of pins"},
                  {"hides": "open_pins", "sentence": "a pin that has not ended is not recorded"}]}
                """))
                .isEqualTo("no pinned site contains 'Orders'. The report has no site. Pins are missing: this"
                        + " recording has no events of pins.");
        assertThat(told("{\"sites\": [], \"limits\": []}"))
                .isEqualTo("no pinned site contains 'Orders'. The report has no site.");
    }

    private static String told(String json) {
        return new SiteReport(new ObjectMapper().readTree(json), "")
                .noneFits("Orders")
                .text();
    }
}
