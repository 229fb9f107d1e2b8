package io.vtmonitor.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;

/**
 * The built working copy: where its jars and drivers lie.
 *
 * @param root the repository's top folder
 */
public record Checkout(Path root) {
    public Path agentJar() {
        return built(root.resolve("agent/target/vt-monitor.jar"));
    }

    Path sampleJar() {
        return built(root.resolve("sample-app/target/sample-app.jar"));
    }

    Path driverJar(String version) {
        return built(root.resolve("sample-app/target/drivers/" + version + "/mysql-connector-j-" + version + ".jar"));
    }

    /**
     * The folder of a driver by its version, {@code mariadb-} before MariaDB's; says which there are if it is none of
     * them.
     */
    public Path driverFolder(String version) {
        Path all = built(root.resolve("sample-app/target/drivers"));
        Path folder = all.resolve(version);
        if (version.isEmpty() || !Files.isDirectory(folder)) {
            try (var folders = Files.list(all)) {
                throw new DemoFailure(
                        "--driver got '" + version + "'. Accepted is what the build put into " + all + ": "
                                + String.join(
                                        ", ",
                                        folders.map(each -> each.getFileName().toString())
                                                .sorted()
                                                .toList())
                                + ". No application was started.");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return folder;
    }

    /** The programs of the agent's tests, some of which the lab runs. */
    public Path testClasses() {
        return built(root.resolve("agent/target/test-classes"));
    }

    /** The Connector/J that the published reports of pinning name. */
    public static String pinningDriver() {
        return version("pinning");
    }

    public static String newestDriver() {
        return version("newest");
    }

    public static String embeddedDatabase() {
        return version("mariadb");
    }

    public static String springBoot() {
        return version("springBoot");
    }

    private static String version(String which) {
        var versions = new Properties();
        try (var in = Checkout.class.getResourceAsStream("drivers.properties")) {
            versions.load(Objects.requireNonNull(in, "drivers.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Objects.requireNonNull(versions.getProperty(which), which);
    }

    private static Path built(Path file) {
        if (!Files.exists(file)) {
            throw new DemoFailure("Looked for " + file + ", which the build makes, and it is not there."
                    + " Run sample-app/lab, or mvn -Dmaven.test.skip.exec package, and try again.");
        }
        return file;
    }
}
