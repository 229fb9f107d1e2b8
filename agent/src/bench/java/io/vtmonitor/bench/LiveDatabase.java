package io.vtmonitor.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The database of the sample application, in a process of its own. */
record LiveDatabase(Process process, String url) implements AutoCloseable {
    /**
     * Starts it and waits until it answers.
     *
     * @param sample {@code sample-app/target}
     */
    static LiveDatabase start(Path sample) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        sample.resolve("classes") + ":"
                                + Files.readString(sample.resolve("lab.classpath"))
                                        .strip(),
                        "io.vtmonitor.lab.DatabaseAlone",
                        sample.resolve("mariadb").toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader out = process.inputReader(); // closed by the process: its close waits for who reads it
        String url = "jdbc:mysql:" + LiveProcess.line(out, "jdbc:mysql:");
        LiveProcess.drain(out);
        return new LiveDatabase(process, url);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.outputWriter().close();
        process.waitFor();
    }
}
