package io.vtmonitor.process.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.browser.BrowserTab;
import io.vtmonitor.browser.ClassBrowser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The page that {@code analyze -o report.html} writes of a real recording, in a real browser. */
class HtmlReportIT {
    private static final String GRAPH = "document.getElementById('graph')";

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final ClassBrowser BROWSER = new ClassBrowser();

    private static ShopPage shop;

    @BeforeAll
    static void a_recording_is_analyzed() throws Exception {
        shop = ShopPage.of(21, folder);
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_page_says_what_the_json_says_and_asks_nobody(int jdk) throws Exception {
        ShopPage analyzed = jdk == 21 ? shop : ShopPage.of(jdk, folder);
        JsonNode report = analyzed.json();
        JsonNode totals = report.path("totals");
        try (BrowserTab tab = analyzed.open(BROWSER)) {
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
            assertThat(tab.ask("vtMonitor.flame.tree.children(vtMonitor.flame.tree.root).reduce((s, c) => s +"
                                    + " c.seconds, 0)")
                            .asDouble())
                    .isCloseTo(totals.path("pinnedSeconds").asDouble(), within(1e-9));
            ShopPage.isClean(tab);
        }
    }

    @Test
    void search_finds_and_tells_the_share_that_has_a_match() throws Exception {
        try (BrowserTab tab = shop.open(BROWSER)) {
            tab.click("#search");
            tab.type("ConcurrentHashMap");
            assertThat(tab.ask("+document.getElementById('matched').dataset.width")
                            .asDouble())
                    .isCloseTo(shop.secondsOf("ConcurrentHashMap"), within(1e-9))
                    .isPositive();
            assertThat(tab.text("#matched")).contains("%").contains("match");
            tab.ask("document.getElementById('search').select()");
            tab.type("/Invoices\\.(print|write)$/");
            assertThat(tab.ask("+document.getElementById('matched').dataset.width")
                            .asDouble())
                    .isCloseTo(shop.secondsOf("Invoices"), within(1e-9));
            tab.ask("document.getElementById('search').select()");
            tab.type("/(/");
            assertThat(tab.text("#matched")).isEqualTo("not a regular expression");
            ShopPage.isClean(tab);
        }
    }

    @Test
    void frames_open_in_the_environment_that_the_reader_chooses_and_in_none_before() throws Exception {
        try (BrowserTab tab = shop.open(BROWSER)) {
            tab.click(".fold");
            tab.until("document.querySelector('tr.detail') !== null");
            String address = "(document.querySelector('tr.detail .facts a[title]') || { href: '' }).href";
            String frame = tab.text("tr.detail .facts code");
            assertThat(tab.ask(address).asString()).isEmpty();
            choose(tab, "idea", "shop & co");
            assertThat(tab.ask(address).asString())
                    .startsWith("jetbrains://idea/navigate/reference?project=shop%20%26%20co&fqn=")
                    .doesNotContain("$");
            choose(tab, "vscode", "/home/me/my shop/src");
            assertThat(tab.ask(address).asString())
                    .startsWith("vscode://file/home/me/my%20shop/src/")
                    .endsWith(".java:" + frame.substring(frame.lastIndexOf(':') + 1));
            assertThat(tab.ask("location.hash").asString()).doesNotContain("my");
            choose(tab, "", "");
            assertThat(tab.ask(address).asString()).isEmpty();
            ShopPage.isClean(tab);
        }
    }

    private static void choose(BrowserTab tab, String environment, String place) throws Exception {
        for (String set : List.of("ide=" + environment, "ide-place=" + place)) {
            String id = set.substring(0, set.indexOf('='));
            tab.ask("(() => { const e = document.getElementById('" + id + "'); e.value = '"
                    + set.substring(set.indexOf('=') + 1) + "'; e.dispatchEvent(new Event('change')); })()");
        }
    }

    @Test
    void the_data_of_the_page_can_be_downloaded() throws Exception {
        try (BrowserTab tab = shop.open(BROWSER)) {
            tab.ask("(() => { window.saved = []; const make = URL.createObjectURL.bind(URL); URL.createObjectURL ="
                    + " blob => { blob.text().then(text => window.saved.push(text)); return make(blob); };"
                    + " })()");
            tab.ask("document.getElementById('save').scrollIntoView({block: 'center', behavior: 'instant'})");
            tab.click("#save");
            tab.until("window.saved.length === 1");
            assertThat(tab.ask("window.saved[0] ==="
                                    + " JSON.stringify(JSON.parse(document.getElementById('data').textContent)"
                                    + ")")
                            .asBoolean())
                    .isTrue();
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void a_click_zooms_and_the_way_back_is_there() throws Exception {
        try (BrowserTab tab = shop.open(BROWSER)) {
            tab.ask(GRAPH + ".scrollIntoView({block: 'center', behavior: 'instant'})");
            JsonNode at = tab.ask("(() => { const f = vtMonitor.flame; const row = f.rows.findIndex(r => r.some(x =>"
                    + " /Orders.list/.test(x.group.name))); const r = f.rows[row].find(x =>"
                    + " /Orders.list/.test(x.group.name)); const b = " + GRAPH
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
            ShopPage.isClean(tab);
        }
    }

    @Test
    void a_brush_on_the_timeline_filters_graph_table_and_figures() throws Exception {
        try (BrowserTab tab = shop.open(BROWSER)) {
            double all = tab.ask("vtMonitor.model.now.seconds").asDouble();
            JsonNode bounds =
                    tab.ask("(() => { const c = document.getElementById('timeline'); c.scrollIntoView({block: 'center',"
                            + " behavior: 'instant'}); const b = c.getBoundingClientRect(); return [b.left, b.top,"
                            + " b.width]; })()");
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
                            shop.begunIn(
                                    tab.ask("vtMonitor.state.from").asDouble(),
                                    tab.ask("vtMonitor.state.to").asDouble()),
                            within(1e-9));
            assertThat(tab.ask("vtMonitor.flame.tree.root.seconds").asDouble()).isEqualTo(shown);
            assertThat(tab.ask("[...document.querySelectorAll('#sites-table tr.site td:nth-child(6)"
                                    + " data')].reduce((s, d) => s + +d.value, 0)")
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
            ShopPage.isClean(tab);
        }
    }

    @Test
    void the_keyboard_alone_reaches_everything() throws Exception {
        try (BrowserTab tab = shop.open(BROWSER)) {
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
            ShopPage.isClean(tab);
        }
    }

    @Test
    void a_screen_reader_is_told_names_and_roles() throws Exception {
        try (BrowserTab tab = shop.open(BROWSER)) {
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
        try (BrowserTab tab = shop.open(BROWSER)) {
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
        try (BrowserTab tab = shop.open(BROWSER)) {
            String light = tab.ask(ground).asString();
            tab.emulate("screen", "dark");
            tab.until(ground + " !== '" + light + "'");
            String dark = tab.ask(ground).asString();
            tab.ask("(() => { const t = document.getElementById('theme'); t.value = 'light'; t.dispatchEvent(new"
                    + " Event('change')); })()");
            assertThat(tab.ask(ground).asString()).isEqualTo(light).isNotEqualTo(dark);
            tab.ask("(() => { const t = document.getElementById('theme'); t.value = ''; t.dispatchEvent(new"
                    + " Event('change')); })()");
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
            ShopPage.isClean(tab);
        }
    }

    @Test
    void a_link_shows_what_its_sender_saw() throws Exception {
        try (BrowserTab tab = BROWSER.show(shop.page(), "#search=Driver&reversed=on&icicle=on&theme=dark")) {
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
            ShopPage.isClean(tab);
        }
    }
}
