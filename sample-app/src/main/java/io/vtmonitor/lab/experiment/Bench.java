package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.Agent;
import io.vtmonitor.lab.AgentReport;
import io.vtmonitor.lab.Checkout;
import io.vtmonitor.lab.Database;
import io.vtmonitor.lab.DemoFailure;
import io.vtmonitor.lab.Jdk;
import io.vtmonitor.lab.Narration;
import io.vtmonitor.lab.Program;
import io.vtmonitor.lab.SampleProcess;
import io.vtmonitor.lab.Started;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What experiments start their variants with: the JDKs that were chosen, the application, the programs, the database.
 */
final class Bench {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration TO_WATCH = Duration.ofMinutes(1);

    private final Checkout checkout;
    private final LabOptions options;
    private final Supplier<Database> database;
    private final Path folder;
    private final Started started;
    private final Narration narration;
    private final Map<String, Application> shared;

    /**
     * For one experiment.
     *
     * @param database started or reached when it is asked for
     * @param folder of the experiment's files
     * @param shared applications that other experiments started and left running
     */
    Bench(
            Checkout checkout,
            LabOptions options,
            Supplier<Database> database,
            Path folder,
            Started started,
            Narration narration,
            Map<String, Application> shared) {
        this.checkout = checkout;
        this.options = options;
        this.database = database;
        this.folder = folder;
        this.started = started;
        this.narration = narration;
        this.shared = shared;
    }

    /** What one program run gave. */
    record Ran(Map<String, Double> figures, Verdict verdict, String output, Path folder) {
        double figure(String name) {
            Double value = figures.get(name);
            if (value == null) {
                throw new DemoFailure("The program printed no '" + name + "=…'; its output is in " + folder);
            }
            return value;
        }
    }

    boolean quick() {
        return options.quick();
    }

    /** The first in a quick run, the second otherwise. */
    <T> T pick(T quick, T full) {
        return options.quick() ? quick : full;
    }

    /** The Java where monitors pin. */
    Jdk before() throws InterruptedException {
        return Jdk.find(checkout.root(), options.before());
    }

    /** The Java that is compared. */
    Jdk after() throws InterruptedException {
        return Jdk.find(checkout.root(), options.after());
    }

    /** A Java that an experiment is about, whatever was chosen. */
    Jdk jdk(int feature) throws InterruptedException {
        return Jdk.find(checkout.root(), feature);
    }

    /** The drivers that were asked for, or these. */
    List<String> drivers(List<String> otherwise) {
        return options.drivers().isEmpty() ? otherwise : options.drivers();
    }

    Database database() {
        return database.get();
    }

    /**
     * Starts the application and waits until it is ready; quick runs share ordinary ones, since starting takes longest.
     */
    Application application(Setup setup) throws InterruptedException {
        if (!options.quick() || !setup.isOrdinary()) {
            return start(setup, false);
        }
        String key = setup.jdk().home() + String.join(" ", setup.application());
        var running = shared.get(key);
        if (running == null) {
            running = start(setup, true);
            shared.put(key, running);
        }
        return running.as(setup);
    }

    private Application start(Setup setup, boolean stays) throws InterruptedException {
        var agent = Agent.on(checkout.agentJar(), emptyFolder(setup));
        var arguments = new ArrayList<>(setup.application());
        arguments.add("--server.port=" + options.port());
        arguments.add("--server.shutdown=immediate");
        if (arguments.stream().noneMatch(argument -> argument.contains("minimum-idle"))) {
            arguments.add("--spring.datasource.hikari.minimum-idle=1");
        }
        var command = new SampleProcess.Command(
                setup.label(),
                setup.jdk().java(),
                checkout.driverFolder(setup.driver()),
                jvmArguments(setup, agent),
                arguments);
        Path log = agent.folder().resolve("application.log");
        Database reached = database.get().forDriver(setup.driver());
        narration.step(setup.label() + ": starting the application");
        var process = started.start(() -> SampleProcess.start(checkout, command, reached, log));
        return new Application(setup, process, process.awaitReady().address(), agent, stays, narration);
    }

    /** Runs a program of {@code io.vtmonitor.lab.program} to its end, with the lab's class path. */
    Ran run(Setup setup, Class<?> main, String... arguments) throws InterruptedException {
        return run(setup, labClassPath(setup), main.getName(), arguments);
    }

