package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.threads.HiddenFields;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a field of the JDK that is not there takes away from what is seen of its threads, by the shipped classes. */
class HiddenFieldsIT {
    private static final Pattern WITHOUT =
            Pattern.compile("without (\\S+): lost \\[(.*)], invented \\[(.*)], missing \\[(.*)]");

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25, 26, 27})
    void a_field_that_is_missing_takes_away_its_own_deadlocks_and_is_named(int jdk) throws Exception {
        List<String> printed;
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-javaagent:" + agent()))
                .main(
                        List.of(ChildJvm.shippedJar().toAbsolutePath(), Watched.testClasses()),
                        HiddenFields.class.getName(),
                        List.of())
                .start()) {
            jvm.awaitOut("done"::equals);
            printed = jvm.printed();
        }
        assertThat(printed)
                .as("elastic starts one more worker when its queue is full")
                .contains("circles [array, async-worker, deque, join+joined, never-full, one+two, scheduled,"
                        + " upgrade-1+upgrade-2, virtual, worker]")
                .contains("missing []");
        List<Matcher> all =
                printed.stream().map(WITHOUT::matcher).filter(Matcher::matches).toList();
        assertThat(all).hasSizeGreaterThan(30).allSatisfy(without -> {
            assertThat(without.group(3))
                    .as("invented without %s", without.group(1))
                    .isEmpty();
            boolean state =
                    without.group(1).matches("java\\.lang\\.VirtualThread\\.(?!DEFAULT)[A-Z_]+|.*\\.ThreadSnapshot");
            assertThat(without.group(4)).isEqualTo(state ? "" : without.group(1));
        });
        assertThat(lostWithout(all, "java.util.concurrent.locks.AbstractOwnableSynchronizer.exclusiveOwnerThread"))
                .contains("one+two");
        assertThat(lostWithout(all, "java.util.concurrent.CompletableFuture$AsyncSupply.dep"))
                .isEqualTo("async-worker");
        assertThat(lostWithout(all, "java.util.concurrent.ThreadPoolExecutor.workQueue"))
                .isEqualTo("array, async-worker, deque, never-full, scheduled, virtual, worker");
        assertThat(lostWithout(all, "java.util.concurrent.ArrayBlockingQueue.items"))
                .isEqualTo("array, virtual");
        assertThat(lostWithout(all, "java.lang.VirtualThread$VThreadContinuation$1.val$task"))
                .isEqualTo("virtual");
        assertThat(lostWithout(all, "java.util.concurrent.LinkedBlockingDeque.first"))
                .isEqualTo("deque");
        assertThat(lostWithout(all, "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.queue"))
                .isEqualTo("scheduled");
        assertThat(lostWithout(all, "java.util.concurrent.locks.ReentrantReadWriteLock$Sync.firstReader"))
                .isEqualTo("upgrade-1+upgrade-2");
    }

    private static String lostWithout(List<Matcher> all, String field) {
        return all.stream()
                .filter(without -> without.group(1).equals(field))
                .findFirst()
                .orElseThrow()
                .group(2);
    }

    private Path agent() throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", HiddenFields.class.getName());
        Path jar = directory.resolve("hidden-fields-agent.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }
}
