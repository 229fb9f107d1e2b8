package io.vtmonitor.report.html;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.http.Response;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.text.LimitText;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlReportTest {
    @Test
    void a_site_of_the_page_has_neither_its_stacks_nor_a_histogram() {
        JsonNode site = data(HtmlReport.write(Reports.mysql())).at("/sites/0");
        assertThat(site.path("pins").asLong()).isEqualTo(100);
        assertThat(site.has("stacks") || site.has("histogram")).isFalse();
    }

    @Test
    void the_policy_allows_the_one_script_and_the_one_style_sheet_and_no_connection() throws Exception {
        String page = HtmlReport.write(Reports.mysql());
        String policy = only(page, "http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\"");
        assertThat(policy)
                .startsWith("default-src 'none'; ")
                .contains("connect-src 'none'; ", "require-trusted-types-for 'script'")
                .contains("script-src '" + hash(only(page, "<script>(.*?)</script>")) + "'; ")
                .contains("style-src '" + hash(only(page, "<style>(.*?)</style>")) + "'; ")
                .doesNotContain("unsafe", "http:", "https:");
    }

    @Test
    void the_live_page_may_ask_its_own_server_and_nobody_else() {
        Response live = HtmlReport.live(Reports.mysql(), null);
        assertThat(live.contentType()).isEqualTo("text/html; charset=utf-8");
        assertThat(live.policy()).contains("connect-src 'self'; ").endsWith("frame-ancestors 'none'");
        assertThat(only(new String(live.body(), StandardCharsets.UTF_8), "Security-Policy\" content=\"([^\"]*)\""))
                .isEqualTo(live.policy().replace("; frame-ancestors 'none'", ""));
        assertThat(HtmlReport.liveData(Reports.mysql(), null).policy()).isEqualTo(Response.NOTHING_ALLOWED);
    }

    @Test
    void nothing_in_a_name_ends_the_data_is_lost_or_turns_what_follows_it() throws CharacterCodingException {
        String name = "a.</script><script>alert(1)</script><!--\u2028\u202e\ud800é%SCRIPT%";
        String shown = "a.</script><script>alert(1)</script><!--\\u2028\\u202e\\ud800é%SCRIPT%";
        String page = HtmlReport.write(
                PageReports.of(List.of(PageReports.site(name, List.of(PageReports.stack(1, 1, name, name))))));
        assertThat(Pattern.compile("</script", Pattern.CASE_INSENSITIVE)
                        .matcher(page)
                        .results())
                .hasSize(2);
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(page)).isTrue();
        JsonNode data = data(page);
        assertThat(data.at("/frames/0").asString()).isEqualTo(shown);
        assertThat(data.at("/sites/0/holders/0/className").asString()).isEqualTo(shown);
    }

    @Test
    void every_stack_is_found_again_in_the_tree() {
        Report report = PageReports.ofStacks(500);
        JsonNode data = data(HtmlReport.write(report));
        Set<String> written = new HashSet<>();
        for (int i = 0; i < data.at("/stacks/node").size(); i++) {
            SiteFigures site =
                    report.sites().get(data.at("/stacks/site").path(i).asInt());
            written.add(site.id()
                    + frames(data, data.at("/stacks/node").path(i).asInt())
                    + data.at("/stacks/seconds").path(i).asDouble());
        }
        Set<String> expected = new HashSet<>();
        report.sites()
                .forEach(site -> site.stacks()
                        .forEach(stack -> expected.add(site.id() + stack.frames() + stack.pinnedNanos() / 1e9)));
        assertThat(expected).hasSize(500);
        assertThat(written).isEqualTo(expected);
    }

    @Test
    void stacks_that_a_site_counts_but_did_not_keep_have_a_place() {
        SiteFigures whole = PageReports.site(
                "a.B", List.of(PageReports.stack(3, 3, "a.B.x:1", "a.B.block:2"), PageReports.stack(4, 5, "a.B.y")));
        SiteFigures cut = new SiteFigures(
                whole.id(),
                whole.operation(),
                whole.reason(),
                false,
                whole.holders(),
                whole.entries(),
                new SiteFigures.PinTimes(whole.pins(), whole.pinnedNanos(), 0, 0, 0, List.of()),
                new SiteFigures.Span(whole.occurrence(), 0, 0),
                whole.verdict(),
                whole.advice(),
                List.of(),
                whole.stacks().subList(0, 1),
                SiteFigures.AwaitedClass.NONE,
                null);
        JsonNode data = data(HtmlReport.write(PageReports.of(List.of(cut))));
        assertThat(data.path("frames").valueStream().map(JsonNode::asString)).contains(HtmlReportStacks.NOT_KEPT);
        assertThat(sum(data.at("/stacks/seconds"))).isEqualTo(8);
        assertThat(sum(data.at("/stacks/pins"))).isEqualTo(7);
    }

    @Test
    void a_holder_is_marked_and_the_nearest_one_is_the_culprit() {
        JsonNode data = data(HtmlReport.write(Reports.mysql()));
        List<String> marked = new ArrayList<>();
        assertThat(data.at("/stacks/holders").toString()).isEqualTo("[2]");
        JsonNode holds = data.at("/stacks/holds");
        for (int i = 0; i < holds.size(); i += 2) {
            String frame = frameAbove(
                    data, data.at("/stacks/node/0").asInt(), holds.path(i).asInt());
            int code = holds.path(i + 1).asInt();
            marked.add(
                    frame + " " + data.path("holds").path((code & 63) - 1).asString() + (code >= 64 ? " culprit" : ""));
        }
        assertThat(marked)
                .containsExactly(
                        "com.mysql.cj.protocol.ReadAheadInputStream.read:180 monitor culprit",
                        "com.mysql.cj.jdbc.StatementImpl.executeQuery:1168 monitor");
    }

    private static String frameAbove(JsonNode data, int node, int up) {
        JsonNode depths = data.at("/nodes/depth");
        int at = node;
        while (depths.path(at).asInt() > depths.path(node).asInt() - up) {
            at--;
        }
        return data.path("frames")
                .path(data.at("/nodes/frame").path(at).asInt())
                .asString();
    }

    @Test
    void what_a_rebuild_renumbers_is_the_same_in_a_comparison() {
        Report before = PageReports.of(List.of(PageReports.site(
                "a.B$$Lambda/0x00007f01",
                List.of(PageReports.stack(
                        10, 51, "a.B.lambda$run$0:3", "jdk.proxy1.$Proxy12.call:1", "a.B$$Lambda/0x00007f01.run")))));
        Report after = PageReports.of(List.of(PageReports.site(
                "a.B$$Lambda/0x0000beef",
                List.of(PageReports.stack(
                        5, 25.5, "a.B.lambda$run$4:9", "jdk.proxy1.$Proxy7.call:8", "a.B$$Lambda/0x0000beef.run")))));
        JsonNode data = data(PageReports.comparison(before, after));
        assertThat(data.path("kind").asString()).isEqualTo("diff");
        assertThat(data.path("sites").size()).isEqualTo(1);
        assertThat(data.at("/stacks/node").size())
                .as("one stack, with both weights")
                .isEqualTo(1);
        // Both watched for 51 s.
        assertThat(data.at("/changes/0/before").asDouble()).isCloseTo(3600, within(1e-6));
        assertThat(data.at("/changes/0/after").asDouble()).isCloseTo(1800, within(1e-6));
        assertThat(data.at("/stacks/before/0").asDouble()).isCloseTo(3600, within(1e-6));
        assertThat(data.path("verdict").asString())
                .isEqualTo("Pinned time fell from 3600 s to 1800 s per hour: 1 site shrank.");
    }

    @Test
    void sites_of_one_side_alone_are_new_or_gone() {
        Report before =
                PageReports.of(List.of(PageReports.site("a.Gone", List.of(PageReports.stack(1, 1, "a.Gone.x")))));
        Report after = PageReports.of(List.of(PageReports.site("a.New", List.of(PageReports.stack(1, 2, "a.New.x")))));
        JsonNode data = data(PageReports.comparison(before, after));
        assertThat(data.at("/changes/0/before").asDouble()).isZero();
        assertThat(data.at("/changes/1/after").asDouble()).isZero();
        assertThat(data.path("verdict").asString()).endsWith(": 1 site new, 1 site gone.");
    }

    @Test
    void a_comparison_of_dumps_does_not_say_that_there_was_no_pin() {
        Report like = PageReports.of(List.of());
        Report dumps = Reports.none(Source.DUMP);
        JsonNode data = data(PageReports.comparison(dumps, dumps));
        assertThat(data.at("/read/0").asString())
                .isEqualTo("Before: dumps, which show no pins that have ended, JDK 21.0.8");
        assertThat(data.path("verdict").asString()).startsWith("Dumps show no pins that have ended");
        assertThat(data(PageReports.comparison(like, like)).path("verdict").asString())
                .isEqualTo("Neither side has a pin.");
    }

    @Test
    void a_comparison_with_dumps_has_no_site_of_the_other_side() {
        Report pinned = PinnedReport.on("21.0.8").pins(1_000, 10, "*a.B.hold").report();
        JsonNode data = data(PageReports.comparison(Reports.none(Source.DUMP), pinned));
        assertThat(data.path("sites").size()).isZero();
        assertThat(data.path("changes").size()).isZero();
        assertThat(data.at("/totals/pins").asInt()).isZero();
        assertThat(data.path("verdict").asString()).startsWith("Dumps show no pins that have ended");
    }

    @Test
    void what_is_no_more_than_noise_is_not_said_to_have_grown() {
        Report before = PinnedReport.on("21.0.8").pins(1_000, 10, "*a.B.hold").report();
        Report after = PinnedReport.on("21.0.8").pins(1_050, 10, "*a.B.hold").report();
        JsonNode data = data(PageReports.comparison(before, after));
        assertThat(data.at("/changes/0/kind").asString()).isEqualTo("same");
        assertThat(data.path("verdict").asString())
                .isEqualTo("Pinned time went from 10.0 s to 10.5 s per hour: within the noise (10 %, or what chance"
                        + " causes between equal programs).");
    }

    @Test
    void a_site_of_which_jdk_24_left_the_native_frames_is_one_row_of_a_comparison() {
        Report before = PinnedReport.on("21.0.8")
                .hold(Hold.NATIVE)
                .pins(3, 60, "*a.B.hold", "*a.N.call")
                .report();
        Report after = PinnedReport.on("25.0.3")
                .hold(Hold.NATIVE)
                .pins(3, 60, "a.B.hold", "*a.N.call")
                .report();
        JsonNode data = data(PageReports.comparison(before, after));
        assertThat(data.path("sites").size()).isEqualTo(1);
        assertThat(data.at("/changes/0/before").asDouble()).isPositive();
        assertThat(data.at("/changes/0/after").asDouble()).isPositive();
    }

    @Test
    void carriers_that_were_still_held_at_the_end_are_told_before_what_a_newer_jdk_changes() {
        Limit held = Limit.of(LimitKind.CARRIERS_HELD, 1, 2, "#30", "at com.acme.Config.load:34", 14);
        Report like = Reports.mysql();
        Report report = like.with(like.outlook(), like.plan(), List.of(held));
        assertThat(data(HtmlReport.write(report)).path("verdict").asString())
                .startsWith("When the recording ended 1 of 2 carriers is held by virtual thread #30")
                .contains("pins that have not ended. ")
                .endsWith(".");
    }

    @Test
    void what_the_looks_at_waits_cannot_show_is_among_the_blind_spots() {
        Limit limit = Limit.of(LimitKind.WAITS_FOR_OTHER_CARRIERS, 8);
        Report report = Reports.mysql().with(new Waits(2, nanos(5), 0, 8, 8, List.of(), List.of(), List.of(limit)));
        for (String page : List.of(HtmlReport.write(report), PageReports.comparison(report, report))) {
            assertThat(data(page).path("limits").valueStream().map(JsonNode::asString))
                    .containsOnlyOnce(LimitText.sentence(limit));
        }
    }

    @Test
    void that_only_one_carrier_was_free_is_said_as_in_the_text_but_with_the_name_of_the_site() {
        PinnedReport once = PinnedReport.on("21.0.8").pins(1, 1_000, "*a.B.hold");
        assertThat(data(HtmlReport.write(once.report())).path("nearMisses").asString())
                .isEqualTo("Only one carrier was free once, for 1.00 s in all: one more pin stops all virtual threads."
                        + " Most is of site a.B.hold [sleep].");
        Report all = once.together(2, 1_000, "*a.B.hold").report();
        assertThat(data(HtmlReport.write(all)).path("nearMisses").isString()).isFalse();
        Report printed = PinnedReport.on("21.0.8")
                .limit(Limit.of(LimitKind.PRINTED_EVENTS))
                .pins(1, 1_000, "*a.B.hold")
                .report();
        assertThat(data(HtmlReport.write(printed)).path("nearMisses").isString())
                .isFalse();
    }

    @Test
    void places_that_the_table_of_waits_has_no_rows_for_are_counted() {
        WaitGroup[] groups = IntStream.range(0, 103)
                .mapToObj(i -> WaitReports.group(3, 2, WaitOperation.LOCK, null, "com.acme.Shop" + i + ".price"))
                .toArray(WaitGroup[]::new);
        JsonNode waits = data(HtmlReport.write(Reports.mysql().with(WaitReports.of(3, groups))))
                .path("waits");
        assertThat(waits.path("rows").size()).isEqualTo(100);
        assertThat(waits.path("moreRows").asInt()).isEqualTo(3);
    }

    @Test
    void a_report_without_a_pin_is_a_page_too() {
        assertThat(data(HtmlReport.write(Reports.none())).path("verdict").asString())
                .startsWith("No pin ended in the ");
    }

    private static double sum(JsonNode numbers) {
        return numbers.valueStream().mapToDouble(JsonNode::asDouble).sum();
    }

    /** Topmost first, from a node to its root. */
    private static List<String> frames(JsonNode data, int node) {
        List<String> frames = new ArrayList<>();
        int depth = Integer.MAX_VALUE;
        for (int n = node; n >= 0; n--) {
            if (data.at("/nodes/depth").path(n).asInt() < depth) {
                depth = data.at("/nodes/depth").path(n).asInt();
                frames.add(data.path("frames")
                        .path(data.at("/nodes/frame").path(n).asInt())
                        .asString());
            }
            if (depth == 0) {
                break;
            }
        }
        return frames;
    }

    private static JsonNode data(String page) {
        return JsonMapper.shared().readTree(only(page, "<script type=\"application/json\" id=\"data\">(.*?)</script>"));
    }

    private static String only(String page, String pattern) {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    private static String hash(String text) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }
}
