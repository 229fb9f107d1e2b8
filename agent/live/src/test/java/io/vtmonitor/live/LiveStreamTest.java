package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.pins.JvmInfo;
import java.io.IOException;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LiveStreamTest {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @Test
    void where_the_recording_can_not_be_made_no_space_stays_reserved() throws Exception {
        assumeTrue(Files.isDirectory(OPEN_FILES), "this system does not list open files");
        JvmInfo jvm = JvmInfo.current(Duration.ofMillis(1), Duration.ofMillis(20));
        Function<Class<?>, Lookup> none = type -> {
            throw new IllegalStateException("no access");
        };
        Path noFile = (Path) Proxy.newProxyInstance(
                Path.class.getClassLoader(), new Class<?>[] {Path.class}, (proxy, method, arguments) -> {
                    assertThat(reserves()).as("open reserves").hasSize(1);
                    throw new IllegalStateException("no file");
                });

        assertThatThrownBy(() -> LiveStream.record(jvm, none, noFile, 100)).hasMessage("no file");
        assertThat(reserves()).isEmpty();
    }

    private static List<String> reserves() throws IOException {
        List<String> reserves = new ArrayList<>();
        try (Stream<Path> open = Files.list(OPEN_FILES)) {
            for (Path file : open.toList()) {
                String target = target(file);
                if (target.contains(".reserve")) {
                    reserves.add(target);
                }
            }
        }
        return reserves;
    }

    /** Empty if it has been closed meanwhile. */
    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException ignored) {
            return "";
        }
    }
}
