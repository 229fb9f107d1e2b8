package io.vtmonitor.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * Has the JVMs of the tests record their pins: adds Flight Recorder's options to the property {@code argLine}, which
 * Surefire and Failsafe read. A build that sets {@code argLine} in their configuration writes {@code @{argLine}} there.
 */
@Mojo(name = "record", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public final class RecordMojo extends VtMonitorMojo {
    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private @Nullable MavenSession session;

    @Override
    void execute(MavenProject project, File folder) throws MojoExecutionException {
        Path recordings = folder.toPath();
        try {
            Files.createDirectories(recordings);
            Path settings = recordings.resolve("vt-monitor.jfc");
            Files.writeString(settings, Settings.text());
            // Another goal may fork the build after the tests; this one runs once more then.
            for (Path old : Recordings.in(recordings)) {
                if (session == null
                        || begin(session).isAfter(Files.getLastModifiedTime(old).toInstant())) {
                    Files.delete(old);
                }
            }
            Properties properties = project.getProperties();
            String before = properties.getProperty("argLine", "");
            String options = options(settings, recordings);
            if (!before.contains(options)) {
                properties.setProperty("argLine", (options + " " + before).strip());
            }
            getLog().info("argLine = " + properties.getProperty("argLine"));
        } catch (IOException e) {
            throw new MojoExecutionException("can't write to " + recordings, e);
        }
    }

    private static Instant begin(MavenSession session) {
        return session.getStartTime().toInstant();
    }

    /** {@code %p} is the process: each fork of Surefire writes a file of its own. */
    private static String options(Path settings, Path recordings) {
        return String.join(
                " ",
                List.of(
                        "-XX:FlightRecorderOptions=stackdepth=256",
                        "\"-XX:StartFlightRecording=settings=" + settings + ",filename=" + recordings
                                + "/tests-%p.jfr,dumponexit=true\"",
                        "-Xlog:jfr+startup=off"));
    }
}
