package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaVersionTest {
    @ParameterizedTest
    @CsvSource({"21.0.8, 21", "25, 25", "25-ea, 25", "27.0.1+9-LTS, 27", "1.8.0_392, 8", "1.8, 8", "unknown, 0", "'', 0"
    })
    void the_feature_release_is_the_number_that_java_is_called_by(String version, int feature) {
        assertThat(JavaVersion.feature(version)).isEqualTo(feature);
    }
}
