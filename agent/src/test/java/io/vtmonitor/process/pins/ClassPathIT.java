package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.MovedClasses;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.scenario.NestedMonitors;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code analyze} says of a recording with the class files of the application, and without. */
class ClassPathIT {
    @TempDir
    Path directory;

    @Test
    void a_recording_without_class_path_says_whose_jar_would_settle_it_and_the_jar_does() throws Exception {
        String program = NestedMonitors.class.getName();
        MovedClasses run = MovedClasses.run(program, Scenarios.NESTED_MONITORS.flags(), directory);
        Path recording = run.recording();

        assertThat(analyze(recording.toString()))
                .contains("unsure no available class file matches " + program)
                .contains("; pass its jar with --classpath")
                .contains("held by " + program + ".inner:28 (monitor, unknown)")
                .doesNotContain("exact");

        assertThat(analyze(recording.toString(), "--classpath", run.classes() + File.pathSeparator + Jdks.home(21)))
                .contains("held by " + program + ".inner:28 (monitor of static field NestedMonitors.INNER, exact)")
                .doesNotContain("unsure")
                .doesNotContain("looked up in JDK");
        assertThat(analyze(recording.toString(), "--classpath", Jdks.home(25).toString()))
                .containsPattern("looked up in JDK 25[0-9.]*, but a recording is of JDK 21");
    }

    /** The text, its lines joined: they are wrapped. */
    private String analyze(String... arguments) throws Exception {
        String[] all = new String[arguments.length + 1];
        all[0] = "analyze";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        ChildJvm.Exit exit = ChildJvm.on(21, directory).commandLine(all).run();
        assertThat(exit.code()).as("exit code of %s", exit).isZero();
        return String.join(" ", exit.out()).replaceAll(" +", " ");
    }
}
