package io.vtmonitor.maven;

import java.io.File;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/** What all goals have in common: a project, a folder of their files, and a switch. */
abstract class VtMonitorMojo extends AbstractMojo {
    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private @Nullable MavenProject project;

    /** Where the recordings and the reports go. */
    @Parameter(property = "vt-monitor.folder", defaultValue = "${project.build.directory}/vt-monitor")
    private @Nullable File folder;

    @Parameter(property = "vt-monitor.skip", defaultValue = "false")
    private boolean skip;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (!skip && project != null && folder != null) {
            execute(project, folder);
        }
    }

    abstract void execute(MavenProject project, File folder) throws MojoExecutionException, MojoFailureException;
}
