package io.vtmonitor.cli.jvm;

import io.vtmonitor.common.FailureText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Has another JVM write thread dumps as JSON, and measures the time. */
public final class ThreadDumper {
    private final TargetJvm jvm;
    private final Path folder;
    private final List<Path> files = new ArrayList<>();
    private long nanos;

    /** @param folder the folder for the dumps, which is created if it is missing */
    public ThreadDumper(TargetJvm jvm, Path folder) throws AttachRefusedException {
        this.jvm = jvm;
        this.folder = folder;
        if (folder.toString().indexOf('"') >= 0) {
            throw new AttachRefusedException("a file name with a quotation mark can't be passed to a JVM: " + folder);
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new AttachRefusedException("can't create the folder for thread dumps: " + FailureText.of(e));
        }
    }

    /** Has the JVM write a dump; returns when the file exists. */
    public void dump() throws AttachRefusedException {
        long begin = System.nanoTime();
        Path file = folder.resolve(String.format(Locale.ROOT, "dump-%03d.json", files.size()));
        if (Files.exists(file)) { // the JVM would leave it as it is, without a failure
            throw new AttachRefusedException(file + " already exists and was not changed");
        }
        jvm.command("Thread.dump_to_file -format=json \"" + file + "\"");
        if (!Files.isReadable(file)) {
            throw new AttachRefusedException(
                    "process " + jvm.pid() + " wrote a thread dump that this command can't see: " + file
                            + ". The process may be in a container. Run this command in the container");
        }
        nanos += System.nanoTime() - begin;
        files.add(file);
    }

    /** The dumps, in the order in which they were taken. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /** How long all dumps took, including the requests. */
    public Duration took() {
        return Duration.ofNanos(nanos);
    }
}
