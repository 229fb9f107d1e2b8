package io.vtmonitor.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own list of what blocks. */
class SinksTest {
    @TempDir
    Path folder;

    @Test
    void a_line_adds_what_blocks_and_another_takes_back_what_we_say() throws IOException {
        Path classes = Sources.compile(
                folder,
                "class A { synchronized void send() { Bus.publish(); } synchronized void nap() throws Exception {"
                        + " Thread.sleep(1); } }",
                "class Bus { static void publish() {} }");
        Path sinks = Files.writeString(folder.resolve("sinks"), """
                # ours
                http Bus.publish    # over the network
                free java.lang.Thread.sleep
                """);
        List<ScanFinding> found = Scan.of(
                        List.of(classes),
                        List.of(),
                        new ScanOptions(21, Sinks.with(sinks), List.of(), 1),
                        (read, jars, known) -> {})
                .findings();
        assertThat(found).extracting(ScanFinding::kind).containsExactly(BlockingKind.HTTP);
    }

    @Test
    void a_line_that_is_no_rule_is_named_with_what_is_accepted() throws IOException {
        Path sinks = Files.writeString(folder.resolve("sinks"), "\nsockets com.acme.Bus.publish\n");
        assertThatThrownBy(() -> Sinks.with(sinks))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("line 2", "sockets com.acme.Bus.publish", "kinds are socket, http");
    }
}
