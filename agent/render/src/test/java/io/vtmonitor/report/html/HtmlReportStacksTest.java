package io.vtmonitor.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlReportStacksTest {
    @Test
    void a_frame_is_named_once_however_many_stacks_have_it() {
        List<StackFrame> named = new ArrayList<>();
        HtmlReportStacks stacks = new HtmlReportStacks(List.of(), frame -> {
            named.add(frame);
            return frame.method();
        });
        for (SiteFigures site : PageReports.ofStacks(200).sites()) {
            stacks.add(0, site);
        }
        assertThat(named).hasSizeGreaterThan(200).doesNotHaveDuplicates();
        assertThat(stacks.frames())
                .as("of other lines, the same")
                .hasSizeLessThan(named.size())
                .doesNotHaveDuplicates();
    }
}
