package io.vtmonitor.maven;

import io.vtmonitor.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import org.apache.maven.plugin.MojoExecutionException;

/** What the command {@code jfc} prints. */
final class Settings {
    private Settings() {}

    static String text() throws MojoExecutionException {
        StringWriter out = new StringWriter();
        if (Main.run(new PrintWriter(out), new PrintWriter(Writer.nullWriter()), "jfc") != 0) {
            throw new MojoExecutionException("vt-monitor prints no settings for Flight Recorder");
        }
        return out.toString();
    }
}
