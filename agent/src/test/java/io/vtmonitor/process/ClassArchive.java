package io.vtmonitor.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/**
 * An archive of the classes that a command of the jar under test loads (JEP 350), one per Java. Commands start with
 * half the processor time; what they do is the same.
 */
final class ClassArchive {
    private static final Map<Path, Optional<Path>> ARCHIVES = new ConcurrentHashMap<>();

    private ClassArchive() {}

    /** The archive for the Java in that folder, made by whoever asks first; empty if that Java can't make one. */
    static Optional<Path> of(Path home) {
        return ARCHIVES.computeIfAbsent(home, ClassArchive::findOrMake);
    }

    private static Optional<Path> findOrMake(Path home) {
        Path jar = ChildJvm.shippedJar().toAbsolutePath();
        String java = home.getFileName() + "-" + Integer.toHexString(home.hashCode());
        try {
            Path folder = Files.createDirectories(jar.resolveSibling("class-archives"));
            Path archive = folder.resolve(java + ".jsa");
            try (FileChannel channel = FileChannel.open(
                            folder.resolve(java + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                return lock.isValid() && (isNewer(archive, jar) || make(home, jar, archive))
                        ? Optional.of(archive)
                        : Optional.empty();
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static boolean isNewer(Path archive, Path jar) throws IOException {
        return Files.exists(archive)
                && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) >= 0;
    }

    private static boolean make(Path home, Path jar, Path archive) throws IOException, InterruptedException {
        Path scratch = Files.createDirectories(Path.of(archive + ".made-from"));
        Path made = scratch.resolve("made.jsa");
        Process process = new ProcessBuilder(List.of(
                        home.resolve("bin").resolve("java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:ArchiveClassesAtExit=" + made,
                        "-jar",
                        jar.toString(),
                        "analyze",
                        recorded(scratch).toString(),
                        "-o",
                        scratch.resolve("report.json").toString(),
                        "-o",
                        scratch.resolve("report.html").toString()))
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("output").toFile())
                .start();
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        if (process.exitValue() != 0 || !Files.exists(made)) {
            return false;
        }
        Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    /** With one pin, so that what names a holder is loaded, too. */
    private static Path recorded(Path scratch) throws IOException, InterruptedException {
        Path file = scratch.resolve("pin.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ZERO);
            recording.start();
            Thread.ofVirtual().start(SleepsInItsInitializer::touch).join();
            recording.dump(file);
        }
        return file;
    }

    private static final class SleepsInItsInitializer {
        static {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        static void touch() {}
    }
}
