package io.vtmonitor.cli;

import io.vtmonitor.cli.jvm.AttachRefusedException;
import io.vtmonitor.cli.jvm.TargetJvm;
import io.vtmonitor.cli.jvm.ThreadDumper;
import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.recording.HeldCarriers;
import io.vtmonitor.report.LimitKind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * The thread dump that {@code record} requests from a JVM of JDK 21 to 24 if carriers are held during the whole
 * recording. The recording names the virtual threads on these carriers, but not what they do.
 */
final class HeldCarrierDump {
    private static final int FIRST_THAT_RECORDS_STACKS = 25;

    private final TargetJvm jvm;
    private final HeldCarriers carriers = new HeldCarriers();
    private boolean wanted;

    private HeldCarrierDump(TargetJvm jvm) {
        this.jvm = jvm;
        wanted = JavaVersion.feature(jvm.javaVersion()) < FIRST_THAT_RECORDS_STACKS;
    }

    static HeldCarrierDump begin(TargetJvm jvm) {
        HeldCarrierDump dump = new HeldCarrierDump(jvm);
        dump.readCarriers();
        return dump;
    }

    private void readCarriers() {
        if (wanted) {
            try {
                carriers.dump(jvm.printedThreads());
            } catch (AttachRefusedException ignored) {
                wanted = false; // the recording is analyzed without a dump
            }
        }
    }

    /**
     * Requests the dump if the same carriers are held now as at the start.
     *
     * @return the dump; empty if there is none
     */
    List<Path> end(Path folder, PrintWriter err) {
        readCarriers();
        if (!wanted || carriers.limits().stream().noneMatch(limit -> limit.kind() == LimitKind.CARRIERS_LIKELY_HELD)) {
            return List.of();
        }
        try {
            ThreadDumper dumper = new ThreadDumper(jvm, folder);
            dumper.dump();
            err.println("vt-monitor: the carriers made no progress, so the JVM wrote a thread dump to " + folder + ".");
            return dumper.files();
        } catch (AttachRefusedException e) {
            err.println("vt-monitor: no thread dump could be taken of what holds the carriers: " + e.getMessage());
            return List.of();
        }
    }
}
