package io.vtmonitor.report.text;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.Part;
import io.vtmonitor.report.Difference.Side;
import io.vtmonitor.report.Difference.SiteChange;
import io.vtmonitor.report.Difference.VerdictChange;
import io.vtmonitor.report.DifferenceFacts.OtherJdks;
import io.vtmonitor.report.DifferenceFacts.OtherLibrary;
import io.vtmonitor.report.GateFacts.PinnedTime;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.json.JsonReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.commonmark.node.Node;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a parser of GitHub's Markdown makes of it, with names that nobody chose kindly. */
class MarkdownReportTest {
    private static final Report REPORT = Reports.mysql()
            .with(WaitReports.of(
                    3, WaitReports.group(3, 40, WaitOperation.LOCK, null, "com.acme.Cache.load", "com.acme.Web.get")));

    private static final GateResult GATE = new GateResult(
            List.of(new GateResult.Condition("total>1s", true, new PinnedTime(100, false), List.of(), List.of())),
            List.of(),
            List.of());

    /** The names of the report that come from a recording, a class path or a user's file. */
    private static final List<String> NAMES = List.of(
            "com.mysql.cj.protocol.ReadAheadInputStream",
            "executeQuery",
            "result of getConnectionMutex()",
            "mysql-connector-j",
            "com.acme.Orders.load",
            "com.acme.Cache.load",
            "com.acme.Web.get",
            "virtual thread #7",
            "It reads while it owns a monitor.",
            "Upgrade.",
            "upgrade mysql-connector-j 8.0.33 to 9.0.0 or later");

    private static final List<String> HOSTILE = List.of(
            "a|b",
            "|",
            "`",
            "``",
            "a`b",
            "```\ncode",
            "\\",
            "\\|",
            "\\`",
            "a\\",
            "<img src=x onerror=alert(1)>",
            "</code>",
            "<details>",
            "<!--",
            "-->",
            "[x](http://evil.example)",
            "![x](y)",
            "[x]",
            "]",
            "](",
            "*b*",
            "__b__",
            "~~s~~",
            "\n# h",
            "\n\n- l\n",
            "1.",
            "1)",
            "-",
            "+",
            "+ l",
            "> q",
            "---",
            "===",
            "\n|a|b|\n|-|-|\n",
            "www.evil.example",
            "https://evil.example/x",
            "http:",
            "mailto:a@b.example",
            "someone@evil.example",
            "@everyone",
            "#12",
            "GH-12",
            "deadbeef1",
            "!7",
            "$x$",
            ":smile:",
            "&lt;b&gt;",
            "&#124;",
            "&",
            "\u202eabc",
            "\u0000",
            "\u2028",
            "\u00a0",
            " ",
            "  two",
            "\t",
            "    indented",
            "[^1]",
            "日本",
            "\ud800");

    @Test
    void the_report_is_sentences_and_tables() {
        assertThat(MarkdownReport.write(Reports.mysql(), 3, GATE)).isEqualTo("""
                ### vt-monitor: pinned virtual threads

                |  | condition | seen |
                | --- | --- | --- |
                | **met** | `total>1s` | 100 s pinned in all |

                - JDK 21.0.8, 2 carriers, watched for 51.0 s from 2026-11-21T09:00:00Z
                - 100 pins held carriers for 100 s: 98 % of the capacity was lost; at most 2 pinned at once, all of them for 50.0 s
                - Worst from 2026-11-21T09:00:01.234Z on: no carrier was free for 50.0 s of 50.2 s; 100 pins of site 1
                - 88 % of the pinned time disappears on JDK 24 and later, 12 % is native and stays on every JDK

                |  | pinned | pins | longest | held by | from | why | cure | newer JDKs |
                | --: | --: | --: | --: | --- | --- | --- | --- | --- |
                | 1 | 100 s (100 %) | 100 | 1.02 s | `com.mysql.cj.protocol.ReadAheadInputStream.read:180` (monitor of this, exact)\
                 mysql-connector-j 8.0.33; and `com.mysql.cj.jdbc.StatementImpl.executeQuery:1168` (2 monitors of result of\
                 `getConnectionMutex()`, likely) | `com.acme.Orders.load` | It reads while it owns a monitor. | Upgrade. |\
                 gone on JDK 24 and later |

                Fix one of these, cheapest first:

                | saves | share | what | takes |
                | --: | --: | --- | --- |
                | 88.1 s | 88 % | upgrade mysql-connector-j 8.0.33 to 9.0.0 or later | another release of a library |
                | 88.1 s | 88 % | run on JDK 25.0.4+ or 27+ | another JDK: the first builds without a known fault that leaves virtual threads stuck |
                | 88.1 s | 88 % | `unpin=com.mysql.cj.**` (JDK 21) (an estimate) | a restart |

                Blind spots:

                - pins shorter than 1 ms are not recorded
                """);
    }

    @Test
    void a_parser_finds_the_tables_and_nothing_that_was_not_meant() {
        Node page = MarkdownPage.parsed(MarkdownReport.write(REPORT, 3, GATE));
        assertThat(MarkdownPage.cells(page)).containsExactly(3, 3, 9, 9, 4, 4, 4, 4);
        assertThat(MarkdownPage.problems(page)).isEmpty();
        assertThat(MarkdownPage.codes(page))
                .contains("com.mysql.cj.protocol.ReadAheadInputStream.read:180", "com.acme.Orders.load");
    }

