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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            25.0.1+8-LTS | 25.0.1
            17.0.5+8 | 17.0.5
            25+36-2589 | 25
            1.8.0_392 | 1.8.0_392
            25.392-b08 | 1.8.0_392
            OpenJDK 64-Bit Server VM (21.0.8+9-LTS) for linux-amd64 JRE (21.0.8+9-LTS), built on 2025-07-15 | 21.0.8
            OpenJDK 64-Bit Server VM (25.504-b01) for linux-amd64 JRE (1.8.0_504-8u504-ga-1-b01), built | 1.8.0_504
            Java HotSpot(TM) 64-Bit Server VM (27-ea+9) for linux-aarch64 JRE (27-ea+9) | 27
            JRE 17 Linux amd64-64-Bit Compressed References 20240716_000000 (JIT enabled, AOT enabled) | 17
            GraalVM 22.3.0 Java 17 CE | 17
            openj9-0.46.0 | ''
            unknown | ''
            '' | ''
            """)
    void the_version_is_read_in_each_form_in_which_a_jvm_tells_it(String told, String version) {
        assertThat(JavaVersion.in(told)).isEqualTo(version);
    }
}
