package io.vtmonitor.maven;

import io.vtmonitor.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

/** The command line of vt-monitor.jar, whose lines go to Maven's log. */
final class CommandLine {
    private static final int CONDITION_MET = 3;

    private CommandLine() {}

    /**
     * Runs a command.
     *
     * @throws MojoFailureException where a condition is met: the build fails for what was found
     * @throws MojoExecutionException where the command can't do it
     */
    static void run(Log log, List<String> arguments) throws MojoExecutionException, MojoFailureException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
        out.toString().lines().forEach(log::info);
        err.toString().lines().forEach(log::warn);
        if (code == CONDITION_MET) {
            throw new MojoFailureException("vt-monitor: a condition is met; see the lines above");
        }
        if (code != 0) {
            throw new MojoExecutionException("vt-monitor ended with exit code " + code + "; see the lines above");
        }
    }
}
