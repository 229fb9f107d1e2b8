package io.vtmonitor.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of {@link LiveBench}. */
final class LiveProcess {
    private static final int SECONDS_TO_END = 10;

    private LiveProcess() {}

    /** Starts {@link LiveLoad} in it, which is on its class path; what it says to standard error is not kept. */
    static Process start(List<String> java, List<String> flags, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(flags);
        command.addAll(List.of("-Xmx1g", LiveLoad.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The rest of the first line with this beginning. */
    static String line(BufferedReader out, String beginning) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        throw new IOException("it ended before it said '" + beginning + "'");
    }

    /** Reads what is left, so that the process never waits for a reader. */
    static void drain(BufferedReader out) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (out.readLine() != null) {
                    // only read
                }
            } catch (IOException ignored) {
                // The process has ended, and with it its output.
            }
        });
    }

    static double residentMegabytes(String pid) throws IOException {
        return megabytes(pid, "VmRSS:");
    }

    static double largestResidentMegabytes(String pid) throws IOException {
        return megabytes(pid, "VmHWM:");
    }

    private static double megabytes(String pid, String which) throws IOException {
        return Files.readAllLines(Path.of("/proc", pid, "status")).stream()
                .filter(line -> line.startsWith(which))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1_024)
                .findFirst()
                .orElseThrow();
    }

    /** In good order, so that no recording is left behind, where that does not take long. */
    static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
