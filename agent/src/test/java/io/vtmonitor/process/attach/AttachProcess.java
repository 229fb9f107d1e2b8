package io.vtmonitor.process.attach;

import io.vtmonitor.process.ChildJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Attaches to JVMs, and detaches from them, by the command line. */
abstract class AttachProcess {
    @TempDir
    Path directory;

    ChildJvm.Exit commandLine(String... arguments) throws Exception {
        return ChildJvm.on(25, directory).commandLine(arguments).run();
    }

    static String pid(ChildJvm jvm) {
        return Long.toString(jvm.pid());
    }

    static String said(ChildJvm.Exit exit) {
        return String.join("\n", exit.out()) + String.join("\n", exit.err());
    }
}
