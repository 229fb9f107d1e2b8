package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
    @Test
    void a_java_that_is_only_a_name_is_looked_up_as_it_was_for_its_version_and_not_in_the_current_folder() {
        assertThat(DemoCommand.fromAnyFolder(Path.of("java21"))).isEqualTo("java21");
    }

    @Test
    void a_java_in_a_folder_is_found_from_the_folder_of_the_program() {
        Path java = Path.of("jdk", "bin", "java");
        assertThat(DemoCommand.fromAnyFolder(java))
                .isEqualTo(Path.of("").toAbsolutePath().resolve(java).toString());
    }
}
