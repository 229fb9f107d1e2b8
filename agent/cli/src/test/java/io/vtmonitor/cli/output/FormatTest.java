package io.vtmonitor.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FormatTest {
    @Test
    void the_longest_ending_that_fits_names_the_format() {
        assertThat(Format.of(Path.of("a.csv"))).isEqualTo(Format.CSV);
        assertThat(Format.of(Path.of("a.waits.csv"))).isEqualTo(Format.WAITS_CSV);
        assertThat(Format.of(Path.of("a.waits.folded"))).isEqualTo(Format.WAITS_COLLAPSED);
        assertThat(Format.of(Path.of("out/waits.collapsed"))).isEqualTo(Format.WAITS_COLLAPSED);
        assertThat(Format.of(Path.of("A.SARIF.JSON"))).isEqualTo(Format.SARIF);
        assertThat(Format.of(Path.of("a.sarif"))).isEqualTo(Format.SARIF);
        assertThat(Format.of(Path.of("a.b.json"))).isEqualTo(Format.JSON);
    }

    @Test
    void a_name_without_an_ending_is_text_and_one_with_another_ending_nothing_of_ours() {
        assertThat(Format.of(Path.of("report"))).isEqualTo(Format.TEXT);
        assertThat(Format.of(Path.of(".report"))).isEqualTo(Format.TEXT);
        assertThat(Format.of(Path.of("report.pdf"))).isNull();
        assertThat(Format.of(Path.of("report."))).isNull();
    }
}
