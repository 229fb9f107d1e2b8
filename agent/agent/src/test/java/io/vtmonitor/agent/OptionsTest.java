package io.vtmonitor.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.RepositoryRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {
    @Test
    void nothing_given_opens_no_port_and_writes_no_file() throws Exception {
        Options options = options(null);
        assertThat(options.address().port()).isNull();
        assertThat(options.output().report()).isNull();
        assertThat(options.output().recording()).isNull();
        assertThat(options.threshold()).isEqualTo(Duration.ofMillis(1));
        assertThat(options.monitorThreshold()).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void durations_take_the_units_of_flight_recorder() throws Exception {
        assertThat(options("threshold=250us").threshold()).isEqualTo(Duration.ofNanos(250_000));
        assertThat(options("threshold=0ms").threshold()).isZero();
        assertThat(options("monitor.threshold=2s").monitorThreshold()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void the_argument_wins_over_the_property_and_that_over_the_environment_and_that_over_the_file(@TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("vt.properties");
        Files.writeString(file, "port=1\nhost=file\nthreshold=1s\nreport=file.json\n");
        Map<String, String> environment =
                Map.of("VTMONITOR_PORT", "2", "VTMONITOR_HOST", "environment", "VTMONITOR_THRESHOLD", "2s");
        Map<String, String> properties = Map.of("vtmonitor.port", "3", "vtmonitor.host", "property");
        Options options = Options.of("port=4,config=" + file, properties::get, environment::get);
        assertThat(options.address().port()).isEqualTo(4);
        assertThat(options.address().host()).isEqualTo("property");
        assertThat(options.threshold()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.output().report()).isEqualTo(Path.of("file.json"));
    }

    @Test
    void a_mistyped_key_is_answered_with_the_nearest() {
        assertThatThrownBy(() -> options("treshold=1ms"))
                .hasMessage("there is no option 'treshold'; did you mean 'threshold'?");
    }

    @Test
    void each_key_with_two_letters_exchanged_is_answered_with_it() {
        for (String key : Option.keys()) {
            for (int i = 0; i + 1 < key.length(); i++) {
                String typed = key.substring(0, i) + key.charAt(i + 1) + key.charAt(i) + key.substring(i + 2);
                if (!typed.equals(key)) {
                    assertThatThrownBy(() -> options(typed + "=1"))
                            .hasMessage("there is no option '" + typed + "'; did you mean '" + key + "'?");
                }
            }
        }
    }

    @Test
    void a_key_that_is_near_none_is_answered_with_all() {
        assertThatThrownBy(() -> options("frobnicate=1"))
                .hasMessage("there is no option 'frobnicate'; accepted: " + String.join(", ", Option.keys()));
    }

    @Test
    void a_bad_value_is_answered_with_what_is_accepted() {
        assertThatThrownBy(() -> options("port=70000"))
                .hasMessage("option port=70000 is not understood; accepted: a port number, 0 to 65535 (0 picks a free"
                        + " one)");
        assertThatThrownBy(() -> options("threshold=fast"))
                .hasMessage("option threshold=fast is not understood; accepted: a number with ns, us, ms or s, such as"
                        + " 20ms, from 0ms to 3600s");
        assertThatThrownBy(() -> options("port"))
                .hasMessage("option 'port' is not of the form key=value; options are separated by commas");
    }

    @Test
    void an_option_with_nothing_behind_is_refused_and_a_comma_at_the_end_is_none() throws Exception {
        for (String key : List.of("report", "recording", "unpin", "compat", "dump", "config")) {
            assertThatThrownBy(() -> options(key + "=")).hasMessageContaining("option " + key);
        }
        assertThat(options("port=0,").address().port()).isZero();
        assertThat(options("threshold=2ms,,port=1, ").address().port()).isEqualTo(1);
        assertThat(Options.of(null, name -> null, name -> name.equals("VTMONITOR_REPORT") ? "" : null)
                        .output()
                        .report())
                .isNull();
    }

    @Test
    void main_waits_for_the_recording_only_where_that_is_asked_for() throws Exception {
        assertThat(options("port=1").beforeMain()).isFalse();
        assertThat(options("start=before-main").beforeMain()).isTrue();
        assertThatThrownBy(() -> options("start=now")).hasMessageContaining("beside-main or before-main");
    }

    @Test
    void a_duration_out_of_its_bounds_is_answered_with_them() throws Exception {
        for (String bad : List.of("0ms", "1ns", "999us", "60001ms", "999999999999s")) {
            assertThatThrownBy(() -> options("probe=" + bad))
                    .hasMessage(
                            "option probe=" + bad + " is out of bounds; accepted: a number with ns, us, ms or s, such"
                                    + " as 20ms, from 1ms to 60s, or off");
        }
        for (String bad : List.of("0s", "999ms", "3600001ms", "999999999999s")) {
            assertThatThrownBy(() -> options("stall=" + bad)).hasMessageContaining("from 1s to 3600s, or off");
        }
        for (String key : List.of("threshold", "monitor.threshold")) {
            for (String bad : List.of("3601s", "999999999999s", "999999999999ms")) {
                assertThatThrownBy(() -> options(key + "=" + bad)).hasMessageContaining("from 0ms to 3600s");
            }
            assertThat(options(key + "=3600s")).isNotNull();
        }
        assertThat(options("probe=1ms").watches().probe()).isEqualTo(Duration.ofMillis(1));
        assertThat(options("probe=60s").watches().probe()).isEqualTo(Duration.ofMinutes(1));
        assertThat(options("probe=off").watches().probe()).isNull();
        assertThat(options("stall=1s").watches().stall()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options("stall=off").watches().stall()).isNull();
    }

    @Test
    void a_config_file_that_is_not_there_is_named() {
        assertThatThrownBy(() -> options("config=/no/such/file"))
                .hasMessageStartingWith("option config: can't read '/no/such/file'");
    }

    @Test
    void a_token_comes_from_a_file_or_the_environment_and_is_not_printed(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
        Options options = options("token.file=" + file);
        assertThat(options.address().token()).isNotNull();
        assertThat(options.toString()).doesNotContain("0123456789abcdef");
        assertThat(Options.of(null, key -> null, Map.of("VTMONITOR_TOKEN", "0123456789abcdef")::get)
                        .address()
                        .token())
                .isNotNull();
        assertThat(options(null).address().token()).isNull();
    }

    @Test
    void a_token_that_can_not_be_had_leaves_the_agent_off_and_is_not_repeated(@TempDir Path folder) throws Exception {
        Path tooShort = Files.writeString(folder.resolve("token"), "hunter2");
        assertThatThrownBy(() -> options("token.file=" + tooShort))
                .hasMessageContaining("it contains no token")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> options("token.file=/no/such/file"))
                .hasMessageContaining("can't read '/no/such/file'");
        assertThatThrownBy(() -> Options.of(null, key -> null, Map.of("VTMONITOR_TOKEN", "hunter2")::get))
                .hasMessageStartingWith("VTMONITOR_TOKEN: it contains no token")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void attach_hands_on_what_the_agent_understands_with_file_names_as_seen_from_here(@TempDir Path folder)
            throws IOException {
        assertThat(AttachOptions.of(List.of("port=0", "report=r.json")))
                .isEqualTo("port=0,report=" + Path.of("r.json").toAbsolutePath());
        for (Option option : Option.values()) {
            if (option.accepted().matches("a (file|folder) name")) {
                Path here = Files.writeString(folder.resolve("here"), "");
                Path seenFromHere = Path.of("").toAbsolutePath().relativize(here);
                assertThat(AttachOptions.of(List.of(option.key() + "=" + seenFromHere)))
                        .as(option.key())
                        .startsWith(option.key() + "=/");
            }
        }
        assertThatThrownBy(() -> AttachOptions.of(List.of("treshold=1ms"))).hasMessageContaining("'threshold'");
        assertThatThrownBy(() -> AttachOptions.of(List.of("report=a,b"))).hasMessageContaining("contains a comma");
    }

    @Test
    void attach_says_that_spaces_separate_its_options() {
        assertThatThrownBy(() -> AttachOptions.of(List.of("port=0,waits=1s")))
                .hasMessage("option 'port=0,waits=1s' contains a comma; options are separated by spaces here. If the"
                        + " comma is part of a value, put the option into a file and pass config=FILE");
        assertThatThrownBy(() -> AttachOptions.of(List.of("port=0", "4711")))
                .hasMessage("'4711' is not of the form key=value; options follow the process, separated by spaces");
    }

    @Test
    void the_documentation_lists_every_option_as_the_code_knows_it() throws IOException {
        StringBuilder table = new StringBuilder("| key | accepted | default | meaning |\n| --- | --- | --- | --- |\n");
        for (Option option : Option.values()) {
            table.append("| `%s` | %s | %s | %s |\n"
                    .formatted(
                            option.key(),
                            option.accepted(),
                            option.initial() == null ? "none" : "`" + option.initial() + "`",
                            option.meaning()));
        }
        assertThat(Files.readString(RepositoryRoot.resolve("docs/options.md"))).contains(table);
    }

    private static Options options(String argument) throws Options.BadOption {
        return Options.of(argument, key -> null, key -> null);
    }
}
