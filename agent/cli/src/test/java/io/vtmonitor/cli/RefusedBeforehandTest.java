package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
                "record PID -- --format junit | after --, for analyze: format junit contains the result of conditions",
                "record PID -- --fail-on enormous>1s | after --, for analyze: --fail-on: ",
                "record PID -- --fail-on new | after --, for analyze: --fail-on: 'new' needs --baseline",
                "record PID -- -o report.doc | after --, for analyze: -o report.doc: the extension selects no format",
                "record PID -- --color | after --, for analyze: ",
                "analyze app.jfr --since 4s --until 2s | --since and --until: the requested time must start",
                "diff a.jfr b.jfr --noise 50% --fail-on grew>20% | --fail-on: 'grew>20%' asks for less than --n",
                "diff a.jfr b.jfr --since 2s --until 2s | --since and --until: the requested time must start",
                "analyze  --package x | argument 2 is empty; is a shell variable unset?",
                "analyze app.jfr --package  --top 1 | argument 4 is empty; is a shell variable unset?",
                "analyze app.jfr --fail-on= | argument 3, --fail-on=, is empty; is a shell variable unset?",
                "analyze app.jfr --top x | Invalid value for option '--top': 'x' is not understood; accepted: a whole",
                "analyze app.jfr --by no | Invalid value for option '--by': 'no' is not understood; accepted: site, c",
                "analyze app.jfr --format a | Invalid value for option '--format': 'a' is not understood; accepted:"
                        + " text,",
                "scan app.jar -o app.doc | -o app.doc: the extension selects no format; accepted: .txt .json .html",
                "analyze app.jfr --fail-on , | --fail-on: no condition is given",
                "record PID -- --fail-on , | after --, for analyze: --fail-on: no condition is given",
                "scan app.jar --fail-on , | --fail-on: no condition is given",
                "merge report.json --per-file | --per-file is accepted by analyze only",
                "merge report.json --per-file -o folder | --per-file is accepted by analyze only"
            })
    void it_is_named_with_exit_code_2(String line, String message) {
        StringWriter err = new StringWriter();
        CommandLine commands = Commands.line().setErr(new PrintWriter(err));
        int code = commands.execute(line.replace("PID", NO_PROCESS).split(" "));
        assertThat(err.toString()).startsWith("vt-monitor: " + message);
        assertThat(code).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "analyze IN -o IN --format json | -o IN: this file is an input and would be overwritten",
                "analyze IN -o out.html -o LINK.html | -o LINK.html: this file is an input",
                "analyze IN --keep-classes IN | --keep-classes IN: this file is an input",
                "analyze a.jfr --classpath IN --keep-classes IN | --keep-classes IN: this file is an input",
                "analyze a.jfr --baseline IN -o IN --format json | -o IN: this file is an input",
                "analyze FOLDER -o FOLDER/app.jfr --format json | -o FOLDER/app.jfr: this file is an input",
                "merge FOLDER -o FOLDER/all.json | -o FOLDER/all.json: this file is an input",
                "merge FOLDER/*.json -o FOLDER/all.json | -o FOLDER/all.json: this file is an input",
                "diff FOLDER a.json -o FOLDER/app.jfr --format json | -o FOLDER/app.jfr: this file is an input",
                "merge a.json IN -o IN --format json | -o IN: this file is an input",
                "merge a.json --baseline IN -o IN --format json | -o IN: this file is an input",
                "diff a.json IN -o IN --format json | -o IN: this file is an input",
                "diff --before a.json --after IN -o IN --format json | -o IN: this file is an input",
                "scan IN -o IN --format json | -o IN: this file is an input",
                "scan --classpath IN -o IN --format json | -o IN: this file is an input",
                "scan a.jar --fail-on new --baseline IN -o IN --format json | -o IN: this file is an input",
                "scan a.jar --fail-on known --ignore IN -o IN --format csv | -o IN: this file is an input",
                "scan a.jar --sinks IN -o IN --format csv | -o IN: this file is an input",
                "analyze a.jfr --advice IN -o IN --format json | -o IN: this file is an input",
                "diff a.jfr b.jfr --advice IN -o IN --format json | -o IN: this file is an input",
                "scan a.jar --advice IN -o IN --format json | -o IN: this file is an input",
                "scan a.jar --seen IN -o IN --format json | -o IN: this file is an input",
                "scan a.jar --seen FOLDER -o FOLDER/app.jfr --format json | -o FOLDER/app.jfr: this file is an input",
                "diff - - | standard input, '-', is accepted once"
            })
    void an_input_is_never_overwritten_whatever_names_it(String line, String message, @TempDir Path folder)
            throws IOException {
        Path input = Files.writeString(folder.resolve("in"), "the only copy");
        Files.copy(input, folder.resolve("app.jfr"));
        Files.copy(input, folder.resolve("all.json"));
        Path link = Files.createSymbolicLink(folder.resolve("link.html"), input);
        StringWriter err = new StringWriter();
        CommandLine commands = Commands.line().setErr(new PrintWriter(err));
        int code = commands.execute(named(line, input, link).split(" "));
        assertThat(err.toString()).startsWith("vt-monitor: " + named(message, input, link));
        assertThat(code).isEqualTo(2);
        assertThat(input).hasContent("the only copy");
    }

    private static String named(String text, Path input, Path link) {
        return text.replace("LINK.html", link.toString())
                .replace("IN", input.toString())
                .replace("FOLDER", input.getParent().toString());
    }

    @Test
    void the_users_class_path_comes_before_what_record_finds_in_either_form() {
        List<String> kept = List.of("app.jfr", "--keep-classes", "k.jar", "--classpath");
        String both = "mine" + File.pathSeparator + "cp";
        assertThat(arguments("app.jfr")).startsWith("app.jfr").endsWith("k.jar", "--classpath", "cp");
        assertThat(arguments("app.jfr", "--classpath=mine")).containsAll(kept).endsWith(both);
        assertThat(arguments("app.jfr", "--classpath", "mine"))
                .containsAll(kept)
                .endsWith(both);
        assertThat(arguments("app.jfr", "--keep-classes=mine.jar", "--classpath=mine"))
                .containsExactly("app.jfr", "--classpath", both);
    }

    private static List<String> arguments(String... analysis) {
        List<String> line = new ArrayList<>(List.of("analyze"));
        line.addAll(List.of(analysis));
        ParseResult asked =
                Commands.line().parseArgs(line.toArray(String[]::new)).subcommand();
        return RecordCommand.arguments(asked, Path.of("app.jfr"), Path.of("k.jar"), "cp");
    }
}
