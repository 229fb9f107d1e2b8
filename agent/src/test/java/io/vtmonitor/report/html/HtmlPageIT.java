package io.vtmonitor.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.Chromium;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.text.UnpinText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of reports that no recording at hand would give, in a real browser. */
class HtmlPageIT {
    @TempDir
    private static Path folder;

    private static Chromium browser;

    @BeforeAll
    static void a_browser_starts() throws IOException {
        Optional<Path> program = Chromium.program();
        assumeTrue(program.isPresent(), "chromium is not on the path (Debian: apt-get install chromium)");
        browser = Chromium.start(program.get(), folder);
    }

    @AfterAll
    static void the_browser_ends() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    private static BrowserTab open(String page) throws Exception {
        Path file = Files.writeString(folder.resolve("page.html"), page);
        BrowserTab tab = browser.open(file.toUri().toString(), 1400, 1000);
        tab.until("window.vtMonitor && vtMonitor.flame.rows.length > 0");
        return tab;
    }

    @Test
    void hostile_names_are_shown_and_do_nothing() throws Exception {
        String name =
                "a.<img src=x onerror=\"window.hit=1\">\u2028</script><script>window.hit=1</script>${window.hit=1}";
        Report report = PageReports.of(
                List.of(PageReports.site(name, List.of(PageReports.stack(2, 3, name + ".m:1", name + ".block:2")))));
        for (String page : List.of(HtmlReport.write(report), PageReports.comparison(report, report))) {
            try (BrowserTab tab = open(page)) {
                tab.click(".fold");
                tab.until("document.querySelector('tr.detail') !== null");
                tab.ask("document.querySelector('tr.detail details').open = true");
                tab.ask("document.getElementById('graph-text').open = true");
                tab.until("document.querySelector('#graph-text table') !== null");
                tab.ask(
                        "vtMonitor.flame.hover({group: vtMonitor.flame.rows[1][0].group}, {clientX: 100, clientY: 100})");
                tab.click("tr.detail button");
                tab.until("vtMonitor.state.site !== null");
                assertThat(tab.text("tr.detail")).contains("<img src=x onerror=");
                tab.ask("document.querySelector('tr.detail details').open = true");
                assertThat(tab.text("tr.detail .frames li"))
                        .startsWith("at a.<img")
                        .contains(".java");
                assertThat(tab.text("#tip")).contains("<img src=x onerror=");
                assertThat(tab.ask("String(window.hit)").asString()).isEqualTo("undefined");
                assertThat(tab.ask("document.querySelectorAll('img').length").asInt())
                        .isZero();
                assertThat(tab.problems()).isEmpty();
                assertThat(tab.requests()).hasSize(1);
            }
        }
    }

