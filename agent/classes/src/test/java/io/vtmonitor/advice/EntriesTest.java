package io.vtmonitor.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.vtmonitor.ExampleStack;
import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Releases;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every entry of the knowledge base. */
class EntriesTest {
    private static final Path OURS = Path.of("src/main/resources/io/vtmonitor/advice/advice.json");
    private static final Path SCHEMA = RepositoryRoot.resolve("docs/advice.schema.json");
    private static final Path DOCUMENTATION = RepositoryRoot.resolve("docs/advice.md");
    private static final Knowledge KNOWLEDGE = Knowledge.ours();

    @Test
    void the_knowledge_base_is_valid_by_the_schema_in_the_documentation() throws IOException {
        assertThat(violations(Files.readString(OURS))).isEmpty();
    }

    @Test
    void the_schema_refuses_what_the_reader_refuses() throws IOException {
        String ours = Files.readString(OURS);
        for (String[] change : new String[][] {
            {"\"kind\": \"native\"", "\"kind\": \"jni\""},
            {"\"jdk\": \"<24\"", "\"jdk\": \"21\""},
            {"\"confidence\": \"likely\"", "\"confidence\": \"sure\""},
            {"\"evidence\": \"https:", "\"evidence\": \"http:"},
            {"\"summary\"", "\"title\""}
        }) {
            String changed = ours.replace(change[0], change[1]);
            assertThat(changed).isNotEqualTo(ours);
            assertThat(violations(changed)).as(change[1]).isNotEmpty();
            assertThatThrownBy(() -> AdviceFile.read("x", changed)).isInstanceOf(BadAdviceException.class);
        }
    }

    @Test
    void the_file_in_the_documentation_can_be_used() throws Exception {
        String page = Files.readString(DOCUMENTATION);
        String json = page.substring(page.indexOf("```json\n") + 8, page.indexOf("```", page.indexOf("```json\n") + 8));
        assertThat(violations(json)).isEmpty();
        assertThat(AdviceFile.read("advice.md", json).entries()).isNotEmpty();
    }

    @Test
    void what_is_called_exact_has_been_recorded_by_us_and_what_has_been_recorded_is_called_exact() throws IOException {
        Set<String> exact = new TreeSet<>();
        KNOWLEDGE.entries().stream()
                .filter(entry -> entry.confidence() == Confidence.EXACT)
                .forEach(entry -> exact.add(entry.id()));
        assertThat(exact).isEqualTo(recorded());
    }

    @Test
    void an_upgrade_is_advised_only_to_a_release_that_is_proven_or_marked_as_a_guess() {
        for (Entry entry : KNOWLEDGE.entries()) {
            Releases.Checked checked = entry.releases().checked();
            if (entry.releases().fixed().isEmpty()) {
                assertThat(entry.remedy().action() + entry.remedy().step())
                        .as(entry.id())
                        .doesNotContainIgnoringCase("upgrade");
                assertThat(entry.releases().guess()).as(entry.id()).isFalse();
                continue;
            }
            boolean fewer = checked != null && checked.left() < checked.found();
            boolean proven = fewer || entry.confidence() == Confidence.EXACT;
            assertThat(entry.releases().guess()).as(entry.id()).isEqualTo(!proven);
        }
    }

    @Test
    void the_page_of_the_evidence_lists_every_entry_and_its_proof() throws IOException {
        Path page = RepositoryRoot.resolve("docs/evidence/advice.md");
        String written = Files.readString(page);
        String table = AdvicePage.table(KNOWLEDGE.entries());
        Files.writeString(Path.of("target/advice-evidence.md"), table);
        assertThat(written)
                .as("target/advice-evidence.md has what is there now")
                .contains(table);
    }

    @Test
    void there_is_an_example_for_every_entry() throws IOException {
        Set<String> shown = new TreeSet<>(recorded());
        shown.addAll(written().keySet());
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(
                        KNOWLEDGE.entries().stream().map(Entry::id).toList());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_hits_its_entry_and_only_it(String id, ExampleStack example) {
        Blocking blocking = example.blocking();
        Holder culprit = example.holders().stream()
                .filter(holder -> hits(holder, blocking).equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no holder hits " + id));
        Entry hit = KNOWLEDGE.entry(culprit, blocking);
        int score = Knowledge.score(hit, culprit, blocking);
        assertThat(KNOWLEDGE.entries())
                .filteredOn(entry -> Knowledge.score(entry, culprit, blocking) >= score)
                .containsExactly(hit);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_is_not_hit_by_what_merely_lies_on_its_stack(String id, ExampleStack example) {
        Holder elsewhere =
                ExampleStack.of(null, "monitor com.acme.Orders.load").holders().get(0);
        assertThat(KNOWLEDGE.entry(elsewhere, example.blocking())).isNull();
    }

    private static String hits(Holder holder, Blocking blocking) {
        Entry entry = KNOWLEDGE.entry(holder, blocking);
        return entry == null ? "" : entry.id();
    }

    static Stream<Arguments> examples() throws IOException {
        Stream<Arguments> recorded = goldens().entrySet().stream()
                .flatMap(each -> each.getValue().stream()
                        .map(example -> argumentSet(each.getKey() + ", recorded", each.getKey(), example)));
        return Stream.concat(recorded, writtenExamples());
    }

    private static Stream<Arguments> writtenExamples() throws IOException {
        return written().entrySet().stream().map(each -> argumentSet(each.getKey(), each.getKey(), each.getValue()));
    }

    private static Map<String, ExampleStack> written() throws IOException {
        return JsonMapper.shared()
                .readValue(
                        Files.readString(Path.of("src/test/resources/advice/examples.json")),
                        new TypeReference<Map<String, ExampleStack>>() {});
    }

    private static Set<String> recorded() throws IOException {
        return goldens().keySet();
    }

    /** The golden stacks by their advice; that it is the right one is for a test of theirs. */
    private static Map<String, List<ExampleStack>> goldens() throws IOException {
        List<String> known = KNOWLEDGE.entries().stream().map(Entry::id).toList();
        Map<String, List<ExampleStack>> byAdvice = new TreeMap<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(RepositoryRoot.resolve("agent/src/test/resources/golden"), "*.json")) {
            for (Path file : files) {
                JsonNode golden = JsonMapper.shared().readTree(Files.readString(file));
                String id = golden.path("advice").asString("");
                if (known.contains(id)) {
                    byAdvice.computeIfAbsent(id, any -> new ArrayList<>()).add(recorded(golden));
                }
            }
        }
        return byAdvice;
    }

    private static List<String> violations(String json) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        return schema.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    /** From a golden stack; its holders begin as {@code a.B.read monitor}. */
    private static ExampleStack recorded(JsonNode golden) {
        Map<String, Set<String>> holds = new HashMap<>();
        for (JsonNode holder : golden.path("holders")) {
            String[] words = holder.asString().split("[ ,]", 3);
            holds.computeIfAbsent(words[0], any -> new LinkedHashSet<>()).add(words[1] + " ");
        }
        List<String> stack = new ArrayList<>();
        for (JsonNode frame : golden.path("frames")) {
            String method = frame.get(0).asString() + "." + frame.get(1).asString();
            holds.getOrDefault(method, Set.of("")).forEach(hold -> stack.add(hold + method));
        }
        return new ExampleStack(golden.path("library").asString().replaceFirst("-(?=\\d)", " "), stack);
    }
}
