package io.vtmonitor.process.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.HoldsAgent;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent comes into a running JVM, and goes. The pins are by a native frame, which pins on both JDKs. */
class AttachIT extends AttachProcess {
    private static final Pattern SERVED = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/");
    private static final String TOKEN = "a-token-of-more-than-16-characters";

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void attach_watches_and_detach_leaves_nothing_behind_and_attach_works_again(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        Path log = directory.resolve("agent.log");
        try (ChildJvm jvm = start(jdk, "5")) {
            Files.writeString(directory.resolve("token"), TOKEN + "\n");
            ChildJvm.Exit attached = commandLine(
                    "attach",
                    pid(jvm),
                    "port=0",
                    "threshold=10ms",
                    "report=report.json",
                    "log=agent.log",
                    "token.file=token");
            assertThat(attached.code()).as("%s", attached).isZero();
            assertThat(said(attached)).contains("watching Java " + jdk, "JEP 451", "detach " + jvm.pid());
            int port = port(said(attached));
            assertThat(Jcmd.ask(jvm, "Thread.print")).contains("\"vt-monitor-stream\"", "\"vt-monitor-http-accept\"");

            ChildJvm.Exit again = commandLine("attach", pid(jvm));
            assertThat(again.code()).isEqualTo(1);
            assertThat(again.err())
                    .singleElement()
                    .asString()
                    .contains("is already being watched", "nothing has changed");
            assertThat(Jcmd.ask(jvm, "JFR.check")).containsOnlyOnce("Recording ");

            assertThat(said(commandLine("list"))).containsPattern(jvm.pid() + " .* yes +yes ");

            jvm.send("go");
            jvm.awaitOut("done 5"::equals);
            assertNoSecretIsServed(port);
            ChildJvm.Exit detached = commandLine("detach", pid(jvm));
            assertThat(detached.code()).as("%s", detached).isZero();
            assertThat(said(detached)).contains("is no longer being watched", "until the JVM ends");

            assertThat(Watched.read(report).path("totals").path("pins").asLong())
                    .as("no pin is lost at a detach right after it")
                    .isEqualTo(5);
            assertThat(Jcmd.ask(jvm, "Thread.print")).doesNotContain("\"vt-monitor");
            assertThat(Jcmd.ask(jvm, "JFR.check")).contains("No available recordings");
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .isInstanceOf(ConnectException.class);

            assertThat(commandLine("detach", pid(jvm)).code()).isEqualTo(1);
            for (int round = 0; round < 2; round++) {
                attachUntilTheProbeHasRunAndDetach(jvm);
            }
            assertThat(allThreads(jvm)).contains("\"main\"").doesNotContain("vt-monitor");

            List<String> logged = Files.readAllLines(log);
            assertThat(logged.get(logged.size() - 1)).endsWith("detached");
            assertThat(logged.toString()).doesNotContain(TOKEN, "secret-of");
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.ours())
                    .as("the last word: no shutdown hook of ours ran")
                    .last()
                    .asString()
                    .endsWith("detached");
            assertThat(Files.readAllLines(log)).isEqualTo(logged);
            assertThat(temporaryFiles()).as("recordings left behind").isEmpty();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void an_agent_of_the_command_line_is_not_doubled_by_an_attach_and_can_be_detached(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(Scenarios.NATIVE_CALL.flags())
                .agent("threshold=10ms")
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            assertThat(Jcmd.ask(
                            jvm,
                            "JVMTI.agent_load",
                            ChildJvm.shippedJar().toAbsolutePath().toString()))
                    .contains("return code: 0");
            jvm.awaitErr(line -> line.contains("is watching already; this second -javaagent or attach is ignored"));
            assertThat(Jcmd.ask(jvm, "JFR.check")).containsOnlyOnce("Recording ");
            assertThat(commandLine("detach", pid(jvm)).code()).isZero();
            assertThat(Jcmd.ask(jvm, "Thread.print")).doesNotContain("\"vt-monitor");
            assertThat(Jcmd.ask(jvm, "JFR.check")).contains("No available recordings");
        }
    }

