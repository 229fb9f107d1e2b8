package io.vtmonitor.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.ClassBrowser;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.figures.Source;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a person sees without scrolling or clicking, in a real browser. */
class HtmlFirstScreenIT {
    private static final int FIRST_SCREEN = 800;

    @RegisterExtension
    static final ClassBrowser BROWSER = new ClassBrowser();

    private static BrowserTab open(String page, int width) throws Exception {
        return BROWSER.show(page, width, FIRST_SCREEN);
    }

    /** In both themes, without scrolling sideways. */
    private static void assertFits(BrowserTab tab, int width, String... parts) throws Exception {
        for (String theme : List.of("light", "dark")) {
            tab.emulate("screen", theme);
            tab.until("document.documentElement.dataset.theme === '" + theme + "'");
            for (String part : parts) {
                assertThat(tab.ask("document.querySelector('" + part + "').getBoundingClientRect().bottom")
                                .asDouble())
                        .as("%s, %s", part, theme)
                        .isLessThan(FIRST_SCREEN);
            }
            assertThat(tab.ask("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(width);
        }
        assertThat(tab.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 400})
    void of_a_comparison_what_is_new_is_on_the_first_screen_verdicts_before_sites(int width) throws Exception {
        Report before = PageReports.of(List.of(PageReports.site(
                        "a.Gone", List.of(PageReports.stack(10, 10, "java.lang.Thread.sleep", "a.Gone.block:3")))))
                .with(WaitReports.of(3, WaitReports.group(3, 7, WaitOperation.LOCK, null, "com.acme.Bank.pay")));
        Report after = PageReports.of(List.of(PageReports.site(
                        "a.New", List.of(PageReports.stack(10, 20, "java.lang.Thread.sleep", "a.New.block:3")))))
                .with(WaitReports.deadlock());
        try (BrowserTab tab = open(PageReports.comparison(before, after), width)) {
            assertThat(tab.text("#verdict")).startsWith("pay-1 and pay-2 wait for each other");
            assertThat(tab.text("#evidence")).contains("Pinned time grew from", "1 site new, 1 site gone");
            assertThat(tab.ask("[...document.querySelectorAll('#changed tbody tr')]"
                                    + ".map(row => [...row.cells].map(cell => cell.textContent).join(' ')).join('|')")
                            .asString())
                    .matches("new Deadlock in com\\.acme\\.Bank\\.pay none 2 threads"
                            + "\\|new New\\.block \\[sleep\\] none \\d+ s per hour\\|gone Gone\\.block"
                            + " \\[sleep\\] \\d+ s per hour none");
            assertFits(tab, width, "#verdict", "#changed tbody tr:nth-child(2)");
            tab.click("#changed tbody tr:nth-child(2) button");
            tab.until("vtMonitor.state.site === 'a.New.block [sleep]'");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 400})
    void of_a_heap_dump_without_a_verdict_what_was_found_is_the_headline(int width) throws Exception {
        Report calm = Reports.none(Source.HEAP_DUMP)
                .with(WaitReports.of(
                        1,
                        WaitReports.group(1, 12, WaitOperation.LOCK, null, "com.acme.Cache.load"),
                        WaitReports.group(1, 30, WaitOperation.QUEUE, null, "com.acme.Worker.next")));
        try (BrowserTab tab = open(HtmlReport.write(calm), width)) {
            assertThat(tab.text("#verdict"))
                    .isEqualTo("No verdict: 42 virtual threads, 30 of which wait for a queue in" + " Worker.next.");
            assertFits(tab, width, "#verdict", "#tiles");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 400})
    void what_requests_lost_is_on_the_first_screen_where_that_was_asked_for(int width) throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(PageReports.withRequests()), width)) {
            assertThat(tab.text("#cost"))
                    .contains("GET /orders/<img src=x> lost 30.0 s in 1200 requests, about 75 % of what requests lost."
                            + " What each route lost.");
            assertFits(tab, width, "#verdict", "#cost a[href=\"#requests\"]");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 400})
    void the_holder_the_cost_and_the_first_remedy_are_on_the_first_screen(int width) throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(Reports.mysql()), width)) {
            assertThat(tab.text("#verdict")).contains("pins carriers").contains("mysql-connector-j");
            assertThat(tab.text("#cost")).contains("of the carriers' time was lost");
            assertThat(tab.text("#fixes")).contains("mysql-connector-j").contains("Copy");
            assertFits(tab, width, "#verdict", "#cost", "#fixes tbody tr");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 400})
    void of_a_deadlock_who_waits_for_whom_and_the_cure_are_on_the_first_screen_and_stacks_a_click_away(int width)
            throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(Reports.none().with(WaitReports.deadlock())), width)) {
            assertThat(tab.text("#verdict"))
                    .isEqualTo("pay-1 and pay-2 wait for each other in com.acme.Bank.pay:3; 5 more wait behind them"
                            + " critical");
            assertThat(tab.text("#cost")).startsWith("Deadlock (exact), from ");
            assertThat(tab.text(".chain li:nth-child(1) summary")).isEqualTo("pay-1 waits for the lock of pay-2");
            assertThat(tab.text("#evidence")).as("the chain tells it").doesNotContain("Each has what");
            assertThat(tab.text("#waits")).contains("Each has what");
            assertFits(tab, width, "#verdict", ".chain", "#fixes tbody tr");
            tab.click(".chain li:nth-child(1) summary");
            assertThat(tab.text(".chain li:nth-child(1) pre")).isEqualTo("at com.acme.Bank.pay(Bank.java:3)");
            assertThat(tab.ask("document.querySelector('#fixes button').title").asString())
                    .contains("wait for each other", "    at com.acme.Bank.pay:3", "Take the locks in one order.");
            assertThat(tab.ask("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(width);
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void the_path_names_entry_holder_and_block_and_counts_the_frames_between() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(deep()), 1280)) {
            assertThat(tab.ask("[...document.querySelectorAll('#path li')].map(li => li.textContent).join('|')")
                            .asString())
                    .startsWith("61 frames|Shop.block:2")
                    .contains("monitor")
                    .endsWith("Thread.sleep");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_frame_is_marked_where_it_holds_and_not_where_another_site_passes_through_it() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(twoCulprits()), 1280)) {
            assertThat(tab.ask("[...document.querySelectorAll('#path li')].map(li => li.textContent).join('|')")
                            .asString())
                    .isEqualTo("2 frames|Driver.block:3 ◆ monitor|Thread.sleep");
            assertThat(tab.ask("[...vtMonitor.sites.stack(vtMonitor.model.site.indexOf(0))"
                                    + ".querySelectorAll('.holds')].map(li => li.textContent).join('|')")
                            .asString())
                    .isEqualTo("at a.Driver.block(Driver.java:3) holds the carrier: monitor");

            String shared = "vtMonitor.flame.tree.find(['a.Web.entry', 'a.Query.block'])";
            assertThat(tab.ask("vtMonitor.flame.describe(" + shared + ").map(line => line.textContent).join('|')")
                            .asString())
                    .contains(
                            "|culprit: holds the carrier for 10 % of its time (monitor)|Site: a.Query.block [sleep]|");
            assertThat(tab.ask(marked(shared)).valueStream().map(JsonNode::asInt))
                    .as("first and last column in the culprit's color, in per cent of the frame's width")
                    .containsExactly(0, 10);

            tab.ask("vtMonitor.filter({site: 'a.Driver.block [sleep]'})");
            assertThat(tab.ask(marked(shared)).size()).isZero();
            assertThat(tab.ask("vtMonitor.flame.describe(" + shared + ").map(line => line.textContent).join('|')")
                            .asString())
                    .doesNotContain("holds")
                    .contains("|Site: a.Driver.block [sleep]|");
            assertThat(tab.problems()).isEmpty();
        }
    }

    /** Asks where a frame is drawn in the culprit's color: the first and the last column, or nothing. */
    private static String marked(String group) {
        return """
                (() => {
                  const { group: at, x, width } = vtMonitor.flame.rows.flat().find(each => each.group === %s);
                  const canvas = document.getElementById('flames');
                  const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
                  const ink = copy.getContext('2d', { willReadFrequently: true });
                  ink.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--culprit').trim();
                  ink.fillRect(0, 0, 1, 1);
                  const [red, green, blue] = ink.getImageData(0, 0, 1, 1).data;
                  ink.drawImage(canvas, 0, 0);
                  const { data, width: columns } = ink.getImageData(x, vtMonitor.flame.top(at.row), width, 17);
                  const found = [];
                  for (let i = 0; i < data.length; i += 4) {
                    if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) found.push((i / 4) %% columns);
                  }
                  return found.length === 0 ? [] : [Math.min(...found), Math.max(...found)].map(column => Math.round(100 * column / columns));
                })()
                """.formatted(group);
    }

    @Test
    void frames_of_frameworks_are_folded_until_they_are_clicked_or_searched_for() throws Exception {
        String rows = "vtMonitor.flame.rows.length";
        try (BrowserTab tab = open(HtmlReport.write(deep()), 1280)) {
            assertThat(tab.ask(rows).asInt())
                    .as("root, a run, the entry, two of the JDK")
                    .isLessThan(8);
            String folded = "vtMonitor.flame.rows.flat().find(rectangle => rectangle.folded)";
            assertThat(tab.ask("vtMonitor.flame.runText(" + folded + ".folded)").asString())
                    .isEqualTo("61 framework frames");
            tab.ask("vtMonitor.flame.unfold(" + folded + ")");
            assertThat(tab.ask(rows).asInt()).isGreaterThan(60);
            assertThat(tab.ask("document.getElementById('graph').scrollHeight"
                                    + " - document.getElementById('graph').clientHeight")
                            .asInt())
                    .as("the graph does not scroll inside itself")
                    .isLessThanOrEqualTo(2);
        }
        try (BrowserTab tab = open(HtmlReport.write(deep()), 1280)) {
            tab.click("#search");
            tab.type("Filter30.");
            tab.ask("vtMonitor.flame.show(vtMonitor.model, vtMonitor.state)");
            assertThat(tab.ask("vtMonitor.flame.rows.flat().some(r => r.group.name.includes('Filter30.'))")
                            .asBoolean())
                    .isTrue();
            tab.ask("document.getElementById('whole').click()");
            tab.until(rows + " > 60");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void the_keyboard_goes_over_a_folded_run_and_unfolds_it() throws Exception {
        try (BrowserTab tab = open(HtmlReport.write(deep()), 1280)) {
            tab.ask("document.getElementById('graph').focus()");
            tab.ask("vtMonitor.flame.keyed(new KeyboardEvent('keydown', {key: 'ArrowUp'}))");
            assertThat(tab.text("#graph-focus")).startsWith("61 framework frames");
            tab.ask("vtMonitor.flame.keyed(new KeyboardEvent('keydown', {key: 'ArrowUp'}))");
            assertThat(tab.text("#graph-focus")).startsWith("com.acme.Shop.block");
            tab.ask("vtMonitor.flame.keyed(new KeyboardEvent('keydown', {key: 'ArrowDown'}))");
            tab.ask("vtMonitor.flame.keyed(new KeyboardEvent('keydown', {key: 'Enter'}))");
            assertThat(tab.ask("vtMonitor.flame.rows.length").asInt()).isGreaterThan(60);
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_change_that_is_no_more_than_noise_has_no_color_of_growth() throws Exception {
        Report before = PageReports.of(List.of(PageReports.site(
                "a.Same", List.of(PageReports.stack(10, 5, "java.lang.Thread.sleep", "a.Same.block:3")))));
        Report after = PageReports.of(List.of(PageReports.site(
                "a.Same", List.of(PageReports.stack(10, 5.2, "java.lang.Thread.sleep", "a.Same.block:3")))));
        try (BrowserTab tab = open(PageReports.comparison(before, after), 1280)) {
            assertThat(tab.ask("vtMonitor.model.data.changes[0].kind").asString())
                    .isEqualTo("same");
            assertThat(tab.ask("vtMonitor.flame.tree.root.shift").asDouble()).isZero();
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_table_of_sites_fits_into_a_window_of_1200() throws Exception {
        try (BrowserTab tab = BROWSER.show(HtmlReport.write(Reports.mysql()), 1200, 900)) {
            assertThat(tab.ask("(() => { const box = document.getElementById('sites-table').parentElement;"
                                    + " return box.scrollWidth - box.clientWidth; })()")
                            .asInt())
                    .isZero();
        }
    }

    @Test
    void a_narrow_window_shows_what_each_site_costs_without_scrolling() throws Exception {
        try (BrowserTab tab = BROWSER.show(HtmlReport.write(Reports.mysql()), 400, 900)) {
            assertThat(tab.ask("document.querySelector('tr.site .part').getBoundingClientRect().right")
                            .asDouble())
                    .isBetween(1.0, 400.0);
            assertThat(tab.ask("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(400);
        }
    }

    /** The driver holds for 9 s; for 1 s, what calls it holds and blocks by itself. */
    private static Report twoCulprits() {
        return PageReports.of(List.of(
                PageReports.site(
                        "a.Driver",
                        List.of(PageReports.stack(
                                9,
                                9,
                                "java.lang.Thread.sleep",
                                "a.Driver.block:3",
                                "a.Query.block:7",
                                "a.Web.entry:1"))),
                PageReports.site(
                        "a.Query",
                        List.of(PageReports.stack(
                                1, 1, "java.lang.Thread.sleep", "a.Query.block:7", "a.Web.entry:1")))));
    }

    /** Sixty frames of a framework, then the application's holder. */
    private static Report deep() {
        Stream<String> framework =
                IntStream.range(0, 60).mapToObj(i -> "org.springframework.Filter" + (59 - i) + ".doFilter:" + (i + 1));
        List<String> frames = Stream.concat(
                        Stream.of("java.lang.Thread.sleep", "com.acme.Shop.block:2"),
                        Stream.concat(framework, Stream.of("java.lang.VirtualThread.run:309")))
                .toList();
        return PageReports.of(List.of(
                PageReports.site("com.acme.Shop", List.of(PageReports.stack(4, 2, frames.toArray(String[]::new))))));
    }
}
