package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.Chromium;
import io.vtmonitor.scenario.Shop;
import io.vtmonitor.scenario.SpareCarriers;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The page that {@code analyze -o report.html} writes of a real recording, in a real browser. */
class HtmlReportIT {
    private static final String FLAG = "-Djdk.reflect.useNativeAccessorOnly=true";
    private static final List<String> FLAGS = List.of(FLAG, "-Djdk.virtualThreadScheduler.parallelism=2");
    private static final String GRAPH = "document.getElementById('graph')";

    @TempDir
    private static Path folder;

    private static Chromium browser;
    private static JsonNode json;
    private static Path page;

    @BeforeAll
    static void a_recording_is_analysed() throws Exception {
        Optional<Path> program = Chromium.program();
        assumeTrue(program.isPresent(), "chromium is not on the path (Debian: apt-get install chromium)");
        page = analyzed(21, folder.resolve("report.html"));
        json = Watched.read(page.resolveSibling("report.json"));
        browser = Chromium.start(program.get(), folder);
    }

    @AfterAll
    static void the_browser_ends() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    private static Path analyzed(int jdk, Path html) throws Exception {
        Path directory = Files.createDirectories(folder.resolve("jdk" + jdk));
        Watched run = Watched.run(Shop.class.getName(), FLAGS, jdk, directory);
        for (Path output :
                List.of(html, html.resolveSibling(html.getFileName().toString().replace("html", "json")))) {
            int code = ShippedCommandLine.run(
                    "analyze",
                    run.recording().toString(),
                    "--classpath",
                    Watched.testClasses() + File.pathSeparator + Jdks.home(jdk),
                    "-o",
                    output.toString());
            assertThat(code).as("exit code for %s", output).isZero();
        }
        return html;
    }

    private static BrowserTab open() throws Exception {
        return open(page, "");
    }

    private static BrowserTab open(Path file, String fragment) throws Exception {
        BrowserTab tab = browser.open(file.toUri() + fragment, 1400, 1000);
        tab.until("window.vtMonitor && vtMonitor.flame.rows.length > 0");
        return tab;
    }

    private static void isClean(BrowserTab tab) {
        assertThat(tab.problems()).as("errors, warnings, exceptions").isEmpty();
        assertThat(tab.requests()).as("addresses asked for").hasSize(1).allMatch(url -> url.startsWith("file:"));
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_page_says_what_the_json_says_and_asks_nobody(int jdk) throws Exception {
        Path file = jdk == 21 ? page : analyzed(jdk, folder.resolve("report25.html"));
        JsonNode report =
                Watched.read(file.resolveSibling(file.getFileName().toString().replace("html", "json")));
        JsonNode totals = report.path("totals");
        try (BrowserTab tab = open(file, "")) {
            assertThat(tab.figures("#tiles data"))
                    .containsExactly(
                            totals.path("pins").asDouble(),
                            totals.path("pinnedSeconds").asDouble(),
                            totals.path("capacityLost").asDouble(),
                            totals.path("starvedSeconds").asDouble(),
                            totals.path("maxCarriersPinned").asDouble());
            List<Double> sites = StreamSupport.stream(report.path("sites").spliterator(), false)
                    .flatMap(site -> List.of("pins", "pinnedSeconds", "p50Seconds", "p99Seconds", "maxSeconds").stream()
                            .map(field -> site.path(field).asDouble()))
                    .toList();
            assertThat(sites).as("the recording has pins").isNotEmpty();
            assertThat(tab.figures("#sites-table tr.site data")).isEqualTo(sites);
            assertThat(tab.figures("#plan td:first-child data"))
                    .isEqualTo(StreamSupport.stream(report.path("plan").spliterator(), false)
                            .map(remedy -> remedy.path("savesSeconds").asDouble())
                            .toList());
            assertThat(tab.ask(
                                    "vtMonitor.flame.tree.children(vtMonitor.flame.tree.root).reduce((s, c) => s + c.seconds, 0)")
                            .asDouble())
                    .isCloseTo(totals.path("pinnedSeconds").asDouble(), within(1e-9));
            isClean(tab);
        }
    }

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
        try (BrowserTab tab = open(html, "")) {
            assertThat(tab.text("#tiles"))
                    .contains("and spares, which Object.wait or file I/O starts")
                    .contains("at least as many as the parallelism")
                    .doesNotContain("nothing else ran");
            isClean(tab);
        }
    }

