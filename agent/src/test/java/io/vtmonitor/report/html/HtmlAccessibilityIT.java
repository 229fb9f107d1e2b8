package io.vtmonitor.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.ClassBrowser;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.figures.Source;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What axe, a checker of accessibility, finds on our pages, in both themes. */
class HtmlAccessibilityIT {
    @RegisterExtension
    static final ClassBrowser BROWSER = new ClassBrowser();

    /** Each finding: how bad it is, its rule, and the first element. */
    private static final String FINDINGS =
            "axe.run(%s).then(({ violations }) => violations.map(each => each.impact + ' ' + each.id"
                    + " + ': ' + each.nodes[0].html).join('\\n'))";

    private static Map<String, String> pages() {
        Report waits = Reports.none().with(WaitReports.deadlock());
        Report calm = Reports.none(Source.HEAP_DUMP).with(WaitReports.of(1, WaitReports.starved(12)));
        return Map.of(
                "pins", HtmlReport.write(Reports.mysql().with(WaitReports.convoy(3, 40, "Many wait."))),
                "waits", HtmlReport.write(waits),
                "requests", HtmlReport.write(PageReports.withRequests()),
                "heap dump", HtmlReport.write(calm),
                "nothing", HtmlReport.write(Reports.none()),
                "live", new String(HtmlReport.live(Reports.mysql(), null).body(), StandardCharsets.UTF_8),
                "comparison", PageReports.comparison(Reports.mysql(), waits));
    }

    /** A theme changes colors and nothing else. */
    @ParameterizedTest
    @CsvSource({
        "light, 1280, ''",
        "light, 400, ''",
        "dark, 1280, 'document, { runOnly: [\"color-contrast\", \"link-in-text-block\"] }'"
    })
    void axe_finds_nothing(String theme, int width, String options) throws Exception {
        String axe;
        try (InputStream script = HtmlAccessibilityIT.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, String> page : pages().entrySet()) {
            try (BrowserTab tab = BROWSER.show(page.getValue(), width, 800)) {
                tab.emulate("screen", theme);
                tab.until("document.documentElement.dataset.theme === '" + theme + "'");
                tab.ask("document.querySelectorAll('details').forEach(each => (each.open = true))");
                tab.ask("(() => { const fold = document.querySelector('.fold'); if (fold) fold.click(); })()");
                tab.ask(axe + "; 0");
                assertThat(tab.ask(FINDINGS.formatted(options)).asString())
                        .as("%s at %d", page.getKey(), width)
                        .isEmpty();
            }
        }
    }
}
