package io.vtmonitor.cli;

import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.RunningJvms;
import io.vtmonitor.cli.output.Terminal;
import io.vtmonitor.common.FailureText;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code list}: shows the JVMs that could be watched. */
@Command(
        name = "list",
        header = "Lists the JVMs on this machine, whether they use virtual threads, and whether they are watched.",
        description = "Does not contact the JVMs: reads what they publish and, on Linux, the names of their threads.",
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Override
    public Integer call() throws AttachRefusedException {
        try {
            spec.commandLine()
                    .getOut()
                    .println(RunningJvms.table(RunningJvms.now().all()));
            Terminal.flush(spec.commandLine().getOut());
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println("vt-monitor: can't write the list: " + FailureText.of(e));
            return 1;
        }
    }
}