    @Test
    void search_finds_and_tells_the_share_that_has_a_match() throws Exception {
        try (BrowserTab tab = open()) {
            tab.click("#search");
            tab.type("ConcurrentHashMap");
            assertThat(tab.ask("+document.getElementById('matched').dataset.width")
                            .asDouble())
                    .isCloseTo(secondsOf("ConcurrentHashMap"), within(1e-9))
                    .isPositive();
            assertThat(tab.text("#matched")).contains("%").contains("match");
            tab.ask("document.getElementById('search').select()");
            tab.type("/Invoices\\.(print|write)$/");
            assertThat(tab.ask("+document.getElementById('matched').dataset.width")
                            .asDouble())
                    .isCloseTo(secondsOf("Invoices"), within(1e-9));
            tab.ask("document.getElementById('search').select()");
            tab.type("/(/");
            assertThat(tab.text("#matched")).isEqualTo("not a regular expression");
            isClean(tab);
        }
    }

    private static double secondsOf(String name) {
        double seconds = 0;
        for (JsonNode site : json.path("sites")) {
            for (JsonNode stack : site.path("stacks")) {
                boolean has = false;
                for (JsonNode frame : stack.path("frames")) {
                    has |= json.path("frames").path(frame.asInt()).asString().contains(name);
                }
                seconds += has ? stack.path("pinnedSeconds").asDouble() : 0;
            }
        }
        return seconds;
    }

    @Test
    void a_click_zooms_and_the_way_back_is_there() throws Exception {
        try (BrowserTab tab = open()) {
            tab.ask(GRAPH + ".scrollIntoView({block: 'center', behavior: 'instant'})");
            JsonNode at = tab.ask(
                    "(() => { const f = vtMonitor.flame; const row = f.rows.findIndex(r => r.some(x => /Orders.list/.test(x.group.name)));"
                            + " const r = f.rows[row].find(x => /Orders.list/.test(x.group.name)); const b = " + GRAPH
                            + ".getBoundingClientRect(); return [b.left + r.x + r.width / 2, b.top + f.top(row) + 8 - "
                            + GRAPH
                            + ".scrollTop]; })()");
            tab.move(at.path(0).asDouble(), at.path(1).asDouble());
            tab.until("!document.getElementById('tip').hidden");
            assertThat(tab.text("#tip"))
                    .contains("Shop$Orders.list")
                    .contains("pins")
                    .contains("%")
                    .contains("What to do");
            tab.click(at.path(0).asDouble(), at.path(1).asDouble());
            tab.until("vtMonitor.flame.zoomed.parent !== null");
            assertThat(tab.ask("vtMonitor.flame.zoomed.name").asString()).endsWith("Shop$Orders.list");
            assertThat(tab.text("#crumbs")).contains("Shop$Orders.list");
            tab.until("decodeURIComponent(location.hash).includes('Orders.list')");
            tab.click("#crumbs li:first-child button");
            tab.until("vtMonitor.flame.zoomed.parent === null");
            isClean(tab);
        }
    }

    @Test
    void a_brush_on_the_timeline_filters_graph_table_and_figures() throws Exception {
        try (BrowserTab tab = open()) {
            double all = tab.ask("vtMonitor.model.now.seconds").asDouble();
            JsonNode bounds = tab.ask(
                    "(() => { const c = document.getElementById('timeline'); c.scrollIntoView({block: 'center', behavior: 'instant'});"
                            + " const b = c.getBoundingClientRect(); return [b.left, b.top, b.width]; })()");
            double left = bounds.path(0).asDouble()
                    + tab.ask("vtMonitor.timeline.left").asDouble();
            double width = bounds.path(0).asDouble() + bounds.path(2).asDouble() - left;
            JsonNode half = tab.ask("(() => { const { held, size } = vtMonitor.timeline.grid;"
                    + " const pinned = [...held.keys()].filter(at => held[at] > 0);"
                    + " return [pinned[0] / size, pinned[pinned.length >> 1] / size]; })()");
            tab.drag(
                    left + width * half.path(0).asDouble() + 1,
                    bounds.path(1).asDouble() + 60,
                    left + width * half.path(1).asDouble());
            tab.until("vtMonitor.state.from !== null");
            double shown = tab.figures("#shown data").get(0);
            assertThat(shown)
                    .isPositive()
                    .isLessThan(all)
                    .isCloseTo(
                            begunIn(
                                    tab.ask("vtMonitor.state.from").asDouble(),
                                    tab.ask("vtMonitor.state.to").asDouble()),
                            within(1e-9));
            assertThat(tab.ask("vtMonitor.flame.tree.root.seconds").asDouble()).isEqualTo(shown);
            assertThat(tab.ask(
                                    "[...document.querySelectorAll('#sites-table tr.site td:nth-child(6) data')].reduce((s, d) => s + +d.value, 0)")
                            .asDouble())
                    .isCloseTo(shown, within(1e-9));
            tab.click("#shown .chip");
            tab.until("vtMonitor.state.from === null");
            tab.ask("document.getElementById('time-from').focus()");
            tab.key("ArrowRight");
            tab.until("vtMonitor.state.from !== null");
            assertThat(tab.ask("document.getElementById('time-from').getAttribute('aria-valuetext')")
                            .asString())
                    .endsWith("UTC");
            isClean(tab);
        }
    }

