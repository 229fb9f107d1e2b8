package io.vtmonitor.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.lab.Checkout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabOptionsTest {
    @Test
    void withoutOptionsJdk21IsComparedWith25AtThePublishedSize() {
        var options = LabOptions.parse(List.of("query"));

        assertThat(options.experiments()).containsExactly("query");
        assertThat(options.quick()).isFalse();
        assertThat(options.before()).isEqualTo(21);
        assertThat(options.after()).isEqualTo(25);
        assertThat(options.drivers()).isEmpty();
        assertThat(options.database()).isEmpty();
        assertThat(options.parallelism()).isEmpty();
        assertThat(options.port()).isZero();
        assertThat(options.out()).isEmpty();
    }

    @Test
    void everyOptionIsTaken() {
        var url = "jdbc:mysql://localhost:3307/test?user=me&password=word";
        var options = LabOptions.parse(List.of(
                "--quick",
                "--jdk",
                "21,27",
                "--driver",
                "8.4.0,mariadb-3.5.11",
                "--db",
                url,
                "--parallelism",
                "4",
                "--port",
                "8080",
                "--agent",
                "threshold=5ms",
                "--out",
                "there",
                "plain"));

        assertThat(options)
                .isEqualTo(new LabOptions(
                        List.of("plain"),
                        true,
                        21,
                        27,
                        List.of("8.4.0", "mariadb-3.5.11"),
                        java.util.Optional.of(url),
                        java.util.OptionalInt.of(4),
                        8080,
                        "threshold=5ms",
                        java.util.Optional.of(Path.of("there"))));
    }

    @Test
    void allIsEveryExperimentAndEachRunsOnceInTheCataloguesOrder() {
        assertThat(LabOptions.parse(List.of("all", "query")).experiments()).isEqualTo(LabOptions.IDS);
        assertThat(LabOptions.parse(List.of("unpin", "plain")).experiments()).containsExactly("plain", "unpin");
    }

    @Test
    void serveAndPageGoAlone() {
        for (String alone : List.of("serve", "page")) {
            assertThat(LabOptions.parse(List.of(alone, "--out", "here")).experiments())
                    .containsExactly(alone);
            assertThatThrownBy(() -> LabOptions.parse(List.of(alone, "plain")))
                    .hasMessageStartingWith("'" + alone + "' can't be combined");
            assertThatThrownBy(() -> LabOptions.parse(List.of("plain", alone)))
                    .hasMessageStartingWith("'" + alone + "' can't be combined");
        }
    }

    @Test
    void oneJdkIsRunAgainstItself() {
        var options = LabOptions.parse(List.of("--jdk", "25", "query"));

        assertThat(List.of(options.before(), options.after())).containsExactly(25, 25);
    }

    @Test
    void theHelpNamesEveryExperiment() {
        assertThat(LabOptions.IDS).allSatisfy(id -> assertThat(LabOptions.HELP).containsPattern("\\s" + id + "\\s"));
    }

    @Test
    void theHelpNamesTheDriversThatTheBuildUses() {
        assertThat(LabOptions.HELP).contains(Checkout.pinningDriver(), Checkout.newestDriver());
    }

    @Test
    void noExperimentIsAnsweredWithAllOfThem() {
        assertThatThrownBy(() -> LabOptions.parse(List.of("--quick")))
                .hasMessageStartingWith("No experiment was named. Accepted are plain, block, query")
                .hasMessageEndingWith("Nothing was built or started.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "querry|'querry' is not an experiment. Accepted are plain, block",
                "--qick|'--qick' is not an option of the lab. Accepted are --quick",
                "--jdk|--jdk needs a value."
            })
    void whatIsNotKnownIsAnsweredWithWhatIs(String argument, String answer) {
        assertThatThrownBy(() -> LabOptions.parse(List.of(argument)))
                .hasMessageStartingWith(answer)
                .hasMessageEndingWith("Nothing was built or started.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"20", "21,", "21,25,27", "twenty", "17,21", ""})
    void jdksHaveToBeOnesThatHaveVirtualThreads(String jdks) {
        assertThatThrownBy(() -> LabOptions.parse(List.of("--jdk", jdks, "plain")))
                .hasMessageStartingWith("--jdk got '" + jdks + "'. Accepted is one or two of 21, 25, 26, 27");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "70000", "x", ""})
    void aPortHasToBeANumberThatCanBeOne(String port) {
        assertThatThrownBy(() -> LabOptions.parse(List.of("--port", port, "plain")))
                .hasMessageStartingWith("--port got '" + port + "'. Accepted is a number from 1 to 65535.");
    }

    @Test
    void aPasswordInABadUrlIsNotRepeated() {
        assertThatThrownBy(() -> LabOptions.parse(List.of("--db", "mysql://h/d?user=me&password=secret", "query")))
                .hasMessageContaining("'mysql://h/d?…'")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> LabOptions.parse(List.of("--db", "mysql://me:secret@h/d", "query")))
                .hasMessageContaining("'mysql://…@h/d'")
                .hasMessageNotContaining("secret");
    }
}
