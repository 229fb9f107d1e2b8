package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.scenario.CompiledHolders;
import io.vtmonitor.scenario.EliminatedLocks;
import io.vtmonitor.scenario.KotlinLazy;
import io.vtmonitor.scenario.ScalaLazy;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Code that is not javac's as the interpreter runs it: compiled by the JIT, by kotlinc, by scalac. */
class CompiledCodeIT {
    /** Where parking is compiled into its caller, the first real park leaves that code for the interpreter. */
    private static final List<String> NOT_LEFT_FOR_PARKING = List.of(
            "-Xbatch",
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=dontinline,java.util.concurrent.locks.LockSupport::parkNanos");

    /** Process tests use the first compiler, which removes no monitor. */
    private static final List<String> BY_SECOND_COMPILER = Stream.concat(
                    NOT_LEFT_FOR_PARKING.stream(), Stream.of("-XX:TieredStopAtLevel=4"))
            .toList();

    @TempDir
    Path directory;

    @Test
    void holders_that_are_compiled_and_inlined_are_exact() throws Exception {
        Watched run = run(CompiledHolders.class, NOT_LEFT_FOR_PARKING, List.of());

        String type = CompiledHolders.class.getName();
        assertThat(run.holders())
                .containsExactly(
                        type + ".inner by monitor of static field CompiledHolders.INNER, exact, agent",
                        type + ".outer by monitor of static field CompiledHolders.OUTER, exact, agent");
        assertThat(run.pins()).isEqualTo(3);
        assertThat(frameTypes(run.recording(), "outer"))
                .as("how outer was run")
                .isNotEmpty()
                .allMatch(how -> !how.equals("Interpreted"));
        assertThat(frameTypes(run.recording(), "inner")).as("how inner was run").containsOnly("Inlined");
    }

    @Test
    void a_monitor_that_may_be_removed_is_likely_next_to_one_that_is_owned() throws Exception {
        Watched run = run(EliminatedLocks.class, BY_SECOND_COMPILER, List.of(), List.of("1", "200"));

        List<List<String>> sites = holdersOfSites(run.report());
        String outer = "EliminatedLocks.outer exact";
        List<String> shared = sites.stream()
                .filter(site -> site.size() == 2 && site.get(0).endsWith(" exact"))
                .map(site -> site.get(0))
                .toList();
        assertThat(sites)
                .filteredOn(site -> site.size() == 2)
                .allSatisfy(site -> assertThat(site.get(1)).isEqualTo(outer))
                .filteredOn(site -> site.get(0).endsWith(" likely"))
                .extracting(site -> site.get(0).replace(" likely", ""))
                .containsExactlyInAnyOrder(
                        "EliminatedLocks.own",
                        "EliminatedLocks$Counter.next",
                        "EliminatedLocks.inParameter",
                        "EliminatedLocks$HasLock.inField",
                        "EliminatedLocks.inCaptured",
                        "EliminatedLocks$Parks.<init>",
                        "EliminatedLocks.inBranch",
                        "EliminatedLocks.inHeldByNew",
                        "EliminatedLocks.inEither",
                        "EliminatedLocks.inPassed",
                        "EliminatedLocks$Returned.inReturned",
                        "DeepCalls.inNear");
        assertThat(shared)
                .containsExactlyInAnyOrder(
                        "EliminatedLocks.storedOwn exact",
                        "EliminatedLocks$Stored.next exact",
                        "EliminatedLocks.inStoredParameter exact",
                        "EliminatedLocks.inHeldByStored exact",
                        "EliminatedLocks$ReturnedStored.inReturnedStored exact",
                        "EliminatedLocks$Worker.inThread exact",
                        "DeepCalls.inFar exact");
        assertThat(sites)
                .as("each one that is called exact holds the carrier by itself, too, and those that are known to"
                        + " be removed do not")
                .containsAll(shared.stream().map(List::of).toList())
                .filteredOn(site -> site.size() == 1)
                .allSatisfy(site -> assertThat(site.get(0)).endsWith(" exact"))
                .doesNotContain(List.of("EliminatedLocks$Counter.next exact"))
                .doesNotContain(List.of("EliminatedLocks$Returned.inReturned exact"));
    }

    /** Without their package. */
    private static List<List<String>> holdersOfSites(JsonNode report) {
        String scenarios = EliminatedLocks.class.getPackageName() + ".";
        return report.path("sites")
                .valueStream()
                .map(site -> site.path("holders")
                        .valueStream()
                        .map(holder -> holder.path("className").asString().replace(scenarios, "") + "."
                                + holder.path("methodName").asString() + " "
                                + holder.path("confidence").asString())
                        .toList())
                .toList();
    }

    @Test
    void a_kotlin_lazy_that_blocks_is_named_with_its_lock() throws Exception {
        Watched run = run(KotlinLazy.class, List.of(), List.of(jar(kotlin.LazyKt.class)));

        assertThat(run.pins()).isEqualTo(3);
        assertThat(run.holders())
                .singleElement()
                .asString()
                .startsWith("kotlin.SynchronizedLazyImpl.getValue by monitor of field lock, exact, kotlin-stdlib 2.");
    }

    @Test
    void a_scala_lazy_val_that_blocks_is_named_with_its_lock() throws Exception {
        Watched run = run(ScalaLazy.class, List.of(), List.of(jar(scala.Option.class)));

        assertThat(run.pins()).isEqualTo(3);
        assertThat(run.holders())
                .singleElement()
                .asString()
                .contains(
                        "scala.collection.immutable.LazyList.",
                        "$lzycompute by monitor of this, exact, scala-library 2.");
    }

    private Watched run(Class<?> program, List<String> flags, List<Path> jars) throws Exception {
        return run(program, flags, jars, List.of());
    }

    private Watched run(Class<?> program, List<String> flags, List<Path> jars, List<String> arguments)
            throws Exception {
        List<Path> classPath =
                Stream.concat(Stream.of(Watched.testClasses()), jars.stream()).toList();
        return Watched.run(
                ChildJvm.on(21, directory).flags(flags),
                agent -> agent.main(classPath, program.getName(), arguments),
                directory,
                jvm -> jvm.send("exit"));
    }

    private static Path jar(Class<?> oneOfIt) throws URISyntaxException {
        return Path.of(
                oneOfIt.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static List<String> frameTypes(Path recording, String method) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
                .filter(event -> event.getDuration().toMillis() >= 10)
                .flatMap(event -> event.getStackTrace().getFrames().stream())
                .filter(frame -> frame.getMethod().getName().equals(method))
                .map(RecordedFrame::getType)
                .toList();
    }
}
