package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.cli.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thread dumps as the JVM prints them. */
class TextDumpTest {
    private static final String DUMP = """
            8466:
            2026-11-25 00:14:07
            Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode):

            "main" #3 [7] prio=5 os_prio=0 cpu=80.02ms elapsed=99.03s tid=0x00007fc79c2efb90 nid=7 waiting on condition
               java.lang.Thread.State: TIMED_WAITING (sleeping)
            \tat java.lang.Thread.sleep0(java.base@25.0.3/Native Method)

            JNI global refs: 4, weak refs: 0
            """;

    @TempDir
    private Path folder;

    private String analyzed(String text, int expected) throws IOException {
        Path file = Files.writeString(folder.resolve("dump.txt"), text);
        StringWriter out = new StringWriter();
        int code = Commands.line()
                .setErr(new PrintWriter(out, true))
                .setOut(new PrintWriter(out, true))
                .execute("analyze", file.toString());
        assertThat(code).isEqualTo(expected);
        return out.toString().replaceAll("\\s+", " ");
    }

    @Test
    void a_dump_without_mounted_virtual_threads_says_so_and_has_no_verdict() throws IOException {
        assertThat(analyzed(DUMP, 0))
                .contains("dump.txt: no virtual thread had a carrier; what those without one waited for is not known")
                .contains("list only virtual threads that have a carrier")
                .doesNotContain("FLR");
    }

    @Test
    void a_dump_in_the_middle_of_a_log_is_found() throws IOException {
        assertThat(analyzed("Server started\n".repeat(1000) + DUMP + "\nServer ends\n", 0))
                .contains("no virtual thread had a carrier");
    }

    @Test
    void of_a_dump_that_is_cut_off_the_rest_is_used() throws IOException {
        assertThat(analyzed(DUMP.substring(0, DUMP.indexOf("JNI")), 1))
                .contains("dump.txt: it ends or is damaged after 1 threads; those are used");
    }

    @Test
    void where_each_file_is_to_have_a_report_a_dump_is_called_one() throws IOException {
        Path file = Files.writeString(folder.resolve("dump.txt"), DUMP);
        StringWriter err = new StringWriter();
        int code = Commands.line().setErr(new PrintWriter(err, true)).execute("analyze", "--per-file", file.toString());
        assertThat(code).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("vt-monitor: " + file + ": a thread dump or a heap dump, which --per-file does not read")
                .doesNotContain("FLR");
    }

    @Test
    void another_text_is_no_dump() throws IOException {
        assertThat(analyzed("2026-11-25 00:14:07\nServer started\nFull thread dump follows\n", 1))
                .contains("FLR");
    }

    @Test
    void a_dump_in_the_xml_of_jfr_print_is_an_event_of_a_recording_and_refused() throws IOException {
        String event = "<recording>\n  <events>\n    <event type=\"jdk.ThreadDump\">\n      <value name=\"result\">\n";
        assertThat(analyzed("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + event + DUMP, 1))
                .contains("it is what jfr print --xml has printed; pass the recording that it was made of");
    }

    private static String waiting(String name, int number, String wanted, String owned) {
        return """
            "%s" #%d [9] prio=5 os_prio=0 cpu=0.30ms elapsed=1.39s tid=0x00007f419c0a84b0 nid=9 waiting for monitor entry
               java.lang.Thread.State: BLOCKED (on object monitor)
            \tat app.Ledger.book(Ledger.java:38)
            \t- waiting to lock <%s> (a java.lang.Object)
            \t- locked <%s> (a java.lang.Object)

            """.formatted(name, number, wanted, owned);
    }

    /** Those of two JVMs, which number their threads alike. */
    @Test
    void dumps_that_show_no_thread_of_the_jvm_are_not_taken_for_those_of_one_jvm() throws IOException {
        String circle = waiting("one", 31, "0x00000000f1", "0x00000000f2")
                + waiting("other", 32, "0x00000000f2", "0x00000000f1");
        String first = DUMP.replace("JNI", circle + "JNI");
        String second = first.replace("8466:\n", "").replace("00:14:07", "00:14:09");
        assertThat(analyzed(first + second, 0)).contains("One dump shows it").doesNotContain("Two dumps");
        String handler = DUMP.substring(DUMP.indexOf("\"main\""), DUMP.indexOf("JNI"))
                .replace("\"main\" #3", "\"Reference Handler\" #9");
        assertThat(analyzed((first + second).replace("JNI", handler + "JNI"), 0))
                .as("the same thread of the JVM")
                .doesNotContain("One dump shows it");
    }
}
