package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.VerdictText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever has a lock in a dump may wait for an answer, or be idle: class files tell, if they are there. */
class AskedInDumpsTest {
    private static final String WAITS = """
            "java.base/java.lang.Object.wait0(Native Method)", "java.base/java.lang.Object.wait(Object.java:389)",
            "com.acme.Cache.fromMail(Cache.java:99)", "com.acme.Cache.load(Cache.java:90)"
            """;
    private static final String READS = """
            "java.base/sun.nio.ch.NioSocketImpl.read(NioSocketImpl.java:300)",
            "java.base/java.net.Socket$SocketInputStream.read(Socket.java:963)",
            "com.acme.Cache.load(Cache.java:90)"
            """;

    private static List<WaitVerdict> verdicts(RequestEvidence asked, String version, String holder) throws IOException {
        List<ThreadDumpFile> dumps = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            dumps.add(DumpWaitsTest.read(DumpWaitsTest.dump(version, "2026-01-01T00:00:0" + i + "Z", holder)));
        }
        return DumpWaits.of(dumps, name -> null, (trace, last) -> asked).verdicts();
    }

    private static String waiters() {
        return DumpWaitsTest.many(20, DumpWaitsTest.waiter("$TID", "31"));
    }

    private static String thread(String state, String stack) {
        return ", {\"tid\": \"31\", \"virtual\": true, \"name\": \"w\", \"state\": \"" + state + "\", \"stack\": ["
                + stack + "]}";
    }

    @Test
    void a_holder_that_waits_for_a_notification_may_be_idle_unless_it_may_have_asked_for_that() throws IOException {
        String dumped = waiters() + thread("WAITING", WAITS);
        assertThat(verdicts(RequestEvidence.UNKNOWN, "27", dumped)).isEmpty();
        assertThat(verdicts(RequestEvidence.NOBODY, "27", dumped)).isEmpty();
        assertThat(verdicts(RequestEvidence.MAYBE, "27", dumped))
                .extracting(WaitVerdict::kind)
                .containsExactly(WaitVerdictKind.LOCK_CONVOY);
    }

    @Test
    void so_may_a_thread_in_the_method_in_which_others_wait_if_the_dump_does_not_show_who_has_the_lock()
            throws IOException {
        String dumped = DumpWaitsTest.many(20, DumpWaitsTest.waiterOf25("$TID")) + thread("WAITING", WAITS);
        assertThat(verdicts(RequestEvidence.UNKNOWN, DumpWaitsTest.OF_25, dumped))
                .isEmpty();
        assertThat(verdicts(RequestEvidence.NOBODY, DumpWaitsTest.OF_25, dumped))
                .isEmpty();
        assertThat(verdicts(RequestEvidence.MAYBE, DumpWaitsTest.OF_25, dumped)).hasSize(1);
    }

    @Test
    void a_holder_that_reads_is_told_with_what_class_files_would_tell() throws IOException {
        String dumped = waiters() + thread("WAITING", READS);
        assertThat(verdicts(RequestEvidence.NOBODY, "27", dumped)).isEmpty();
        assertThat(VerdictText.evidence(
                        verdicts(RequestEvidence.MAYBE, "27", dumped).get(0).facts()))
                .doesNotContain("--classpath");
        assertThat(VerdictText.evidence(
                        verdicts(RequestEvidence.UNKNOWN, "27", dumped).get(0).facts()))
                .contains("If its holder has sent no request for what it reads, these threads are idle");
    }
}
