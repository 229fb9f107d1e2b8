package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.scan.Sources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command: outputs, conditions, exit codes. */
class ScanCommandTest {
    private static final String PINS = "class A { synchronized void use() throws Exception { Thread.sleep(1); } }";
    private static final String FREE = "class A { void use() throws Exception { Thread.sleep(1); } }";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void the_text_names_the_holder_the_wait_and_the_cure() throws IOException {
        assertThat(scan(Sources.compile(folder, PINS))).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains(
                        "1 place holds a carrier",
                        "A.use:1 owns the monitor of this and sleeps: by Thread.sleep.",
                        "JDK 24 or later frees all of them.");
    }

    @Test
    void on_jdk_25_nothing_is_found_where_only_monitors_are_owned() throws IOException {
        assertThat(scan(Sources.compile(folder, PINS), "--jdk", "25")).isZero();
        assertThat(out.toString()).contains("No place was found");
    }

    @Test
    void a_condition_is_met_by_what_is_new_and_not_by_what_the_baseline_has() throws IOException {
        Path classes = Sources.compile(folder, PINS);
        Path json = folder.resolve("scan.json");
        assertThat(scan(classes, "-o", json.toString(), "--fail-on", "findings>0"))
                .isEqualTo(3);
        assertThat(scan(classes, "--fail-on", "new", "--baseline", json.toString()))
                .isZero();
        Path without = folder.resolve("without.json");
        assertThat(scan(Sources.compile(folder, FREE), "-o", without.toString()))
                .isZero();
        assertThat(scan(classes, "--fail-on", "new", "--baseline", without.toString()))
                .isEqualTo(3);
        Path ignores = Files.writeString(folder.resolve("ignores"), "A.use monitor in * # once a day\n");
        assertThat(scan(classes, "--fail-on", "findings>0", "--ignore", ignores.toString()))
                .isZero();
    }

    @Test
    void a_class_that_could_not_be_read_makes_the_gate_blind_in_its_xml_too() throws IOException {
        Path classes = Sources.compile(folder, PINS);
        Path xml = folder.resolve("gate.xml");
        assertThat(scan(classes, "--fail-on", "findings>9", "--format", "junit", "-o", xml.toString()))
                .isZero();
        assertThat(Files.readString(xml)).contains("errors=\"0\"");
        assertThat(err.toString()).contains("gate: kept findings>9: ");
        Files.writeString(classes.resolve("B.class"), "no class file");
        assertThat(scan(classes, "--fail-on", "findings>9", "--format", "junit", "-o", xml.toString()))
                .isEqualTo(1);
        assertThat(Files.readString(xml)).contains("errors=\"1\"", "not all of the input could be read");
        assertThat(err.toString())
                .contains(
                        "gate: undecided findings>9: ", "gate: the gate is blind: not all of the input could be read");
    }

    @Test
    void a_recording_that_could_not_be_read_leaves_a_condition_undecided() throws IOException {
        String none = folder.resolve("none.jfr").toString();
        assertThat(scan(Sources.compile(folder, PINS), "--seen", none, "--fail-on", "findings>9"))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("gate: undecided findings>9: ", "gate is blind: not all of the input could be read");
    }

