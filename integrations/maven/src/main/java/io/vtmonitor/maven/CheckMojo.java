package io.vtmonitor.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * Analyzes what the goal {@code record} has recorded of the tests: writes {@code report.html} and {@code report.sarif},
 * and fails the build where a condition is met.
 */
@Mojo(
        name = "check",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class CheckMojo extends VtMonitorMojo {
    /** Conditions as {@code --fail-on} takes them; none lets every build pass. */
    @Parameter(property = "vt-monitor.failOn")
    private @Nullable String failOn;

    /** Count only pins with a holder or an entry in this package. */
    @Parameter(property = "vt-monitor.package")
    private @Nullable String inPackage;

    @Override
    void execute(MavenProject project, File folder) throws MojoExecutionException, MojoFailureException {
        Path recordings = folder.toPath();
        List<String> arguments = new ArrayList<>(List.of("analyze"));
        try {
            Recordings.in(recordings).forEach(file -> arguments.add(file.toString()));
            if (arguments.size() == 1) {
                getLog().info("vt-monitor: no test has recorded anything in " + recordings);
                return;
            }
            arguments.add("--classpath");
            arguments.add(String.join(File.pathSeparator, project.getTestClasspathElements()));
        } catch (IOException | DependencyResolutionRequiredException e) {
            throw new MojoExecutionException("what the tests ran with can't be listed", e);
        }
        for (String output : List.of("report.html", "report.sarif")) {
            arguments.addAll(List.of("-o", recordings.resolve(output).toString()));
        }
        arguments.addAll(List.of("-o", "-"));
        if (inPackage != null) {
            arguments.addAll(List.of("--package", inPackage));
        }
        if (failOn != null) {
            arguments.addAll(List.of("--fail-on", failOn));
        }
        CommandLine.run(getLog(), arguments);
    }
}
