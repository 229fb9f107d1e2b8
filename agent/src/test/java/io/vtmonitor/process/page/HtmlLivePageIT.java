package io.vtmonitor.process.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.ClassBrowser;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.JsonDifferences;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.ServesRequests;
import io.vtmonitor.scenario.Shop;
import io.vtmonitor.scenario.SpareCarriers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The page of the agent, in a real browser, and figures that it and the recording agree on. */
class HtmlLivePageIT {
    @TempDir
    private static Path folder;

    @RegisterExtension
    static final ClassBrowser BROWSER = new ClassBrowser();

    @Test
    void where_spare_carriers_are_pinned_too_no_more_is_lost_than_there_is_live_and_from_the_recording()
            throws Exception {
        Path directory = Files.createDirectories(folder.resolve("spares"));
        Watched run = Watched.run(
                SpareCarriers.class.getName(), List.of("-Djdk.virtualThreadScheduler.parallelism=2"), 21, directory);
        assertThat(JsonDifferences.between(run.report(), run.analyzed(21), JsonDifferences.OF_THE_SOURCE))
                .isEmpty();
        JsonNode totals = run.report().path("totals");
        assertThat(totals.path("maxCarriersPinned").asInt()).isBetween(3, 5);
        double capacity =
                2 * run.report().path("jvms").path(0).path("wallSeconds").asDouble();
        assertThat(totals.path("capacityLost").asDouble())
                .isPositive()
                .isLessThan((totals.path("pinnedSeconds").asDouble()
                                - totals.path("compensatedSeconds").asDouble())
                        / capacity);
        Path html = directory.resolve("spares.html");
        assertThat(ShippedCommandLine.run("analyze", run.recording().toString(), "-o", html.toString()))
                .isZero();
        try (BrowserTab tab = BROWSER.show(html, "")) {
            assertThat(tab.text("#tiles"))
                    .contains("and spares, which Object.wait or file I/O starts")
                    .contains("at least as many as the parallelism")
                    .doesNotContain("nothing else ran");
            ShopPage.isClean(tab);
        }
    }

    @Test
    void the_agents_page_follows_the_jvm_keeps_its_view_and_says_when_the_jvm_is_gone() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, folder)
                .flags(ShopPage.FLAGS)
                .agent("port=0", "threshold=10ms")
                .main(List.of(Watched.testClasses()), Shop.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http://"));
            String address = serving.replaceFirst(".*(http://\\S+/) with.*", "$1");
            jvm.awaitWatching();
            try (BrowserTab tab = BROWSER.open(address, 1400, 1000)) {
                tab.until("window.vtMonitor && vtMonitor.live");
                assertThat(tab.text("#verdict")).startsWith("No pin ended in the ");
                jvm.send("go");
                jvm.awaitOut("done 1"::equals);
                tab.ask("(async () => { while (vtMonitor.model.data.totals.pins === 0) await vtMonitor.live.ask();"
                        + " })()");
                tab.until("vtMonitor.flame.rows.length > 3");
                tab.click("#search");
                tab.type("Orders");
                tab.ask("vtMonitor.flame.zoom(vtMonitor.flame.tree.children(vtMonitor.flame.tree.root)[0])");
                // The last minute ends at the last flush, which the pin may be ahead of.
                tab.ask("(async () => { while (!document.getElementById('last-minute')?.textContent"
                        + "?.includes('by pins that have ended')) await vtMonitor.live.ask(); })()");
                assertThat(tab.text("#last-minute")).startsWith("In the last ");
                tab.ask("vtMonitor.live.ask()");
                assertThat(tab.ask("document.getElementById('search').value").asString())
                        .isEqualTo("Orders");
                assertThat(tab.text("#matched")).contains("%");
                assertThat(tab.ask("vtMonitor.flame.zoomed.depth").asInt()).isEqualTo(1);
                assertThat(tab.text("#live-state")).isEqualTo("Live");
                assertThat(tab.problems()).isEmpty();
                assertThat(tab.requests()).allMatch(url -> url.equals(address) || url.equals(address + "page.json"));

                jvm.send("exit");
                jvm.awaitExit();
                tab.ask("vtMonitor.live.ask()");
                assertThat(tab.text("#live-state")).startsWith("Stale");
                assertThat(tab.ask("vtMonitor.model.data.totals.pins").asInt())
                        .as("what it said last stays")
                        .isPositive();
            }
        }
    }

    @Test
    void the_agents_page_shows_what_requests_lost_and_what_virtual_threads_wait_for_over_time() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, folder)
                .flags(ShopPage.FLAGS)
                .agent("port=0", "threshold=10ms", "requests=on", "waits=500ms", "start=before-main")
                .main(List.of(Watched.testClasses()), ServesRequests.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http://"));
            jvm.awaitWatching();
            try (BrowserTab tab = BROWSER.open(serving.replaceFirst(".*(http://\\S+/) with.*", "$1"), 1400, 1000)) {
                tab.until("window.vtMonitor && vtMonitor.live");
                jvm.send("serve");
                jvm.awaitOut("served"::equals);
                tab.ask("(async () => { const rows = () => vtMonitor.model.data.requests?.rows ?? [];"
                        + " while (!vtMonitor.model.data.course || rows().length < 2 || rows().some(row => row.pins %"
                        + " 10)) await vtMonitor.live.ask(); })()");
                assertThat(tab.text("#requests")).contains("GET /orders", "in 10 pins", "POST /orders", "about ");
                assertThat(tab.ask("vtMonitor.model.data.requests.rows.map(row => row.route + ' ' + row.requests)")
                                .toString())
                        .contains("GET /orders 5", "POST /orders 1");
                assertThat(tab.text("#course")).contains("wait for", "a lock");
                assertThat(tab.problems()).isEmpty();
            }
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }
}