    private static double begunIn(double from, double to) {
        double seconds = 0;
        for (JsonNode site : json.path("sites")) {
            for (JsonNode stack : site.path("stacks")) {
                for (JsonNode time : stack.path("times")) {
                    double begin = time.path(1).asDouble()
                            * json.path("timelines")
                                    .path(time.path(0).asInt())
                                    .path("binSeconds")
                                    .asDouble();
                    seconds += begin >= from && begin < to ? time.path(3).asDouble() : 0;
                }
            }
        }
        return seconds;
    }

    @Test
    void the_keyboard_alone_reaches_everything() throws Exception {
        try (BrowserTab tab = open()) {
            tab.key("Tab");
            assertThat(tab.ask("document.activeElement.className").asString()).isEqualTo("skip");
            tab.ask(GRAPH + ".focus()");
            assertThat(tab.text("#graph-focus")).startsWith("all;");
            for (int i = 0; i < 3; i++) {
                tab.key("ArrowUp");
            }
            assertThat(tab.ask("vtMonitor.flame.focused.row").asInt()).isEqualTo(3);
            int depth = tab.ask("vtMonitor.flame.focused.depth").asInt();
            assertThat(tab.text("#graph-focus")).contains("% of what is shown").contains("level 4");
            tab.key("Enter");
            tab.until("vtMonitor.flame.zoomed.depth === " + depth);
            tab.key("Escape");
            tab.until("vtMonitor.flame.zoomed.depth === " + (depth - 1));
            tab.key("/");
            assertThat(tab.ask("document.activeElement.id").asString()).isEqualTo("search");
            tab.type("Driver.read");
            tab.ask(GRAPH + ".focus()");
            tab.key("n");
            assertThat(tab.text("#graph-focus"))
                    .contains("Driver.read")
                    .contains("matches the search")
                    .contains("culprit");
            tab.ask("document.querySelector('.fold').focus()");
            tab.key("Enter");
            tab.until("document.querySelector('tr.detail') !== null");
            assertThat(tab.ask("document.activeElement.getAttribute('aria-expanded')")
                            .asString())
                    .as("focus stays on the button that opened it")
                    .isEqualTo("true");
            assertThat(tab.text("tr.detail"))
                    .contains("held by")
                    .contains("cure")
                    .contains("stack");
            isClean(tab);
        }
    }

    @Test
    void a_screen_reader_is_told_names_and_roles() throws Exception {
        try (BrowserTab tab = open()) {
            tab.call("Accessibility.enable", Map.of());
            JsonNode nodes = tab.call("Accessibility.getFullAXTree", Map.of()).path("nodes");
            List<String> told = StreamSupport.stream(nodes.spliterator(), false)
                    .filter(node -> !node.path("ignored").asBoolean())
                    .map(node -> node.path("role").path("value").asString() + ": "
                            + node.path("name").path("value").asString(""))
                    .toList();
            assertThat(told)
                    .contains(
                            "banner: ",
                            "main: ",
                            "contentinfo: ",
                            "navigation: Sections",
                            "region: Flame graph of pinned time",
                            "region: Carriers pinned over time",
                            "application: Flame graph of pinned time",
                            "searchbox: Search",
                            "columnheader: Pins");
            assertThat(told)
                    .as("everything that can be worked has a name")
                    .noneMatch(
                            line -> line.matches("(button|textbox|searchbox|slider|combobox|checkbox|link|image): ?"));
            assertThat(told).anyMatch(line -> line.startsWith("image: From ") || line.startsWith("img: From "));
        }
    }

