package io.vtmonitor.process.commands;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.report.json.JsonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** The two kinds of files that commands read, as small as they can be. */
final class SampleFiles {
    private SampleFiles() {}

    /** Writes {@code report.json}, which has three pins, and {@code app.jfr}, which has none. */
    static void write(Path folder) throws IOException {
        Files.writeString(
                folder.resolve("report.json"),
                JsonReport.write(PinnedReport.on("21.0.8")
                        .pins(3, 100, "java.lang.Thread.sleep", "a.B.block")
                        .report()));
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned");
            recording.start();
            recording.dump(folder.resolve("app.jfr"));
        }
    }
}