    /** Runs any class to its end. */
    Ran run(Setup setup, String classPath, String main, String... arguments) throws InterruptedException {
        narration.step(setup.label());
        try (var program = start(setup, true, classPath, main, arguments)) {
            program.awaitLine("vt-monitor: watching", TO_WATCH);
            program.go();
            var figures = program.figures(PATIENCE);
            Path own = folder.resolve(setup.folderName());
            return new Ran(
                    figures,
                    Verdict.of(setup.label(), AgentReport.read(own.resolve("report.json"))),
                    program.output(),
                    own);
        }
    }

    /** Starts a program of {@code io.vtmonitor.lab.program} under the agent, and leaves it running. */
    Program start(Setup setup, Class<?> main, String... arguments) {
        return start(setup, true, labClassPath(setup), main.getName(), arguments);
    }

    /** The same with a jar of {@code target/lab-pools} ahead of the pool that the class path has. */
    Program startWithPool(Setup setup, String jar, Class<?> main, String... arguments) {
        Path pool = checkout.root().resolve("sample-app/target/lab-pools").resolve(jar);
        if (!Files.exists(pool)) {
            throw new DemoFailure("There is no " + pool + ": the build puts it there. Nothing was started.");
        }
        return start(setup, true, pool + File.pathSeparator + labClassPath(setup), main.getName(), arguments);
    }

    /** Starts vt-monitor's command line; what it prints is kept among the files of the variant. */
    Program commandLine(Setup setup, String command, String... arguments) throws InterruptedException {
        var all = new ArrayList<>(
                List.of(jdk(25).java().toString(), "-jar", checkout.agentJar().toString(), command));
        all.addAll(List.of(arguments));
        String title = setup.label() + ", " + command;
        return started.start(() -> Program.start(title, new ProcessBuilder(all), file(setup, command + ".txt")));
    }

    /** What the command line says of a file of the variant, or of a folder. */
    AgentReport analyzed(Setup setup, String name) throws InterruptedException {
        Path report = file(setup, name + ".json");
        try (var analysis = commandLine(setup, "analyze", file(setup, name).toString(), "-o", report.toString())) {
            analysis.figures(PATIENCE);
        }
        return AgentReport.read(report);
    }

    /** A file of the variant. */
    Path file(Setup setup, String name) {
        return folder.resolve(setup.folderName()).resolve(name);
    }

    /** Starts a class and leaves it running. */
    Program start(Setup setup, boolean watched, String classPath, String main, String... arguments) {
        var agent = Agent.on(checkout.agentJar(), emptyFolder(setup));
        var command = new ArrayList<String>();
        command.add(setup.jdk().java().toString());
        command.addAll(watched ? jvmArguments(setup, agent) : setup.jvm());
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        if (setup.queries()) {
            builder.environment()
                    .put("LAB_URL", database.get().forDriver(setup.driver()).url());
        }
        return started.start(
                () -> Program.start(setup.label(), builder, agent.folder().resolve("output.txt")));
    }

    /** The report of a program that was started. */
    Path report(Setup setup) {
        return file(setup, "report.json");
    }

    /** The agent's test programs, and Kotlin's library, which one of them needs. */
    String scenarioClassPath() {
        return String.join(
                File.pathSeparator,
                checkout.root().resolve("sample-app/target/classes").toString(),
                checkout.testClasses().toString(),
                checkout.root().resolve("sample-app/target/lab-libs").toString() + "/*");
    }

    private String labClassPath(Setup setup) {
        return String.join(
                File.pathSeparator,
                checkout.driverFolder(setup.driver()) + "/*",
                System.getProperty("java.class.path"));
    }

    private List<String> jvmArguments(Setup setup, Agent agent) {
        var arguments = new ArrayList<>(setup.jvm());
        var more = new ArrayList<>(setup.agent());
        more.add(options.agent());
        arguments.add(0, agent.jvmArgument(more));
        if (arguments.stream().noneMatch(argument -> argument.contains("virtualThreadScheduler.parallelism"))) {
            options.parallelism()
                    .ifPresent(carriers -> arguments.add("-Djdk.virtualThreadScheduler.parallelism=" + carriers));
        }
        return arguments;
    }

    /** What an earlier run left here is removed: a file that stays would pass for this one's. */
    private Path emptyFolder(Setup setup) {
        Path own = folder.resolve(setup.folderName());
        try {
            Files.createDirectories(own);
            try (var files = Files.walk(own)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    if (!file.equals(own)) {
                        Files.delete(file);
                    }
                }
            }
            return own;
        } catch (IOException e) {
            throw new DemoFailure(
                    "Made the folder " + own + " for the results, and saw: " + e + ". --out names another place.", e);
        }
    }
}