    @Test
    void the_table_sorts_and_filters() throws Exception {
        try (BrowserTab tab = open()) {
            tab.click("#sites-table th:nth-child(5) button");
            List<Double> pins = tab.figures("#sites-table tr.site td:nth-child(5) data");
            assertThat(pins).isSortedAccordingTo((a, b) -> Double.compare(b, a)).hasSizeGreaterThan(2);
            assertThat(tab.ask("document.querySelector('th[aria-sort]').innerText")
                            .asString())
                    .startsWith("Pins");
            tab.click("#sites-table th:nth-child(5) button");
            assertThat(tab.figures("#sites-table tr.site td:nth-child(5) data")).isSorted();
            tab.click("#sites-filter");
            tab.type("native");
            assertThat(tab.ask("document.querySelectorAll('#sites-table tr.site').length")
                            .asInt())
                    .isEqualTo(1);
            assertThat(tab.text("#sites-count")).startsWith("1 of");
        }
    }

    @Test
    void light_dark_and_paper_each_have_their_colours() throws Exception {
        String ground = "getComputedStyle(document.body).backgroundColor";
        try (BrowserTab tab = open()) {
            String light = tab.ask(ground).asString();
            tab.emulate("screen", "dark");
            tab.until(ground + " !== '" + light + "'");
            String dark = tab.ask(ground).asString();
            tab.ask(
                    "(() => { const t = document.getElementById('theme'); t.value = 'light'; t.dispatchEvent(new Event('change')); })()");
            assertThat(tab.ask(ground).asString()).isEqualTo(light).isNotEqualTo(dark);
            tab.ask(
                    "(() => { const t = document.getElementById('theme'); t.value = ''; t.dispatchEvent(new Event('change')); })()");
            tab.emulate("print", "dark");
            tab.until(ground + " === 'rgb(255, 255, 255)'");
            assertThat(tab.ask("getComputedStyle(document.querySelector('nav')).display")
                            .asString())
                    .isEqualTo("none");
            tab.until("document.documentElement.dataset.theme === 'light'");
            assertThat(new String(tab.pdf(), 0, 5, java.nio.charset.StandardCharsets.US_ASCII))
                    .isEqualTo("%PDF-");
            tab.emulate("screen", "dark");
            tab.until("document.documentElement.dataset.theme === 'dark'");
            isClean(tab);
        }
    }

    @Test
    void a_link_shows_what_its_sender_saw() throws Exception {
        try (BrowserTab tab = open(page, "#search=Driver&reversed=on&icicle=on&theme=dark")) {
            assertThat(tab.ask("document.getElementById('search').value").asString())
                    .isEqualTo("Driver");
            assertThat(tab.ask("document.getElementById('reversed').checked").asBoolean())
                    .isTrue();
            assertThat(tab.ask("document.documentElement.dataset.theme").asString())
                    .isEqualTo("dark");
            assertThat(tab.ask("vtMonitor.flame.tree.children(vtMonitor.flame.tree.root).map(c => c.name)")
                            .toString())
                    .as("the blocking calls are at the root")
                    .contains("VirtualThread");
            isClean(tab);
        }
    }

    @Test
    void the_agents_page_follows_the_jvm_keeps_its_view_and_says_when_the_jvm_is_gone() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, folder)
                .flags(FLAGS)
                .agent("port=0", "threshold=10ms")
                .main(List.of(Watched.testClasses()), Shop.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http://"));
            String address = serving.replaceFirst(".*(http://\\S+/) with.*", "$1");
            jvm.awaitWatching();
            try (BrowserTab tab = browser.open(address, 1400, 1000)) {
                tab.until("window.vtMonitor && vtMonitor.live");
                assertThat(tab.text("#verdict")).startsWith("No pin ended in the ");
                jvm.send("go");
                jvm.awaitOut("done 1"::equals);
                tab.ask(
                        "(async () => { while (vtMonitor.model.data.totals.pins === 0) await vtMonitor.live.ask(); })()");
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
                .flags(FLAGS)
                .agent("port=0", "threshold=10ms", "requests=on", "waits=500ms", "start=before-main")
                .main(List.of(Watched.testClasses()), ServesRequests.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http://"));
            jvm.awaitWatching();
            try (BrowserTab tab = browser.open(serving.replaceFirst(".*(http://\\S+/) with.*", "$1"), 1400, 1000)) {
                tab.until("window.vtMonitor && vtMonitor.live");
                jvm.send("serve");
                jvm.awaitOut("served"::equals);
                tab.ask("(async () => { const rows = () => vtMonitor.model.data.requests?.rows ?? [];"
                        + " while (!vtMonitor.model.data.course || rows().length < 2 || rows().some(row => row.pins % 10))"
                        + " await vtMonitor.live.ask(); })()");
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
