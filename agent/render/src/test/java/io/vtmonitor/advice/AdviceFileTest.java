package io.vtmonitor.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.ExampleStack;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Reason;
import io.vtmonitor.report.text.ActionText;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviceFileTest {
    private static final String GOOD = """
            {"entries": [{
              "id": "our-driver", "artifacts": ["acme-driver"], "holders": ["org.acme.driver."], "kind": "monitor",
              "jdk": "<24", "fixed": [{"in": "2.0"}], "summary": "It pins.", "action": "Upgrade it.",
              "evidence": "https://acme.example/1", "confidence": "likely"}]}
            """;

    @TempDir
    Path folder;

    @Test
    void a_users_entry_is_used_beside_ours() throws Exception {
        ExampleStack own = ExampleStack.of("acme-driver 1.0", "monitor org.acme.driver.Connection.read");
        assertThat(ActionText.of(advise(GOOD, own).action())).isEqualTo("You run 1.0. Upgrade it.");
        ExampleStack ours = ExampleStack.of("h2 2.5.252", "monitor org.h2.engine.SessionLocal.x");
        assertThat(advise(GOOD, ours).id()).isEqualTo("h2");
    }

    @Test
    void a_users_entry_replaces_ours_of_the_same_id() throws Exception {
        String mine = GOOD.replace("our-driver", "h2")
                .replace("org.acme.driver.", "org.h2.")
                .replace("acme-driver", "h2");
        ExampleStack stack = ExampleStack.of("h2 1.0", "monitor org.h2.engine.SessionLocal.x");
        assertThat(ActionText.of(advise(mine, stack).action())).isEqualTo("You run 1.0. Upgrade it.");
    }

    @Test
    void of_two_equally_good_entries_the_users_counts() throws Exception {
        String mine = GOOD.replace("org.acme.driver.", "org.h2.").replace("acme-driver", "h2");
        ExampleStack stack = ExampleStack.of("h2 1.0", "monitor org.h2.engine.SessionLocal.x");
        assertThat(advise(mine, stack).id()).isEqualTo("our-driver");
    }

    @Test
    void a_mistake_is_answered_with_file_entry_and_what_is_accepted() {
        refused(
                GOOD.replace("\"monitor\"", "\"lock\""),
                ", entry 1 (our-driver) has the kind 'lock'; accepted: monitor, native," + " clinit, loader, victim");
        refused(GOOD.replace("<24", "<21"), ", entry 1 (our-driver) has jdk '<21'; accepted: \"<24\" or \"any\"");
        refused(GOOD.replace("\"id\"", "\"name\""), ", entry 1 (without id) has a field 'name'; accepted: action, ");
        refused(GOOD.replace("\"action\": \"Upgrade it.\",", ""), "has no text \"action\"");
        refused(GOOD.replace("[\"org.acme.driver.\"]", "\"org.acme.driver.\""), "has no list of texts \"holders\"");
        refused(GOOD.replace("\"2.0\"", "\"two\""), "has the version 'two'; accepted: a release such as 1.2.3");
        refused(
                GOOD.replace("https:", "http:"),
                "has the evidence 'http://acme.example/1'; accepted: an https address");
        refused(GOOD.replace("likely", "maybe"), "has the confidence 'maybe'; accepted: exact, likely, unknown");
        refused("{\"advice\": []}", "has no list \"entries\"; accepted: {\"entries\": [ … ]}");
        refused(GOOD.replace("[{\"in\": \"2.0\"}]", "\"2.0\""), "has no list \"fixed\"");
        refused("{", "is not JSON");
    }

    @Test
    void two_entries_of_one_id_are_a_mistake() {
        String twice = GOOD.replace("}]}", "}," + GOOD.substring(GOOD.indexOf("[{") + 1));
        refused(twice, ", entry 2 (our-driver) has the id of an entry before it");
    }

    @Test
    void a_file_that_is_not_there_is_named() {
        assertThatThrownBy(() -> KnowledgeBase.with(folder.resolve("none.json")))
                .isInstanceOf(BadAdviceException.class)
                .hasMessageContaining("none.json can't be read");
    }

    private Advice advise(String json, ExampleStack example) throws Exception {
        Path file = Files.writeString(folder.resolve("advice.json"), json);
        return KnowledgeBase.with(file).advise(example.blocking(), example.holders(), Reason.MONITOR);
    }

    private static void refused(String json, String message) {
        assertThatThrownBy(() -> AdviceFile.read("mine.json", json))
                .isInstanceOf(BadAdviceException.class)
                .hasMessageStartingWith("advice file mine.json")
                .hasMessageContaining(message);
    }
}