    @Test
    void the_flame_graph_shows_what_virtual_threads_waited_for_on_request_and_where_nothing_was_pinned()
            throws Exception {
        Waits waits = WaitReports.of(
                3,
                WaitReports.group(3, 40, WaitOperation.LOCK, null, "com.acme.Cache.load", "com.acme.Shop.price"),
                WaitReports.group(3, 10, WaitOperation.SLEEP, null, "com.acme.<img src=x>.run"));
        String names = "vtMonitor.flame.rows.flat().map(each => each.group.name).join(' ')";
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql().with(waits)))) {
            assertThat(tab.text("#flame-title")).isEqualTo("Flame graph of pinned time");
            tab.ask("(box => { box.value = 'waits'; box.dispatchEvent(new Event('change')); })"
                    + "(document.getElementById('graph-of'))");
            assertThat(tab.text("#flame-title")).isEqualTo("Flame graph of waiting virtual threads");
            assertThat(tab.ask(names).asString()).contains("com.acme.Cache.load", "com.acme.<img src=x>.run");
            assertThat(tab.ask("vtMonitor.flame.rootName()").asString()).isEqualTo("all: 750 s of waiting");
            tab.ask("document.getElementById('graph-text').open = true");
            tab.until("document.querySelector('#graph-text table') !== null");
            assertThat(tab.text("#graph-text")).contains("Waited").doesNotContain("Pins");
            tab.ask("vtMonitor.filter({site: vtMonitor.model.data.sites[0].id})");
            assertThat(tab.text("#flame-title")).isEqualTo("Flame graph of waiting virtual threads");
            assertThat(tab.problems()).isEmpty();
        }
        try (BrowserTab tab = open(HtmlReport.write(Reports.none().with(waits)))) {
            assertThat(tab.text("#flame-title")).isEqualTo("Flame graph of waiting virtual threads");
            assertThat(tab.ask(names).asString()).contains("com.acme.Cache.load");
        }
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql()))) {
            assertThat(tab.ask("document.getElementById('graph-of').parentElement.hidden")
                            .asBoolean())
                    .isTrue();
        }
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
                + " return [0, 1, 2, 3].map(at => { const x = Math.round((52 + (at + 0.5) * (c.clientWidth - 52) / 4) * r);"
                + " let n = 0; for (let i = 4 * x; i < d.length; i += 4 * c.width) if (d[i + 3] === 255) n++;"
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
    void what_unpin_did_is_a_part_of_its_own_where_it_was_at_work() throws Exception {
        String count = "document.querySelectorAll('#unpin li').length";
        try (BrowserTab tab = open(HtmlReport.write(Reports.rewritten()))) {
            assertThat(tab.text("#unpin"))
                    .contains("Monitors rewritten by unpin", "rewrote 267 places that lock in 16 classes")
                    .contains("UNSOUND: com.acme.Sub.run:7 by the monitor", "left alone: com.mysql.cj.Old");
            assertThat(tab.ask(count).asInt())
                    .isEqualTo(UnpinText.lines(Reports.rewritten()).size());
            assertThat(tab.ask("document.getElementById('unpin').hidden").asBoolean())
                    .isFalse();
            assertThat(tab.problems()).isEmpty();
        }
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql()))) {
            assertThat(tab.ask("document.getElementById('unpin').hidden").asBoolean())
                    .isTrue();
        }
    }

    @Test
    void what_requests_lost_is_a_table_with_the_worst_site_of_each_route_where_that_was_asked_for() throws Exception {
        Report report = PageReports.withRequests();
        for (int width : new int[] {1280, 400}) {
            Path file = Files.writeString(folder.resolve("requests.html"), HtmlReport.write(report));
            try (BrowserTab tab = browser.open(file.toUri().toString(), width, 900)) {
                tab.until("window.vtMonitor && vtMonitor.flame.rows.length > 0");
                assertThat(tab.figures("#requests tbody data:first-child"))
                        .as("requests, and seconds lost")
                        .contains(1200.0, 30.0, 2.0, 10.0);
                assertThat(tab.text("#requests tbody tr:first-child"))
                        .contains("GET /orders/<img src=x>", "1,200", "30.0 s", "75 %", "B.block [sleep]");
                assertThat(tab.text("#requests tbody tr:last-child"))
                        .contains("POST /orders", "about 10.0 s", "25 %", "no pin");
                assertThat(tab.text("#requests")).contains("2 pins of 100 ms belong to no completed request.");
                assertThat(tab.ask("document.documentElement.scrollWidth").asInt())
                        .isLessThanOrEqualTo(width);
                tab.click("#requests tbody button");
                tab.until("vtMonitor.state.site === 'a.B.block [sleep]'");
                assertThat(tab.problems()).isEmpty();
            }
        }
        String hidden = "[...document.querySelectorAll('[data-part=requests]')].every(part => part.hidden)";
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql()))) {
            assertThat(tab.ask(hidden).asBoolean()).isTrue();
        }
        try (BrowserTab tab = open(PageReports.comparison(report, report))) {
            assertThat(tab.ask(hidden).asBoolean()).isTrue();
        }
    }

    @Test
    void an_address_that_is_no_web_page_cannot_be_followed() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql()))) {
            tab.click(".fold");
            tab.until("document.querySelector('tr.detail a') !== null");
            assertThat(tab.ask("document.querySelector('tr.detail a').href").asString())
                    .startsWith("https://");
        }
        try (BrowserTab tab =
                open(HtmlReport.write(Reports.mysql()).replace("https://example.org/", "javascript:alert(1)"))) {
            tab.click(".fold");
            tab.until("document.querySelector('tr.detail') !== null");
            assertThat(tab.ask("document.querySelectorAll('tr.detail a').length")
                            .asInt())
                    .isZero();
        }
    }

    @Tag("long")
    @Test
    void a_hundred_thousand_stacks_are_worked_with_and_few_rectangles_drawn() throws Exception {
        Report report = PageReports.ofStacks(100_000);
        try (BrowserTab tab = open(HtmlReport.write(report))) {
            assertThat(tab.ask("vtMonitor.model.leaf.length").asInt()).isEqualTo(100_000);
            int rows = tab.ask("vtMonitor.flame.rows.length").asInt();
            int pixels = tab.ask("vtMonitor.flame.pixels").asInt();
            String laidOut = "+document.getElementById('flames').dataset.laidOut";
            assertThat(tab.ask(laidOut).asInt()).isBetween(rows, rows * pixels * 4);
            tab.click("#search");
            tab.type("Stack77777");
            assertThat(tab.text("#matched")).endsWith("has one of 1 match");
            tab.ask("document.getElementById('reversed').click()");
            tab.until("vtMonitor.flame.tree.reversed");
            assertThat(tab.ask("vtMonitor.flame.tree.children(vtMonitor.flame.tree.root)[0].name")
                            .asString())
                    .isEqualTo("java.lang.Thread.sleep");
            assertThat(tab.ask("vtMonitor.flame.rows.length").asInt()).isGreaterThan(3);
            assertThat(tab.ask(laidOut).asInt())
                    .isBetween(5, tab.ask("vtMonitor.flame.rows.length").asInt() * pixels * 4);
            tab.ask("vtMonitor.timeline.slide(100, 200)");
            tab.until("vtMonitor.state.from !== null");
            assertThat(tab.ask("vtMonitor.model.now.pins").asInt()).isBetween(30_000, 70_000);
            tab.ask("document.querySelector('.fold').click()");
            assertThat(tab.ask("document.querySelectorAll('tr.detail details').length")
                            .asInt())
                    .as("stacks are shown a few at a time")
                    .isEqualTo(5);
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_comparison_shows_what_grew_and_what_is_gone() throws Exception {
        Report before = PageReports.of(List.of(
                PageReports.site(
                        "a.Gone",
                        List.of(PageReports.stack(10, 10, "java.lang.Thread.sleep", "a.Gone.block:3", "a.Web.get:7"))),
                PageReports.site(
                        "a.Same",
                        List.of(PageReports.stack(10, 5, "java.lang.Thread.sleep", "a.Same.block:3", "a.Web.get:7")))));
        Report after = PageReports.of(List.of(
                PageReports.site(
                        "a.Same",
                        List.of(PageReports.stack(10, 5, "java.lang.Thread.sleep", "a.Same.block:4", "a.Web.get:9"))),
                PageReports.site(
                        "a.New",
                        List.of(PageReports.stack(10, 20, "java.lang.Thread.sleep", "a.New.block:3", "a.Web.get:9")))));
        try (BrowserTab tab = open(PageReports.comparison(before, after))) {
            assertThat(tab.text("#verdict"))
                    .startsWith("Pinned time grew from")
                    .endsWith("1 site gone, 1 site new, 0 grew, 0 shrank.");
            assertThat(tab.ask("document.getElementById('time').hidden").asBoolean())
                    .isTrue();
            assertThat(tab.text("#sites-table"))
                    .contains("new")
                    .contains("gone")
                    .contains("Before, per hour");
            assertThat(tab.ask(
                                    "vtMonitor.flame.tree.find(['a.Web.get']).children === null"
                                            + " || vtMonitor.flame.tree.children(vtMonitor.flame.tree.find(['a.Web.get'])).length")
                            .asInt())
                    .isEqualTo(3);
            tab.ask(
                    "(() => { const w = document.getElementById('width'); w.value = 'after'; w.dispatchEvent(new Event('change')); })()");
            assertThat(tab.ask(
                                    "vtMonitor.flame.tree.children(vtMonitor.flame.tree.find(['a.Web.get'])).map(c => c.name).join()")
                            .asString())
                    .isEqualTo("a.New.block,a.Same.block");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_comparison_tells_seconds_an_hour_and_no_pins() throws Exception {
        Report before = PageReports.of(List.of(PageReports.site(
                "a.Gone", List.of(PageReports.stack(455, 10, "java.lang.Thread.sleep", "a.Gone.block:3")))));
        Report after = PageReports.of(List.of(PageReports.site(
                "a.New", List.of(PageReports.stack(7, 20, "java.lang.Thread.sleep", "a.New.block:3")))));
        try (BrowserTab tab = open(PageReports.comparison(before, after))) {
            tab.ask("vtMonitor.filter({site: 'a.Gone.block [sleep]'})");
            String shown = "706 s before, 0 ms after, per hour";
            assertThat(tab.text("#shown")).startsWith("Shown: " + shown).doesNotContain("pins");
            assertThat(tab.text("#announce")).isEqualTo("Shown: " + shown);
            tab.ask("document.getElementById('graph-text').open = true");
            tab.until("document.querySelector('#graph-text table') !== null");
            assertThat(tab.text("#graph-text thead"))
                    .contains("Before, per hour", "After, per hour")
                    .doesNotContain("Pins");
            assertThat(tab.ask(
                                    "[...document.querySelectorAll('#graph-text tbody data')].map(d => d.textContent).join()")
                            .asString())
                    .isEqualTo("706 s,0 ms");
            assertThat(tab.problems()).isEmpty();
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
                    .isEqualTo(
                            "From 00:01:40 to 00:01:40.750 UTC on 1970-01-01, 2.00 of 2 carriers were pinned on average;"
                                    + " none was free for 750 ms. A bar is 125 ms.");
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
    void a_stack_that_is_higher_than_a_page_is_printed_whole_on_several() throws Exception {
        String pieces = "[...document.querySelectorAll('#graph-paper canvas')]";
        try (BrowserTab tab = open(HtmlReport.write(PageReports.ofDepth(95)))) {
            tab.emulate("print", "light");
            tab.until(pieces + ".length === 2");
            // Root and frames.
            assertThat(tab.ask(pieces + ".map(c => +c.dataset.drawn)").toString())
                    .isEqualTo("[57,39]");
            assertThat(tab.ask("document.getElementById('graph').getBoundingClientRect().height")
                            .asInt())
                    .isZero();
            assertThat(tab.pdf()).isNotEmpty();
            tab.emulate("screen", "light");
            tab.until(pieces + ".length === 0");
            assertThat(tab.ask("document.getElementById('graph').scrollTop + vtMonitor.flame.height")
                            .asInt())
                    .as("the entry is in sight, as it was")
                    .isEqualTo(tab.ask("vtMonitor.flame.full").asInt());
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_table_of_sites_fits_into_a_window_of_1200() throws Exception {
        Path file = Files.writeString(folder.resolve("wide.html"), HtmlReport.write(Reports.mysql()));
        try (BrowserTab tab = browser.open(file.toUri().toString(), 1200, 900)) {
            tab.until("window.vtMonitor && vtMonitor.flame.rows.length > 0");
            assertThat(tab.ask(
                                    "(() => { const box = document.getElementById('sites-table').parentElement; return box.scrollWidth - box.clientWidth; })()")
                            .asInt())
                    .isZero();
        }
    }

    @Test
    void a_percentile_below_a_microsecond_is_told_as_under_one_and_kept_as_it_is() throws Exception {
        String page = HtmlReport.write(Reports.mysql()).replaceAll("\"p(50|99)Seconds\":[0-9.E-]+", "\"p$1Seconds\":0");
        try (BrowserTab tab = open(page)) {
            assertThat(tab.ask("[...document.querySelectorAll('tr.site td.number data')].slice(2, 4)"
                                    + ".map(cell => cell.textContent + ' ' + cell.value).join()")
                            .asString())
                    .isEqualTo("1 us 0,1 us 0");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_narrow_window_shows_what_each_site_costs_without_scrolling() throws Exception {
        Path file = Files.writeString(folder.resolve("narrow.html"), HtmlReport.write(Reports.mysql()));
        try (BrowserTab tab = browser.open(file.toUri().toString(), 400, 900)) {
            tab.until("window.vtMonitor && vtMonitor.flame.rows.length > 0");
            assertThat(tab.ask("document.querySelector('tr.site .part').getBoundingClientRect().right")
                            .asDouble())
                    .isBetween(1.0, 400.0);
            assertThat(tab.ask("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(400);
        }
    }

    @Test
    void where_no_pin_was_asked_for_the_page_does_not_say_that_there_is_nothing_to_do() throws Exception {
        Report none = Reports.none().without(new LeftOut(0, 0, 120));
        try (BrowserTab tab = open(HtmlReport.write(none))) {
            assertThat(tab.text("#verdict")).contains("120 left out by --package");
            assertThat(tab.text("#plan")).contains("There is no plan: all pins were left out.");
        }
    }

    @Test
    void a_report_without_a_pin_is_a_page_too() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(Reports.none()))) {
            assertThat(tab.text("#verdict")).startsWith("No pin ended in the ");
            assertThat(tab.text("#plan")).contains("Nothing to do.");
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
    void several_jvms_add_up_and_each_is_shown_alone() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(PageReports.ofTwoJvms()))) {
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
                            "From 00:01:40 to 00:01:45 UTC on 1970-01-01, 39 % of the carriers' time was pinned in 2 JVMs;");
            tab.ask(
                    "(() => { const j = document.getElementById('jvm'); j.value = '1'; j.dispatchEvent(new Event('change')); })()");
            assertThat(tab.figures("#shown data")).containsExactly(4.0, 4.0);
            assertThat(tab.ask("vtMonitor.flame.tree.root.seconds").asDouble()).isEqualTo(4);
            assertThat(tab.text("#shown")).contains("JVM 2");
            tab.click("#shown .chip");
            tab.until("vtMonitor.model.now.seconds === 5.5");
            assertThat(tab.problems()).isEmpty();
        }
    }
}
