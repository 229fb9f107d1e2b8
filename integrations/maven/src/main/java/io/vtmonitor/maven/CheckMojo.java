package io.vtmonitor.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
                String nothing = "vt-monitor: no test has recorded anything in " + recordings;
                if (failOn == null) {
                    getLog().info(nothing);
                } else {
                    getLog().warn(nothing + "; the condition " + failOn + " was not checked");
                }
                return;
            }
            arguments.add("--classpath");
            arguments.add(project.getTestClasspathElements().stream()
                    .filter(element -> new File(element).exists()) // a module of tests alone has no classes
                    .collect(Collectors.joining(File.pathSeparator)));
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
