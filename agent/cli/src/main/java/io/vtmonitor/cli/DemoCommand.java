package io.vtmonitor.cli;

import io.vtmonitor.cli.jvm.JavaOptions;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.demo.Shop;
import io.vtmonitor.recording.SecretFreeRecording;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code demo}: shows what vt-monitor finds in {@link Shop}, a program with mistakes that is in the jar. The program
 * runs with the agent in a JVM of its own, with the same Java as this command. Java 17 to 20 have no virtual threads:
 * there the recording is one of JDK 21 from the jar, and only the heap dump is written on this machine.
 */
@Command(
        name = "demo",
        header = "Runs a small program with mistakes under the agent and writes what vt-monitor finds.",
        description = {
            "Writes a page, the answer of a heap dump, and what scan finds before the program runs. Takes about ten"
                    + " seconds.",
            "Example: vt-monitor demo"
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:everything was written", "1:something could not be run or written", "2:wrong usage"})
final class DemoCommand implements Callable<Integer> {
    private static final String PAGE = "demo.html";
    private static final String RECORDING = "demo.jfr";
    private static final String HEAP_DUMP = "demo.hprof";
    private static final String HEAP_ANSWER = "heap-dump.txt";
    private static final String SCAN_ANSWER = "scan.txt";
    private static final String CLASSES = "classes";

    /** All files that this command writes. A folder with any other file belongs to somebody else. */
    private static final Set<String> OURS = Set.of(PAGE, RECORDING, HEAP_DUMP, HEAP_ANSWER, SCAN_ANSWER, CLASSES);

    private static final String PROGRAM = "io/vtmonitor/demo/";
    private static final String RECORDED = "demo.jfr.gz";
    private static final int FIRST_OF_PROGRAM = 17;
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    /** The longest wait for the agent to find the deadlock, and again for the JVM to write its files. */
    private static final long MOST_SECONDS = 60;

    private static final Pattern VERSION = Pattern.compile("(?m)^ *java\\.version = (\\S+)");

    /** Marks the end of the program's output. */
    private static final String END = "\u0000";

    private static final String FOUND = "vt-monitor: Deadlock";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "FOLDER",
            defaultValue = "vt-monitor-demo",
            description = "The folder to write to; created if it is missing. Default: ${DEFAULT-VALUE}.")
    private Path folder = Path.of("vt-monitor-demo");

    @Option(
            names = "--java",
            paramLabel = "FILE",
            description = "The java command that runs the program. Default: the one that runs vt-monitor.")
    private Path java = Path.of(System.getProperty("java.home", ""), "bin", "java");

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            Path jar = jar();
            String version = version();
            boolean live = JavaVersion.feature(version) >= FIRST_WITH_VIRTUAL_THREADS;
            clear(folder);
            unpackProgram(jar, folder);
            out.println(
                    live
                            ? "vt-monitor: a program with mistakes runs on Java " + version + " now, with the agent:"
                            : "vt-monitor: Java " + version + " has no virtual threads, which the agent would watch. "
                                    + "The page is of a recording of the same program on JDK 21 that is in the jar; the"
                                    + " heap dump is of its platform threads on this Java.");
            out.flush();
            String problem = run(jar, live, out);
            if (problem != null) {
                err.println("vt-monitor: " + problem);
                return 1;
            }
            if (live) {
                SecretFreeRecording.make(folder.resolve(RECORDING));
            } else {
                unpackRecording();
            }
            return analyze(out, err);
        } catch (IOException e) {
            err.println("vt-monitor: the demo can't be run or written: " + FailureText.of(e));
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /** The version of the Java that runs the program, such as {@code 21.0.8}. Refuses one that is too old for it. */
    private String version() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(java.toString(), "-XshowSettings:properties", "-version")
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        Matcher version = VERSION.matcher(printed);
        if (process.waitFor() != 0 || !version.find()) {
            throw new IOException(java + " is not a Java command: it did not print its version");
        }
        if (JavaVersion.feature(version.group(1)) < FIRST_OF_PROGRAM) {
            throw new IOException(java + " is Java " + version.group(1) + "; the program needs Java " + FIRST_OF_PROGRAM
                    + " or later. Name one with --java");
        }
        return version.group(1);
    }

    private static Path jar() throws IOException {
        CodeSource source = DemoCommand.class.getProtectionDomain().getCodeSource();
        try {
            Path jar = source == null ? null : Path.of(source.getLocation().toURI());
            if (jar != null && Files.isRegularFile(jar)) {
                return jar.toAbsolutePath();
            }
        } catch (URISyntaxException | RuntimeException ignored) {
            // Not a file.
        }
        throw new IOException("it needs vt-monitor.jar as a file, and this command does not run from one");
    }

    private static void clear(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (!OURS.contains(String.valueOf(file.getFileName()))) {
                    throw new IOException(folder + " has files that are not the demo's, such as " + file.getFileName()
                            + "; name another folder");
                }
            }
        }
        for (String name : OURS) {
            if (!name.equals(CLASSES)) {
                Files.deleteIfExists(folder.resolve(name));
            }
        }
    }

    /** Unpacks the program's classes, as applications have them: as files, for {@code scan} and to look up holders. */
    private static void unpackProgram(Path jar, Path folder) throws IOException {
        Path classes = folder.resolve(CLASSES).resolve(PROGRAM);
        Files.createDirectories(classes);
        try (JarFile file = new JarFile(jar.toFile())) {
            Enumeration<JarEntry> entries = file.entries();
            while (entries.hasMoreElements()) {
                JarEntry entry = entries.nextElement();
                String name = entry.getName();
                if (name.startsWith(PROGRAM) && name.endsWith(".class") && name.indexOf('/', PROGRAM.length()) < 0) {
                    try (InputStream bytes = file.getInputStream(entry)) {
                        Files.write(classes.resolve(name.substring(PROGRAM.length())), bytes.readAllBytes());
                    }
                }
            }
        }
    }

    private void unpackRecording() throws IOException {
        try (InputStream packed = Shop.class.getResourceAsStream(RECORDED)) {
            if (packed == null) {
                throw new IOException("the jar lacks " + RECORDED);
            }
            try (InputStream bytes = new GZIPInputStream(packed)) {
                Files.copy(bytes, folder.resolve(RECORDING));
            }
        }
    }

    /**
     * Runs the program until the agent has found its deadlock, or, without an agent, until there is a deadlock.
     *
     * @return what failed; null if nothing did
     */
    private @Nullable String run(Path jar, boolean live, PrintWriter out) throws IOException, InterruptedException {
        Process process = builder(jar, live).start();
        Thread atExit = new Thread(process::destroyForcibly, "vt-monitor-demo-end");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            BlockingQueue<String> lines = new LinkedBlockingQueue<>();
            Thread reader = new Thread(() -> read(process, lines), "vt-monitor-demo");
            reader.setDaemon(true);
            reader.start();
            String last = await(lines, live ? FOUND : "ready", out);
            try (OutputStream input = process.getOutputStream()) {
                input.write('\n');
            } catch (IOException ignored) {
                // The program has ended, which its exit code shows.
            }
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                return "the program did not end within " + MOST_SECONDS + " s and was killed";
            }
            if (process.exitValue() != 0) {
                return "the program ended with exit code " + process.exitValue() + "; its last line was: " + last;
            }
            return null;
        } finally {
            process.destroyForcibly();
            removeHook(atExit);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ignored) {
            // This JVM is ending, and the hook already runs.
        }
    }

    private ProcessBuilder builder(Path jar, boolean live) {
        List<String> command =
                new ArrayList<>(List.of(fromAnyFolder(java), "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (live) {
            // Two carriers, so that the result is the same on every machine. Other options have their defaults.
            command.addAll(List.of(
                    "-Djdk.virtualThreadScheduler.parallelism=2",
                    "-Djdk.virtualThreadScheduler.maxPoolSize=4",
                    "-javaagent:" + jar + "=start=before-main,waits=1s,log.from=0%,recording=" + RECORDING));
        }
        command.addAll(List.of("-cp", CLASSES, Shop.class.getName(), HEAP_DUMP));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new File(folder.toString()))
                .redirectErrorStream(true);
        // The user's options must not affect the demo.
        JavaOptions.removeFrom(builder);
        builder.environment().keySet().removeIf(name -> name.startsWith("VTMONITOR_"));
        return builder;
    }

    /** The command for a program that runs in another folder. A name without a folder is looked up by the system. */
    static String fromAnyFolder(Path java) {
        return java.getParent() == null
                ? java.toString()
                : java.toAbsolutePath().toString();
    }

    private static void read(Process process, BlockingQueue<String> lines) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), Charset.defaultCharset()))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException ignored) {
            // The program has ended.
        }
        lines.add(END);
    }

    /** Prints the agent's lines up to the one that is wanted, or until the time is over. Returns the last line. */
    private static String await(BlockingQueue<String> lines, String wanted, PrintWriter out)
            throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        String last = "";
        while (!last.startsWith(wanted) && end - System.nanoTime() > 0) {
            String line = lines.poll(100, TimeUnit.MILLISECONDS);
            if (END.equals(line)) {
                return last;
            }
            if (line != null) {
                last = line;
                if (line.startsWith("vt-monitor: ")) {
                    out.println("  " + line);
                    out.flush();
                }
            }
        }
        return last;
    }

    private int analyze(PrintWriter out, PrintWriter err) {
        String classes = folder.resolve(CLASSES).toString();
        int page = command(out, err, "analyze", file(RECORDING), "--classpath", classes, "-o", file(PAGE));
        int heap = command(out, err, "analyze", file(HEAP_DUMP), "-o", file(HEAP_ANSWER));
        int scan = command(out, err, "scan", classes, "-o", file(SCAN_ANSWER));
        out.println();
        out.println(
                page == 0
                        ? "Open " + folder.resolve(PAGE).toUri() + " in a browser. Also in that folder:"
                        : "In " + folder + ":");
        out.println("  " + HEAP_ANSWER + "  who waits for whom in " + HEAP_DUMP + ", the program's heap dump");
        out.println("  " + SCAN_ANSWER + "       what scan finds in the program's class files before it runs");
        out.println(
                "  " + RECORDING + "       what the page is made of; for the same as text: analyze " + file(RECORDING));
        out.flush();
        return Math.max(page, Math.max(heap, scan)) == 0 ? 0 : 1;
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private static int command(PrintWriter out, PrintWriter err, String... arguments) {
        return Commands.line().setOut(out).setErr(err).execute(arguments);
    }
}
