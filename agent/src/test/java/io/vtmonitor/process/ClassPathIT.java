package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.scenario.NestedMonitors;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code analyze} says of a recording with the class files of the application, and without. */
class ClassPathIT {
    @TempDir
    Path directory;

    @Test
    void a_recording_without_class_path_says_whose_jar_would_settle_it_and_the_jar_does() throws Exception {
        Path recording = Watched.run(Scenarios.NESTED_MONITORS, 21, directory).recording();
        String program = NestedMonitors.class.getName();

        List<String> without = analyze(recording.toString());
        assertThat(without)
                .anyMatch(line -> line.trim().startsWith("unsure   class file of " + program + " not seen"))
                .anyMatch(line -> line.endsWith("; give its jar with --classpath"))
                .anyMatch(line -> line.contains("held by  " + program + ".inner") && line.contains("unknown"))
                .noneMatch(line -> line.contains("exact"));

        List<String> with = analyze(
                recording.toString(), "--classpath", Watched.testClasses() + File.pathSeparator + Jdks.home(21));
        assertThat(with)
                .anyMatch(line -> line.contains("held by  " + program + ".inner") && line.contains("exact"))
                .noneMatch(line -> line.contains("unsure"));
    }

    private List<String> analyze(String... arguments) throws Exception {
        String[] all = new String[arguments.length + 1];
        all[0] = "analyze";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        ChildJvm.Exit exit = ChildJvm.on(21, directory).commandLine(all).run();
        assertThat(exit.code()).as("exit code of %s", exit).isZero();
        return exit.out();
    }
}
