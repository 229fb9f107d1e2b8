package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.waiting.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Thread dumps that the JVM itself writes, in both of its formats. */
class ThreadDumpsIT {
    @TempDir
    private Path folder;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}, {1}")
    @CsvSource({
        "21, lock, lock 299 .*",
        "25, monitor, monitor_enter 299 .*virtual thread #.*",
        "27, mixed_deadlock, verdict deadlock .*"
    })
    void a_plain_dump_says_what_a_json_dump_of_the_same_threads_says(int jdk, String program, String line)
            throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, folder)
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of(program))
                .start()) {
            jvm.awaitOut("ready"::equals);
            List<String> json = new ArrayList<>();
            Until.holds("both say the same", () -> {
                json.clear();
                json.addAll(told(jvm, "json"));
                return json.stream().anyMatch(each -> each.matches(line)) && json.equals(told(jvm, "plain"));
            });
        }
        readCut();
    }

    /** As far as it goes. */
    private void readCut() throws Exception {
        Path cut = folder.resolve("cut.json");
        Path report = folder.resolve("report-cut.json");
        byte[] whole = Files.readAllBytes(folder.resolve("dump.json"));
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        assertThat(ShippedCommandLine.run("analyze", cut.toString(), "-o", report.toString()))
                .isEqualTo(1);
        JsonNode waits = Watched.read(report).path("waits");
        assertThat(waits.at("/limits/0/sentence").asString())
                .startsWith(cut + ": ")
                .contains(" after ");
    }

    /** Groups with their holders, and verdicts, a line each. */
    private List<String> told(ChildJvm jvm, String format) throws Exception {
        Path dump = folder.resolve("dump." + format);
        Path report = folder.resolve("report-" + format + ".json");
        Jcmd.ask(jvm, "Thread.dump_to_file", "-overwrite", "-format=" + format, dump.toString());
        assertThat(ShippedCommandLine.run("analyze", dump.toString(), "-o", report.toString()))
                .isZero();
        JsonNode waits = Watched.read(report).path("waits");
        List<String> lines = new ArrayList<>();
        waits.path("groups")
                .forEach(group -> lines.add(group.path("operation").asString() + " " + group.path("threads") + " "
                        + group.path("site") + " " + group.path("holder")));
        waits.path("verdicts")
                .forEach(verdict -> lines.add("verdict " + verdict.path("kind").asString() + " "
                        + verdict.path("confidence") + " " + verdict.path("site")));
        return lines.stream().sorted().toList();
    }
}