    @Test
    void what_unpin_does_after_a_detach_is_reported_at_exit() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .flags(Scenarios.NATIVE_CALL.flags())
                .agent("unpin=io.vtmonitor.scenario.**")
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            assertThat(commandLine("detach", pid(jvm)).code()).isZero();
            jvm.send("go");
            jvm.awaitOut(line -> line.startsWith("done "));
            jvm.send("exit");
            List<String> said = jvm.awaitExit().ours();
            assertThat(said.subList(said.indexOf("vt-monitor: detached") + 1, said.size()))
                    .isNotEmpty()
                    .allMatch(line -> line.startsWith("vt-monitor: unpin: "));
        }
    }

    @Test
    void a_detach_that_comes_while_the_watch_starts_ends_it_when_it_has_started() throws Exception {
        String jar = ChildJvm.shippedJar().toAbsolutePath().toString();
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .main(
                        List.of(Watched.testClasses(), ChildJvm.shippedJar().toAbsolutePath()),
                        HoldsAgent.class.getName(),
                        List.of())
                .start()) {
            jvm.awaitOut("held"::equals);
            Jcmd.ask(jvm, "JVMTI.agent_load", jar);
            jvm.awaitOut("starting"::equals);
            Jcmd.ask(jvm, "JVMTI.agent_load", jar, "detach");
            jvm.awaitOut("stopping"::equals);
            jvm.awaitErr("vt-monitor: detached"::equals);
            Until.holds(
                    "no thread of ours is left",
                    () -> !Jcmd.ask(jvm, "Thread.print").contains("\"vt-monitor"));
            assertThat(Jcmd.ask(jvm, "JFR.check")).contains("No available recordings");
            assertThat(commandLine("attach", pid(jvm)).code()).isZero();
            assertThat(Jcmd.ask(jvm, "JFR.check")).containsOnlyOnce("Recording ");
            assertThat(commandLine("detach", pid(jvm)).code()).isZero();
            assertThat(Jcmd.ask(jvm, "JFR.check")).contains("No available recordings");
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    private void attachUntilTheProbeHasRunAndDetach(ChildJvm jvm) throws Exception {
        int port = port(said(commandLine("attach", pid(jvm), "port=0", "probe=5ms")));
        String serving = "http://127.0.0.1:" + port + "/";
        Until.holds("the probe has run", () -> Scrape.value(serving, "vthread_probe_runs_total") >= 2);
        assertThat(commandLine("detach", pid(jvm)).code()).isZero();
    }

    /** Virtual threads included. */
    private String allThreads(ChildJvm jvm) throws Exception {
        Path dump = directory.resolve("threads.json");
        Jcmd.ask(jvm, "Thread.dump_to_file", "-overwrite", "-format=json", dump.toString());
        return Files.readString(dump);
    }

    private static void assertNoSecretIsServed(int port) throws Exception {
        for (String page : List.of("/metrics", "/report.json")) {
            assertThat(get(port, page, "").statusCode()).as(page).isEqualTo(401);
            assertThat(get(port, page, "Bearer " + TOKEN + "x").statusCode())
                    .as(page)
                    .isEqualTo(401);
            HttpResponse<String> answer = get(port, page, "Bearer " + TOKEN);
            assertThat(answer.statusCode()).as(page).isEqualTo(200);
            assertThat(answer.body()).as(page).doesNotContain("secret-of", TOKEN);
        }
        assertThat(get(port, "/healthz", "").body()).isEqualTo("ok\n");
    }

    private static HttpResponse<String> get(int port, String page, String authorization) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + page));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private ChildJvm start(int jdk, String times) throws Exception {
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .variable("DB_PASSWORD", "secret-of-the-environment")
                .flags(List.of("-Ddb.password=secret-of-a-property"))
                .flags(Scenarios.NATIVE_CALL.flags())
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of(times, "30"))
                .start();
        jvm.awaitOut("ready"::equals);
        return jvm;
    }

    private List<Path> temporaryFiles() throws IOException {
        try (var files = Files.list(directory.resolve("tmp"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("vt-monitor"))
                    .toList();
        }
    }

    private static int port(String text) {
        Matcher matcher = SERVED.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return Integer.parseInt(matcher.group(1));
    }
}
