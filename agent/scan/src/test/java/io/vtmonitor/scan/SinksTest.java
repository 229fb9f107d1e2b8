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
    void native_code_calls_back_every_overload_of_the_method() throws IOException {
        Path classes = Sources.compile(
                folder,
                "class Back { void call(int i) throws Exception { Thread.sleep(1); } void call() {}"
                        + " void call(long i) {} }",
                "class Steps { native void step(); native void again(); void none() {} }",
                "class Waits { synchronized void use() throws Exception { wait(); } }");
        Path sinks = Files.writeString(
                folder.resolve("sinks"), "native Steps.step Back.call\nnative Steps.again Back.call\n");
        List<ScanFinding> found = Scan.of(
                        List.of(classes),
                        List.of(),
                        new ScanOptions(21, Sinks.with(sinks), List.of(), 1),
                        (read, jars, known) -> {})
                .findings();
        assertThat(Sources.lines(found))
                .containsExactlyInAnyOrder(
                        "Steps.step:0 native of null, sleep, one_target: step > call",
                        "Steps.again:0 native of null, sleep, one_target: again > call",
                        "Waits.use:1 object_wait of this, object_wait, direct: use");
    }

    @Test
    void a_line_that_is_no_rule_is_named_with_what_is_accepted() throws IOException {
        Path sinks = Files.writeString(folder.resolve("sinks"), "\nsockets com.acme.Bus.publish\n");
        assertThatThrownBy(() -> Sinks.with(sinks))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("line 2", "sockets com.acme.Bus.publish", "kinds are socket, http");
    }
}
