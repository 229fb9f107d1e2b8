package io.vtmonitor.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Times;
import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.ClassBrowser;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitGroup.Held;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.text.UnpinText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Pages of reports that no available recording would give, in a real browser. */
class HtmlPageIT {
    @RegisterExtension
    static final ClassBrowser BROWSER = new ClassBrowser();

    /** Whether no part shows that it has nothing to show. */
    private static final String EMPTY =
            "['time', 'sites', 'flame', 'plan'].every(id => document.getElementById(id).hidden)";

    private static BrowserTab open(String page) throws Exception {
        return BROWSER.show(page, 1400, 1000);
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
                tab.ask("vtMonitor.flame.hover({group: vtMonitor.flame.rows[1][0].group}, {clientX: 100, clientY:"
                        + " 100})");
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
    void a_site_with_one_pin_is_not_called_recurring() throws Exception {
        for (int pins = 1; pins <= 2; pins++) {
            Report report = PageReports.of(
                    List.of(PageReports.site("a.B", List.of(PageReports.stack(pins, 3, "a.B.m:1", "a.B.block:2")))));
            try (BrowserTab tab = open(HtmlReport.write(report))) {
                tab.click(".fold");
                tab.until("document.querySelector('tr.detail') !== null");
                assertThat(tab.text("tr.detail dl"))
                        .contains(pins == 1 ? "0 ms in" : "recurring, from 0 ms to 1.00 s in");
                assertThat(tab.text("tr.detail dl").contains("recurring")).isEqualTo(pins == 2);
            }
        }
    }

    @Test
    void the_flame_graph_shows_what_virtual_threads_waited_for_on_request_and_where_nothing_was_pinned()
            throws Exception {
        Waits waits = WaitReports.of(
                3,
                WaitReports.group(3, 40, WaitOperation.LOCK, null, "com.acme.Cache.load", "com.acme.Shop.price")
                        .with(List.of(new Held("com.acme.Cache.fill", true, Confidence.LIKELY, 40, Times.nanos(500)))),
                WaitReports.group(3, 10, WaitOperation.SLEEP, null, "com.acme.<img src=x>.run"));
        String names = "vtMonitor.flame.rows.flat().map(each => each.group.name).join(' ')";
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql().with(waits)))) {
            assertThat(tab.text("#flame-title")).isEqualTo("Flame graph of pinned time");
            tab.ask("(box => { box.value = 'waits'; box.dispatchEvent(new Event('change')); })"
                    + "(document.getElementById('graph-of'))");
            assertThat(tab.text("#flame-title")).isEqualTo("Flame graph of waiting virtual threads");
            assertThat(tab.ask(names).asString()).contains("com.acme.Cache.load", "com.acme.<img src=x>.run");
            assertThat(tab.ask(names).asString()).contains("held by com.acme.Cache.fill (lock, likely)");
            assertThat(tab.text("#graph-legend")).contains("who had what the thread waited for");
            tab.ask("vtMonitor.flame.zoom(vtMonitor.flame.rows.flat().map(each => each.group)"
                    + ".find(group => group.name.startsWith('held by')))");
            assertThat(tab.text("#crumbs")).contains("held by Cache.fill (lock, likely)");
            tab.ask("vtMonitor.flame.zoom(vtMonitor.flame.tree.root)");
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
            try (BrowserTab tab = BROWSER.show(HtmlReport.write(report), width, 900)) {
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
            assertThat(tab.text("#matched")).startsWith("1 frame matches: ");
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
    void a_live_page_that_is_answered_by_an_error_does_not_say_that_the_jvm_may_have_ended() throws Exception {
        String page = new String(HtmlReport.live(Reports.mysql(), null).body(), StandardCharsets.UTF_8);
        try (BrowserTab tab = open(page)) {
            tab.ask("(window.fetch = async () => ({ ok: false, status: 500 }), vtMonitor.live.ask())");
            assertThat(tab.text("#live-state")).isEqualTo("Stale: the answer has status 500. The last data shown is");
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
    void where_no_pin_was_asked_for_the_page_does_not_say_that_there_is_nothing_to_do() throws Exception {
        Report none = Reports.none().without(new LeftOut(0, 0, 120));
        try (BrowserTab tab = open(HtmlReport.write(none))) {
            assertThat(tab.text("#verdict")).contains("120 left out by --package");
            assertThat(tab.ask(EMPTY).asBoolean())
                    .as("parts of pins are hidden")
                    .isTrue();
        }
    }

    @Test
    void a_time_in_the_address_that_no_date_can_have_is_dropped(@TempDir Path folder) throws Exception {
        Path page = Files.writeString(folder.resolve("page.html"), HtmlReport.write(Reports.mysql()));
        for (String times : List.of("from=1&to=1e20", "from=-1e20&to=1", "from=1&to=Infinity", "from=1&to=8.65e12")) {
            try (BrowserTab tab = BROWSER.show(page, "#" + times)) {
                assertThat(tab.ask("vtMonitor.state.from === null && vtMonitor.state.to === null")
                                .asBoolean())
                        .as(times)
                        .isTrue();
                assertThat(tab.ask("document.querySelectorAll('tr.site').length")
                                .asInt())
                        .isPositive();
                assertThat(tab.problems()).isEmpty();
            }
        }
        try (BrowserTab tab = BROWSER.show(page, "#from=1&to=8.64e12")) {
            assertThat(tab.ask("vtMonitor.state.to").asDouble()).isEqualTo(8.64e12);
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_report_without_a_pin_is_a_page_too() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(Reports.none()))) {
            assertThat(tab.text("#verdict")).startsWith("No pin ended in the ");
            assertThat(tab.ask(EMPTY).asBoolean())
                    .as("parts of pins are hidden")
                    .isTrue();
            assertThat(tab.text("nav")).doesNotContain("Sites", "plan", "Timeline", "Flame");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void what_virtual_threads_wait_for_is_the_headline_where_nothing_is_pinned_and_a_link_where_something_is()
            throws Exception {
        Waits waits = WaitReports.convoy(3, 40, "40 virtual threads wait for <img src=x>.");
        try (BrowserTab tab = open(HtmlReport.write(Reports.none().with(waits)))) {
            assertThat(tab.text("#verdict")).isEqualTo("Lock convoy in com.acme.Cache.load high");
            assertThat(tab.text("#fixes")).contains("Lock convoy in com.acme.Cache.load: Do the network call");
            assertThat(tab.text("#tiles")).contains("Findings").doesNotContain("Capacity", "Pins that ended");
            assertThat(tab.text("#cost")).isEqualTo("Lock convoy (likely), from 2026-11-21T09:00:00Z on");
            assertThat(tab.text("#evidence"))
                    .contains("40 virtual threads wait for <img src=x>.", "No pin ended in the")
                    .doesNotContain("Do the network call");
            assertThat(tab.text("#waits"))
                    .contains("Lock convoy (likely) from 2026-11-21T09:00:00Z on: 40 virtual threads");
            assertThat(tab.problems()).isEmpty();
        }
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql().with(waits)))) {
            assertThat(tab.text("#verdict")).doesNotContain("Lock convoy");
            assertThat(tab.text("#fixes")).contains("40 threads waiting", "unpin=com.mysql.cj.**");
            assertThat(tab.text("#cost a")).isEqualTo("Lock convoy (likely)");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_stall_is_the_headline_with_its_cure_and_no_lost_capacity_of_0_percent_stands_beside_it() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(Reports.stalled()))) {
            assertThat(tab.text("#verdict")).isEqualTo("No virtual thread got a carrier for 6.50 s critical");
            assertThat(tab.text("#cost")).contains("Stall, since 2026-11-21T09:00:01.234Z, for 6.50 s so far");
            assertThat(tab.text("#evidence")).contains("Nobody owns the lock");
            assertThat(tab.text("#fixes")).contains("Guard it by a lock.", "2 carriers stalled");
            assertThat(tab.text("#tiles")).doesNotContain("Capacity");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_page_of_thread_dumps_has_no_figures_of_pins_and_no_plan_for_them() throws Exception {
        Waits waits = WaitReports.convoy(2, 1200, "Many wait.");
        try (BrowserTab tab = open(HtmlReport.write(Reports.none(Source.DUMP).with(waits)))) {
            assertThat(tab.text("#verdict")).isEqualTo("Lock convoy in com.acme.Cache.load high");
            assertThat(tab.text("#tiles")).contains("Thread dumps", "1,200").doesNotContain("Pins", "Capacity");
            assertThat(tab.text("#flame-title")).isEqualTo("Flame graph of waiting virtual threads");
            assertThat(tab.ask("['time', 'sites', 'plan'].every(id => document.getElementById(id).hidden)")
                            .asBoolean())
                    .isTrue();
            assertThat(tab.text("nav")).contains("Waits").doesNotContain("Sites", "plan", "Timeline");
            assertThat(tab.problems()).isEmpty();
        }
    }
}
