package io.vtmonitor.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.ClassBrowser;
import io.vtmonitor.report.Report;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages of two reports compared, in a real browser. */
class HtmlComparisonIT {
    @RegisterExtension
    static final ClassBrowser BROWSER = new ClassBrowser();

    private static BrowserTab open(String page) throws Exception {
        return BROWSER.show(page, 1400, 1000);
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
            assertThat(tab.text("#verdict")).startsWith("Pinned time grew from").endsWith(": 1 site new, 1 site gone.");
            assertThat(tab.ask("document.getElementById('time').hidden").asBoolean())
                    .isTrue();
            assertThat(tab.text("#sites-table"))
                    .contains("new")
                    .contains("gone")
                    .contains("Before, per hour");
            assertThat(tab.ask("vtMonitor.flame.tree.find(['a.Web.get']).children === null"
                                    + " || vtMonitor.flame.tree.children(vtMonitor.flame.tree.find(['a.Web.get"
                                    + "'])).length")
                            .asInt())
                    .isEqualTo(3);
            tab.ask("(() => { const w = document.getElementById('width'); w.value = 'after'; w.dispatchEvent(new"
                    + " Event('change')); })()");
            assertThat(tab.ask("vtMonitor.flame.tree.children(vtMonitor.flame.tree.find(['a.Web.get'])).map(c =>"
                                    + " c.name).join()")
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
            assertThat(tab.ask("[...document.querySelectorAll('#graph-text tbody data')].map(d =>"
                                    + " d.textContent).join()")
                            .asString())
                    .isEqualTo("706 s,0 ms");
            assertThat(tab.problems()).isEmpty();
        }
    }
}
