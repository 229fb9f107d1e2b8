package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.cli.output.Format;
import io.vtmonitor.gate.GateExpression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What the documentation tells people to type is understood, in the text and in its examples for build servers. */
class DocumentedCommandsTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    static Stream<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        for (String page : List.of("ci.md", "report.md", "quick-start.md")) {
            String text = Files.readString(DOCS.resolve(page));
            text.lines().filter(line -> line.startsWith("    java ")).forEach(commands::add);
        }
        scripts().forEach(script -> script.replace("\\\n", " ").lines().forEach(commands::add));
        return commands.stream().filter(command -> command.matches("\\s*java -jar \\S*vt-monitor\\.jar .*"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_command_is_understood(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        int redirected = words.indexOf(">");
        List<String> arguments = words.subList(3, redirected < 0 ? words.size() : redirected);

        CommandLine.ParseResult parsed =
                Commands.line().parseArgs(arguments.toArray(String[]::new)).subcommand();
        assertThat(parsed).isNotNull();
        List<String> conditions = parsed.matchedOptionValue("--fail-on", List.of());
        assertThat(conditions).allSatisfy(GateExpression::of);
        List<String> outputs =
                parsed.hasMatchedOption("-o") ? parsed.matchedOption("-o").originalStringValues() : List.of();
        if (parsed.commandSpec().name().equals("record")) {
            return; // writes a recording, not a report
        }
        assertThat(outputs)
                .allMatch(output -> output.equals("-") || Format.of(Path.of(output)) != null, "a known ending");
    }

    @Test
    void there_are_examples_for_two_build_servers() throws IOException {
        assertThat(scripts().filter(script -> script.contains("vt-monitor.jar analyze")))
                .hasSize(2);
    }

    @Test
    void each_way_to_call_a_condition_is_explained() throws IOException {
        String page = Files.readString(DOCS.resolve("ci.md"));
        for (GateExpression.Subject subject : GateExpression.Subject.values()) {
            assertThat(page).contains("`" + subject.name().toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void each_ending_of_a_file_is_explained() throws IOException {
        String page = Files.readString(DOCS.resolve("report.md"));
        assertThat(Format.endings(Set.of(Format.values())).split(" "))
                .allSatisfy(ending -> assertThat(page).contains(ending));
        assertThat(Format.values()).allSatisfy(format -> assertThat(page).contains("`" + format + "`"));
    }

    /** Every {@code run} of GitHub's and every {@code script} of GitLab's, as a shell gets it. */
    private static Stream<String> scripts() throws IOException {
        Matcher blocks = YAML.matcher(Files.readString(DOCS.resolve("ci.md")));
        return blocks
                .results()
                .map(block -> new YAMLMapper().readTree(block.group(1)))
                .flatMap(DocumentedCommandsTest::scripts)
                .collect(Collectors.toList())
                .stream();
    }

    private static Stream<String> scripts(JsonNode yaml) {
        return Stream.concat(
                yaml.findValues("run").stream().map(JsonNode::asString),
                yaml.findValues("script").stream()
                        .flatMap(JsonNode::valueStream)
                        .map(JsonNode::asString));
    }
}
