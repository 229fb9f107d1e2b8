package io.vtmonitor.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoOptionsTest {
    @Test
    void withoutOptionsAHundredRequestsOfASecondGoToAnEmbeddedDatabase() {
        var options = DemoOptions.parse(List.of());

        assertThat(options.requests()).isEqualTo(100);
        assertThat(options.seconds()).isEqualTo(1);
        assertThat(options.database()).isEmpty();
        assertThat(options.carriers()).isEmpty();
        assertThat(options.out()).isEmpty();
    }

    @Test
    void everyOptionIsTaken() {
        var url = "jdbc:mysql://localhost:3307/test?user=me&password=word";

        var options = DemoOptions.parse(List.of("--quick", "--db", url, "--out", "there", "--carriers", "4"));

        assertThat(options.requests()).isEqualTo(40);
        assertThat(options.seconds()).isEqualTo(0.25);
        assertThat(options.database()).hasValue(url);
        assertThat(options.out()).hasValue(Path.of("there"));
        assertThat(options.carriers()).hasValue(4);
    }

    @Test
    void anUnknownOptionIsAnsweredWithTheAcceptedOnes() {
        assertThatThrownBy(() -> DemoOptions.parse(List.of("--qick")))
                .hasMessage("'--qick' is not an option of the demo. Accepted are --quick, --db URL, --carriers N, --out"
                        + " DIR, --help. Nothing was built or started.");
    }

    @Test
    void anOptionWithoutItsValueIsSaidByName() {
        assertThatThrownBy(() -> DemoOptions.parse(List.of("--quick", "--db")))
                .hasMessageStartingWith("--db needs a value.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jdbc:postgresql://localhost/x", "localhost:3306", "jdbc:mysql://", "jdbc:mysql://a b/c", ""})
    void aUrlThatIsNotMySqlsIsAnsweredWithTheAcceptedForm(String url) {
        assertThatThrownBy(() -> DemoOptions.parse(List.of("--db", url)))
                .hasMessageStartingWith("--db got '" + url + "'. Accepted is jdbc:mysql://HOST:PORT/DATABASE")
                .hasMessageEndingWith("Nothing was built or started.");
    }

    @Test
    void aPasswordInABadUrlIsNotRepeated() {
        assertThatThrownBy(() -> DemoOptions.parse(List.of("--db", "mysql://h/d?user=me&password=secret")))
                .hasMessageContaining("'mysql://h/d?…'")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> DemoOptions.parse(List.of("--db", "mysql://me:secret@h/d")))
                .hasMessageContaining("'mysql://…@h/d'")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "two", "1000", ""})
    void carriersHaveToBeANumberThatASchedulerTakes(String number) {
        assertThatThrownBy(() -> DemoOptions.parse(List.of("--carriers", number)))
                .hasMessage("--carriers got '" + number + "'. Accepted is a number from 1 to 999."
                        + " Nothing was built or started.");
    }

    @Test
    void theHelpNamesTheDriverThatTheBuildUses() {
        assertThat(DemoOptions.HELP).contains(Checkout.pinningDriver());
    }
}