    @Test
    void a_baseline_that_is_not_there_is_refused_with_the_reason() throws IOException {
        Path none = folder.resolve("none.json");
        assertThat(scan(Sources.compile(folder, PINS), "--fail-on", "new", "--baseline", none.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--baseline: can't read " + none + ": there is no such file");
    }

    @Test
    void what_is_seen_twice_is_said_to_count_twice() throws IOException {
        Path seen = Files.writeString(folder.resolve("seen.txt"), """
                jdk.VirtualThreadPinned {
                  startTime = 07:02:48.100 (2024-06-19)
                  duration = 30.0 ms
                  stackTrace = [
                    A.use() line: 1
                  ]
                }
                """);
        Path copy = Files.copy(seen, folder.resolve("copy.txt"));
        Path classes = Sources.compile(folder, PINS);
        scan(classes, "--seen", seen.toString(), "--seen", copy.toString());
        assertThat(err.toString()).contains("--seen: reports of one JVM over the same time were merged");
        err.getBuffer().setLength(0);
        scan(classes, "--seen", seen.toString());
        assertThat(err.toString()).doesNotContain("over the same time");
    }

    @Test
    void json_has_the_fields_that_its_schema_requires_and_no_others() throws IOException {
        assertThat(scan(Sources.compile(folder, PINS), "--format", "json")).isZero();
        JsonMapper mapper = JsonMapper.shared();
        JsonNode schema = mapper.readTree(Files.readAllBytes(RepositoryRoot.resolve("docs/scan.schema.json")));
        JsonNode document = mapper.readTree(out.toString());
        fits(document, schema);
        JsonNode finding = document.get("findings").get(0);
        fits(finding, schema.get("properties").get("findings").get("items"));
        assertThat(finding.get("id").asString()).startsWith("A.use monitor in ");
        assertThat(finding.get("line").asInt()).isEqualTo(1);
    }

    @Test
    void what_a_class_of_the_jdk_decides_is_not_certain_without_that_jdk() throws IOException {
        Path classes = Sources.compile(
                folder,
                PINS,
                "class Slow extends java.io.InputStream { public synchronized int read() {"
                        + " try { Thread.sleep(1); } catch (InterruptedException e) { } return -1; } }");
        assertThat(scan(classes)).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("Or start the agent with unpin=Slow (JDK 21), which likely frees it, by JDK 21.0.8.");
        assertThat(scan(classes, "--format", "json")).isZero();
        assertThat(out.toString())
                .contains("\"unpin\" : [ \"A\" ]")
                .containsOnlyOnce("\"unpinEstimate\" : true")
                .containsPattern("\"unpin\" : \\[ \"Slow\" \\],\\s+\"unpinEstimate\"");
    }

    @Test
    void json_alongside_takes_no_hint_of_unpin_from_the_text() throws IOException {
        String[] sources = IntStream.rangeClosed(10, 61)
                .mapToObj(number -> PINS.replace("class A", "class A" + number))
                .toArray(String[]::new);
        Path classes = Sources.compile(folder, sources);
        String json = folder.resolve("scan.json").toString();
        assertThat(scan(classes, "--top", "60", "-o", json, "-o", "-")).isZero();
        assertThat(out.toString()).contains("unpin=A10", "unpin=A61");
    }

    @Test
    void a_guess_that_all_shows_has_its_hint_of_unpin() throws IOException {
        Path classes = Sources.compile(
                folder,
                "class A { synchronized void use(Task task) throws Exception { task.work(); } }",
                "interface Task { void work() throws Exception; }",
                "class Slow implements Task { public void work() throws Exception { Thread.sleep(1); } }",
                "class Fast implements Task { public void work() {} }");
        assertThat(scan(classes, "--all")).isZero();
        assertThat(out.toString()).contains("unpin=A");
    }

    @Test
    void a_library_is_at_its_line_of_the_build_file_and_a_class_at_its_own() throws IOException {
        Path classes = Sources.compile(folder, PINS);
        Path sources = Files.createDirectory(folder.resolve("sources"));
        Files.writeString(
                sources.resolve("pom.xml"),
                "<project>\n<artifactId>" + classes.getFileName() + "</artifactId>\n</project>\n");
        assertThat(scan(classes, "--format", "sarif", "--source-root", sources.toString()))
                .isZero();
        assertThat(out.toString()).contains("\"pom.xml\"", "\"startLine\" : 2");
    }

    @Test
    void findings_are_rows_of_csv_and_conditions_are_test_cases_of_junit() throws IOException {
        Path csv = folder.resolve("scan.csv");
        Path junit = folder.resolve("scan.xml");
        Path classes = Sources.compile(folder, PINS);
        assertThat(scan(classes, "-o", csv.toString(), "-o", junit.toString(), "--fail-on", "findings>0"))
                .isEqualTo(3);
        assertThat(Files.readString(csv).split("\r\n"))
                .hasSize(2)
                .satisfies(lines -> assertThat(lines[0]).startsWith("id,holder,hold,lock,class,line,library,"))
                .satisfies(lines -> assertThat(lines[1]).contains(",A.use,monitor,this,A,1,", ",sleep,"));
        assertThat(Files.readString(junit))
                .contains("<testsuite", "<testcase", "findings&gt;0", "<failure", "1 place holds a carrier");
    }

    @Test
    void what_a_report_saw_comes_first_with_its_cost_and_what_the_scan_lacks_is_listed() throws IOException {
        Path report = Files.writeString(folder.resolve("report.json"), JsonReport.write(Reports.mysql()));
        Path classes = Sources.compile(
                folder,
                PINS,
                "package com.mysql.cj.protocol; class ReadAheadInputStream { synchronized int read() throws Exception"
                        + " { Thread.sleep(1); return 0; } }");
        assertThat(scan(classes, "--seen", report.toString())).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains(
                        "Recorded: 100 pins, 100 s. Of 2 recorded holders, the scan finds 1, finds 0 only as guesses,"
                                + " and misses 1.",
                        "com.mysql.cj.jdbc.StatementImpl.executeQuery by monitor: 100 pins, 100 s, missed by the scan",
                        "1. ReadAheadInputStream.read:1 owns the monitor of this and sleeps: by Thread.sleep. Seen:");
        assertThat(scan(classes, "--seen", report.toString(), "--format", "json"))
                .isZero();
        JsonMapper mapper = JsonMapper.shared();
        JsonNode schema = mapper.readTree(Files.readAllBytes(RepositoryRoot.resolve("docs/scan.schema.json")));
        JsonNode document = mapper.readTree(out.toString());
        fits(document, schema);
        fits(
                document.get("findings").get(0),
                schema.get("properties").get("findings").get("items"));
        assertThat(document.get("recorded").get("missed").size()).isEqualTo(1);
    }

    @Test
    void the_page_has_the_findings_and_allows_no_script() throws IOException {
        Path page = folder.resolve("scan.html");
        assertThat(scan(Sources.compile(folder, PINS), "-o", page.toString())).isZero();
        assertThat(Files.readString(page))
                .contains("default-src 'none'", "<code>A.use</code>", "java.lang.Thread.sleep")
                .doesNotContain("<script");
    }

    @Test
    void of_a_running_jvm_its_class_path_is_read() throws IOException {
        Path classes = Sources.compile(
                folder,
                PINS,
                "public class Waits { public static void main(String[] a) throws Exception {"
                        + " System.out.println(1); System.in.read(); } }");
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes.toString(),
                        "Waits")
                .start();
        try {
            assertThat(jvm.getInputStream().read()).isEqualTo('1');
            assertThat(scan(Path.of(Long.toString(jvm.pid())), "--jdk", "21")).isZero();
            assertThat(out.toString()).contains("A.use");
        } finally {
            jvm.destroyForcibly();
        }
    }

    @Test
    void wrong_usage_and_what_can_not_be_read_have_codes_of_their_own() throws IOException {
        Path noJar = Files.writeString(folder.resolve("no.jar"), "no zip");
        assertThat(scan(noJar)).isEqualTo(1);
        assertThat(err.toString()).contains("no.jar can't be read");
        assertThat(out.toString()).contains("so there is no result").doesNotContain("No place was found");
        assertThat(scan(folder.resolve("absent.jar"))).isEqualTo(2);
        assertThat(scan(noJar, "--fail-on", "many")).isEqualTo(2);
        assertThat(err.toString()).contains("accepted: findings>10, known, new, package:com.acme");
    }

    private static void fits(JsonNode object, JsonNode schema) {
        for (JsonNode required : schema.get("required")) {
            assertThat(object.has(required.asString())).as(required.asString()).isTrue();
        }
        object.propertyNames()
                .forEach(name ->
                        assertThat(schema.get("properties").has(name)).as(name).isTrue());
    }

    private int scan(Path path, String... options) {
        List<String> arguments = new ArrayList<>(List.of("scan", path.toString()));
        arguments.addAll(List.of(options));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Commands.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }
}
