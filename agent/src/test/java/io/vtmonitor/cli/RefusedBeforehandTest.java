package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** What can be refused before a JVM is recorded or a file is read. */
class RefusedBeforehandTest {
    /** No process has this id: what is not refused ends with exit code 1. */
    private static final String NO_PROCESS = "999999999";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "record PID -- --format junit | after --, for analyze: format junit is the result of conditions",
                "record PID -- --fail-on enormous>1s | after --, for analyze: --fail-on: ",
                "record PID -- --fail-on new | after --, for analyze: --fail-on: 'new' needs --baseline",
                "record PID -- -o report.doc | after --, for analyze: -o report.doc: its ending names no format",
                "record PID -- --color | after --, for analyze: ",
                "analyze app.jfr --since 4s --until 2s | --since and --until: the time asked for has to begin",
                "diff a.jfr b.jfr --since 2s --until 2s | --since and --until: the time asked for has to begin",
                "merge report.json --per-file | --per-file is accepted by analyze",
                "merge report.json --per-file -o folder | --per-file is accepted by analyze"
            })
    void it_is_named_with_exit_code_2(String line, String message) {
        StringWriter err = new StringWriter();
        CommandLine commands = Commands.line().setErr(new PrintWriter(err));
        int code = commands.execute(line.replace("PID", NO_PROCESS).split(" "));
        assertThat(err.toString()).startsWith("vt-monitor: " + message);
        assertThat(code).isEqualTo(2);
    }

    @Test
    void what_record_gives_the_analysis_gives_way_to_the_users_in_either_form() {
        List<String> ours = List.of("app.jfr", "--keep-classes", "k.jar", "--classpath", "cp");
        assertThat(arguments("app.jfr")).isEqualTo(ours);
        assertThat(arguments("app.jfr", "--classpath=mine")).isEqualTo(ours.subList(0, 3));
        assertThat(arguments("app.jfr", "--classpath", "mine")).isEqualTo(ours.subList(0, 3));
        assertThat(arguments("app.jfr", "--keep-classes=mine.jar", "--classpath=mine"))
                .isEqualTo(ours.subList(0, 1));
    }

    private static List<String> arguments(String... analysis) {
        List<String> line = new ArrayList<>(List.of("analyze"));
        line.addAll(List.of(analysis));
        ParseResult asked =
                Commands.line().parseArgs(line.toArray(String[]::new)).subcommand();
        return RecordCommand.arguments(asked, Path.of("app.jfr"), Path.of("k.jar"), "cp");
    }
}
