package io.vtmonitor.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.ClassBrowser;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Carriers and virtual threads over time, in a real browser. */
class HtmlTimelineIT {
    @RegisterExtension
    static final ClassBrowser BROWSER = new ClassBrowser();

    private static BrowserTab open(String page) throws Exception {
        return BROWSER.show(page, 1400, 1000);
    }

    @Test
    void virtual_threads_over_time_are_stacked_by_what_they_wait_for_and_several_jvms_add_up() throws Exception {
        Waits waits = WaitReports.of(
                        6,
                        WaitReports.group(
                                3, 40, WaitOperation.LOCK, null, "com.acme.Cache.load", "com.acme.Shop.price"))
                .with(WaitReports.course());
        String tall = "(() => { const c = document.getElementById('course-chart'); const r = devicePixelRatio;"
                + " const d = c.getContext('2d').getImageData(0, 0, c.width, Math.round(152 * r)).data;"
                + " return [0, 1, 2, 3].map(at => { const x = Math.round((52 + (at + 0.5) * (c.clientWidth - 52) / 4)"
                + " * r); let n = 0; for (let i = 4 * x; i < d.length; i += 4 * c.width) if (d[i + 3] === 255) n++;"
                + " return Math.round(n / r); }); })()";
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql().with(waits)))) {
            assertThat(tab.text("#course")).contains("Virtual threads over time, by what they wait for");
            assertThat(tab.text("#course-legend"))
                    .as("in the order of the bars, topmost first")
                    .matches("(?s).*the end of a sleep.*pool <img src=x>.*a lock.*");
            assertThat(tab.text("#course-words"))
                    .contains("From 00:16:40 to 00:17:12 UTC", "means of 9 looks", "A bar is 8.00 s", "nobody looked");
            assertThat(tab.figures("#course-table data"))
                    .as("means over the bins that were looked at, and most; locks of two JVMs added")
                    .containsExactly(40.0, 50.0, 10.0, 20.0, 2.0, 6.0);
            List<Integer> heights = new ArrayList<>();
            tab.ask(tall).forEach(height -> heights.add(height.asInt()));
            assertThat(heights.get(0)).as("50 threads: %s", heights).isBetween(93, 97);
            assertThat(heights.get(1)).as("76 threads: %s", heights).isBetween(142, 146);
            assertThat(heights.get(3)).as("30 threads: %s", heights).isBetween(55, 59);
            assertThat(tab.problems()).isEmpty();
        }
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql()))) {
            assertThat(tab.ask("document.getElementById('course').hidden").asBoolean())
                    .isTrue();
        }
    }

    @Test
    void the_timeline_is_of_all_the_time_watched_and_from_the_first_pin_to_the_last_where_that_is_asked_for()
            throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(PageReports.ofLongWatch(0.75)))) {
            assertThat(tab.text("#time-words"))
                    .isEqualTo("From 00:00:00 to 00:16:40 UTC on 1970-01-01, 0.00 of 2 carriers were pinned on average;"
                            + " none was free for 750 ms. A bar is 2.00 s.");
            assertThat(tab.ask("vtMonitor.timeline.grid.held.reduce((s, h) => s + h, 0)")
                            .asDouble())
                    .isEqualTo(1.5);
            tab.click("#pins-alone");
            tab.until("vtMonitor.timeline.grid.size === 6");
            assertThat(tab.text("#time-words"))
                    .isEqualTo("From 00:01:40 to 00:01:40.750 UTC on 1970-01-01, 2.00 of 2 carriers were pinned on"
                            + " average; none was free for 750 ms. A bar is 125 ms.");
            tab.ask("vtMonitor.timeline.slide(0, 1)");
            assertThat(tab.figures("#shown data")).containsExactly(1.5, 2.0);
            tab.click("#pins-alone");
            tab.until("vtMonitor.timeline.grid.size === 500");
            assertThat(tab.text("#time-range"))
                    .as("the finer choice stays")
                    .endsWith("00:01:40 to 00:01:40.125 UTC, 125 ms");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void where_the_number_of_carriers_is_unknown_the_page_takes_it_for_none() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(PageReports.ofUnknownCarriers()))) {
            assertThat(tab.text("#time-words"))
                    .isEqualTo("From 00:00:00 to 00:16:40 UTC on 1970-01-01, 0.00 carriers were pinned on average, of"
                            + " an unknown number; at least one was pinned for 750 ms. A bar is 2.00 s.");
            assertThat(tab.text("#time-legend")).doesNotContain("available carriers", "all carriers pinned");
            assertThat(tab.text("#tiles")).contains("of an unknown number").doesNotContain("of 1 carrier");
            assertThat(tab.text("#worst")).doesNotContain("parallelism", "no carrier was free", "2 carriers");
            assertThat(tab.ask("document.querySelector('#jvms').textContent").asString())
                    .contains("unknownassumed");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_worst_stretch_of_as_many_sites_as_are_kept_may_have_more() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(PageReports.ofWorst(9)))) {
            assertThat(tab.text("#worst")).contains("2 pins at B0.block [sleep], 16 at 8 other sites");
        }
        try (BrowserTab tab = open(HtmlReport.write(PageReports.ofWorst(10)))) {
            assertThat(tab.text("#worst")).contains("2 pins at B0.block [sleep], at least 18 at 9 or more other sites");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_comparison_of_dumps_names_no_carriers_and_no_time_watched() throws Exception {
        try (BrowserTab tab = open(PageReports.comparison(PageReports.ofDump(), PageReports.ofDump()))) {
            assertThat(tab.ask("document.querySelector('#jvms').textContent").asString())
                    .contains("25.0.3")
                    .doesNotContain("Watched", "Carriers", "0 ms");
            assertThat(tab.problems()).isEmpty();
        }
        try (BrowserTab tab = open(PageReports.comparison(PageReports.ofDump(), PageReports.ofLongWatch(0.75)))) {
            assertThat(tab.ask("document.querySelector('#jvms').textContent").asString())
                    .contains("Watched", "one instant21.0.8");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void where_nothing_was_recorded_the_timeline_is_hatched_and_says_so() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(PageReports.withGap()))) {
            assertThat(tab.ask("vtMonitor.timeline.grid.gaps").toString()).isEqualTo("[[80,240]]");
            // 40 carrier-seconds in 31 seconds.
            assertThat(tab.text("#time-words"))
                    .contains("1.29 of 2 carriers were pinned on average")
                    .contains("Where it is hatched, for 20.0 s, nothing was recorded.");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void where_the_parallelism_changed_the_timeline_is_of_the_mean_and_says_so() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(PageReports.withChangedParallelism()))) {
            assertThat(tab.ask("vtMonitor.timeline.grid.capacity").asDouble()).isEqualTo(100);
            assertThat(tab.ask("vtMonitor.timeline.grid.there").toString()).isEqualTo("[[0,2],[50,0]]");
            assertThat(tab.text("#time-words")).contains("0.80 of 2.0 carriers were pinned, both on average;");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void several_jvms_add_up_and_each_is_shown_alone() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(PageReports.ofTwoJvms()))) {
            assertThat(tab.text("#subject")).as("not 0 files").isEqualTo("2 JVMs");
            assertThat(tab.text("#tiles")).contains("added up over the JVMs; nothing else ran on virtual threads");
            assertThat(tab.ask("vtMonitor.timeline.grid.bin").asDouble())
                    .as("the coarser bins")
                    .isEqualTo(0.5);
            // 801 and 802 of an eighth of a second lie in 200 of half a second.
            assertThat(tab.ask("[...vtMonitor.timeline.grid.held]").toString()).isEqualTo("[1.5,0,0,4,0,0,0,0,0,0]");
            assertThat(tab.ask("vtMonitor.timeline.grid.carriers").asInt()).isEqualTo(4);
            assertThat(tab.ask("vtMonitor.timeline.grid.there").toString())
                    .as("carriers of JVMs that ran, by the time")
                    .isEqualTo("[[100,2],[101,4],[103,2],[105,0]]");
            // 5.5 of 2 x 3 + 2 x 4 carrier-seconds.
            assertThat(tab.text("#time-words"))
                    .startsWith(
                            "From 00:01:40 to 00:01:45 UTC on 1970-01-01, 39 % of the carriers' time was pinned in 2"
                                    + " JVMs; none was free for 250 ms, added up over the JVMs.");
            tab.ask("(() => { const j = document.getElementById('jvm'); j.value = '1'; j.dispatchEvent(new"
                    + " Event('change')); })()");
            assertThat(tab.figures("#shown data")).containsExactly(4.0, 4.0);
            assertThat(tab.ask("vtMonitor.flame.tree.root.seconds").asDouble()).isEqualTo(4);
            assertThat(tab.text("#shown")).contains("JVM 2");
            tab.click("#shown .chip");
            tab.until("vtMonitor.model.now.seconds === 5.5");
            assertThat(tab.problems()).isEmpty();
        }
    }
}
