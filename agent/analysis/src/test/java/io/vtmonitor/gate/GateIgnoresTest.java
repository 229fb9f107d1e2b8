package io.vtmonitor.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateIgnoresTest {
    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");

    @TempDir
    Path directory;

    @Test
    void a_pattern_matches_a_whole_id_and_only_the_star_is_special() throws IOException {
        assertThat(reason("com.acme.* # soon", "com.acme.A.run [sleep]")).isEqualTo("soon");
        assertThat(reason("com.acme.* # soon", "org.com.acme.A.run [sleep]")).isNull();
        assertThat(reason("com.acme.A.run [sleep] # soon", "com.acme.A.run [sleep]"))
                .isEqualTo("soon");
        assertThat(reason("com.acme.A.run # soon", "com.acme.A.run [sleep]")).isNull();
        assertThat(reason("*[socket_read] # soon", "com.acme.A.run < b.C.d [socket_read]"))
                .isEqualTo("soon");
        assertThat(reason("com?acme.* # soon", "com.acme.A.run [sleep]")).isNull();
        assertThat(reason("a.B.lambda$x$3 * # soon", "a.B.lambda$x [sleep]")).isEqualTo("soon");
    }

    @Test
    void an_exception_ends_after_its_last_day() throws IOException {
        assertThat(reason("com.* # until 2026-11-21: upgrade", "com.A.b")).isEqualTo("upgrade");
        assertThat(reason("com.* # until 2026-11-20: upgrade", "com.A.b")).isNull();
        assertThat(reason("com.* # until 2026-11-20: upgrade\ncom.A.* # kept", "com.A.b"))
                .isEqualTo("kept");
    }

    @Test
    void blank_lines_and_comments_are_passed_over() throws IOException {
        assertThat(read("\n# com.* # not this\n  \n").entries()).isEmpty();
    }

    @Test
    void an_exception_without_a_reason_is_refused() {
        for (String line : new String[] {"com.acme.*", "com.acme.* #", "com.acme.* # until 2027-01-31:"}) {
            assertThatThrownBy(() -> read("# first\n" + line))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("line 2 has no reason: '" + line.strip() + "'; accepted: SITE # REASON");
        }
        for (String line : List.of("com.* # until 2020-01-31 the upgrade", "com.* # Until 2020-01-31: the upgrade")) {
            assertThatThrownBy(() -> read(line)).hasMessageStartingWith("line 1 has an end that is not understood");
        }
        assertThatThrownBy(() -> read("com.* # until soon: upgrade"))
                .hasMessageContaining("line 1 has an end date that does not exist");
    }

    private @Nullable String reason(String lines, String id) throws IOException {
        GateIgnores.Entry entry = read(lines).of(id, TODAY);
        return entry == null ? null : entry.reason();
    }

    private GateIgnores read(String lines) throws IOException {
        return GateIgnores.read(Files.writeString(directory.resolve("ignore.txt"), lines));
    }
}
