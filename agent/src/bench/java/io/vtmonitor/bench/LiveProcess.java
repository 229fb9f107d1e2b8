package io.vtmonitor.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of {@link LiveBench}. */
final class LiveProcess {
    private LiveProcess() {}

    /** Starts {@link LiveLoad} in it; what it says to standard error is not kept. */
    static Process start(List<String> java, List<String> flags, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(flags);
        String classes = Path.of(LiveLoad.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
        command.addAll(List.of("-Xmx1g", "-cp", classes, LiveLoad.class.getName()));
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

    static double residentMegabytes(String pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", pid, "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1_024)
                .findFirst()
                .orElseThrow();
    }

    static void end(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
