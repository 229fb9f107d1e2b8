package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Deployed;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM that runs {@link Deployed} with the agent, and what its page and its report say. */
final class DeployedJvm {
    private static final String SITE = "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 [sleep]";

    private DeployedJvm() {}

    static ChildJvm start(Path directory, int jdk, Path jar, String options, String... more)
            throws IOException, InterruptedException {
        List<String> flags = new ArrayList<>(List.of(more));
        flags.addAll(List.of(
                "-Djdk.reflect.useNativeAccessorOnly=true",
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-javaagent:" + jar + "=threshold=10ms,log.from=0%," + options));
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(flags)
                .main(List.of(Watched.testClasses()), Deployed.class.getName(), List.of())
                .start();
        jvm.awaitOut("ready"::equals);
        return jvm;
    }

    /** 0 where the connection was closed without an answer. */
    static int status(String serving, String page) throws IOException {
        String url = serving.replaceAll(".*(http://\\S+?/).*", "$1") + page;
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setReadTimeout(10_000);
        try (InputStream in = connection.getInputStream()) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isNotBlank();
            return connection.getResponseCode();
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError(page + " hangs", e);
        } catch (IOException ignored) {
            return 0;
        }
    }

    static long pins(Path report) {
        return Watched.read(report)
                .path("sites")
                .valueStream()
                .filter(site -> site.path("id").asString().equals(SITE))
                .mapToLong(site -> site.path("pins").asLong())
                .sum();
    }
}