    @Test
    void names_from_a_recording_change_nothing_but_words() throws IOException {
        String json = JsonReport.write(REPORT);
        List<String> blocks = MarkdownPage.blocks(MarkdownPage.parsed(MarkdownReport.write(REPORT, 3, GATE)));
        Random random = new Random(23);
        for (int i = 0; i < 400; i++) {
            String name = i < HOSTILE.size() ? HOSTILE.get(i) : mixed(random);
            String page = MarkdownReport.write(named(json, name), 3, GATE);
            Node parsed = MarkdownPage.parsed(page);
            assertThat(MarkdownPage.blocks(parsed))
                    .as("with %s: %s", name, page)
                    .isEqualTo(blocks);
            assertThat(MarkdownPage.problems(parsed))
                    .as("with %s: %s", name, page)
                    .isEmpty();
        }
    }

    @Test
    void a_name_is_shown_as_it_is() {
        for (String name : List.of(
                "a|b", "a`b", "`a`", "a`|``b|", "|", "a\\|b", "<init>", "a\\", " a", "&amp;", "www.a.example")) {
            Markdown page = new Markdown();
            page.table(List.of("name"), List.of("---"), List.of(List.of(Markdown.code(name))));
            Node parsed = MarkdownPage.parsed(page.toString());
            assertThat(MarkdownPage.problems(parsed)).as(page.toString()).isEmpty();
            assertThat(MarkdownPage.shown(parsed)).as(page.toString()).isEqualTo("name" + name);
        }
        assertThat(Markdown.code("a\u202eb\n")).isEqualTo("`a\\u202eb\\u000a`");
    }

    @Test
    void prose_stays_prose() {
        for (String prose : List.of(
                "100 pins held carriers for 100 s: 98 % of the capacity was lost; at most 2 pinned at once,",
                "up to 884 ms of the carriers' time may be lost",
                "JDK 21.0.8, 2 carriers, watched for 51.0 s (all of it)",
                "don't wait for file I/O; it's +30 % at 12:30 …")) {
            assertThat(Markdown.text(prose)).isEqualTo(prose);
        }
        assertThat(Markdown.text("Upgrade com.mysql:mysql-connector-j to 9.0.0 (see Object.wait)."))
                .isEqualTo("Upgrade `com.mysql:mysql-connector-j` to 9.0.0 (see `Object.wait`).");
    }

    @Test
    void a_long_name_takes_no_long_time() {
        assertThat(Markdown.text("a".repeat(100_000) + "|" + "1".repeat(100_000) + "!"))
                .isNotEmpty();
    }

    @Test
    void a_comparison_is_a_table_of_what_changed() {
        List<String> blocks =
                MarkdownPage.blocks(MarkdownPage.parsed(MarkdownDiff.write(difference("a.B.hold [sleep]"), 5)));
        assertThat(MarkdownPage.cells(MarkdownPage.parsed(MarkdownDiff.write(difference("a.B.hold [sleep]"), 5))))
                .containsExactly(6, 6);
        for (String name : HOSTILE) {
            String page = MarkdownDiff.write(difference(name), 5);
            assertThat(MarkdownPage.blocks(MarkdownPage.parsed(page))).as(page).isEqualTo(blocks);
            assertThat(MarkdownPage.problems(MarkdownPage.parsed(page)))
                    .as(page)
                    .isEmpty();
        }
    }

    private static Difference difference(String name) {
        Side side = new Side(List.of(name), List.of("21.0.8"), 1, nanos(3_600), 5, nanos(1), 1, 0.02, 0, false);
        SiteChange change = new SiteChange(
                name,
                List.of(),
                Kind.GREW,
                Operation.SLEEP,
                Reason.MONITOR,
                Occurrence.RECURRING,
                Verdict.GONE_ON_24,
                new Part(5, nanos(1), nanos(1), 1),
                new Part(5, nanos(2), nanos(2), 2),
                1,
                new OtherLibrary(name, List.of("8"), List.of("9")));
        return new Difference(
                1,
                0.1,
                side,
                side,
                List.of(change),
                List.of(new VerdictChange(WaitVerdictKind.DEADLOCK, name, name, Kind.APPEARED, 0, 2)),
                List.of(),
                List.of(new OtherJdks(List.of(name), List.of("25"))));
    }

    private static String mixed(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            name.append(HOSTILE.get(random.nextInt(HOSTILE.size()))).append(random.nextBoolean() ? "" : "a");
        }
        return name.toString();
    }

    /** The report with each of its names replaced. */
    private static Report named(String json, String name) throws IOException {
        JsonNode report = renamed(JsonMapper.shared().readTree(json), name);
        List<Report> read = new ArrayList<>();
        JsonReport.read(new ByteArrayInputStream(report.toString().getBytes(StandardCharsets.UTF_8)), read::add);
        return read.get(0);
    }

    private static JsonNode renamed(JsonNode node, String name) {
        if (node instanceof ObjectNode object) {
            List.copyOf(object.propertyNames()).forEach(field -> object.set(field, renamed(object.get(field), name)));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, renamed(array.get(i), name));
            }
        } else if (node.isString()) {
            String text = node.asString();
            for (String old : NAMES) {
                text = text.replace(old, name);
            }
            return JsonMapper.shared().getNodeFactory().stringNode(text);
        }
        return node;
    }
}
