package io.vtmonitor.cli;

import io.vtmonitor.cli.input.DurationConverter;
import io.vtmonitor.cli.output.Terminal;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.pins.AnalysisSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code jfc}: prints settings for the JDK's own ways to record. */
@Command(
        name = "jfc",
        header = "Prints settings for Flight Recorder that record everything analyze looks for.",
        description = {
            "-XX:StartFlightRecording=settings=FILE reads them from a file.",
            "Example: vt-monitor jfc > vt-monitor.jfc"
        },
        mixinStandardHelpOptions = true)
final class JfcCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Option(
            names = "--monitor-threshold",
            paramLabel = "LENGTH",
            converter = DurationConverter.class,
            description = DurationConverter.OF_MONITORS)
    private Duration monitorThreshold = AnalysisSettings.MONITOR_THRESHOLD;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AnalysisSettings.asFile(monitorThreshold));
        try {
            Terminal.flush(spec.commandLine().getOut());
        } catch (IOException e) {
            spec.commandLine().getErr().println("vt-monitor: can't write the settings: " + FailureText.of(e));
            return 1;
        }
        spec.commandLine()
                .getErr()
                .println("vt-monitor: a settings file can't raise the stack depth; add " + AnalysisSettings.DEPTH_FLAG
                        + " to the command line.");
        return 0;
    }
}
