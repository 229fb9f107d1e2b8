package io.vtmonitor.maven;

import java.io.File;
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

/** Scans the project's classes for what will pin, with what they use, before they run; writes {@code scan.sarif}. */
@Mojo(
        name = "scan",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.RUNTIME,
        threadSafe = true)
public final class ScanMojo extends VtMonitorMojo {
    /** The JDK whose rules count, 21 or later; 21 if none is given. */
    @Parameter(property = "vt-monitor.jdk")
    private @Nullable String jdk;

    /** Conditions as {@code scan --fail-on} takes them. */
    @Parameter(property = "vt-monitor.scanFailOn")
    private @Nullable String scanFailOn;

    @Override
    void execute(MavenProject project, File folder) throws MojoExecutionException, MojoFailureException {
        File classes = new File(project.getBuild().getOutputDirectory());
        if (!classes.isDirectory()) {
            getLog().info("vt-monitor: there are no classes to scan");
            return;
        }
        if (!folder.isDirectory() && !folder.mkdirs()) {
            throw new MojoExecutionException("can't make the folder " + folder);
        }
        List<String> arguments = new ArrayList<>(List.of("scan", classes.toString()));
        try {
            List<String> others = new ArrayList<>(project.getRuntimeClasspathElements());
            others.remove(classes.toString());
            if (!others.isEmpty()) {
                arguments.addAll(List.of("--classpath", String.join(File.pathSeparator, others)));
            }
        } catch (DependencyResolutionRequiredException e) {
            throw new MojoExecutionException("what the classes use can't be listed", e);
        }
        arguments.addAll(List.of("-o", new File(folder, "scan.sarif").toString(), "-o", "-"));
        if (jdk != null) {
            arguments.addAll(List.of("--jdk", jdk));
        }
        if (scanFailOn != null) {
            arguments.addAll(List.of("--fail-on", scanFailOn));
        }
        CommandLine.run(getLog(), arguments);
    }
}
