package io.vtmonitor.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one variant from start to analysis: starts the application under the agent, warms it up, sends the load, takes
 * the metrics, stops it, reads what the agent left, and analyses the recording.
 *
 * @param checkout the built jars
 * @param database what the application queries
 * @param options what the user asked for
 * @param out the folder that gets a folder for each variant
 * @param started takes over every process
 * @param narration tells the user
 */
record Run(Checkout checkout, Database database, DemoOptions options, Path out, Started started, Narration narration) {
    /** One after the other: enough to load the classes, too few to queue for a carrier. */
    private static final int WARM_UP_REQUESTS = 10;

    /** The agent gets its events from the JVM once a second, so metrics are complete two such steps after the load. */
    private static final long FLUSHES_MILLIS = 2_000;

    Outcome of(Variant variant) throws InterruptedException {
        Path folder = emptyFolder(variant);
        var agent = Agent.on(checkout.agentJar(), folder);
        narration.step("starting the application with the agent");
        var application = started.start(() -> SampleProcess.start(
                checkout, variant, database, jvmArguments(agent), folder.resolve("application.log")));
        var ready = application.awaitReady();
        narration.step("it is ready: " + ready.connection().replaceFirst(" \\(Revision: \\w+\\)", ""));
        for (int i = 0; i < WARM_UP_REQUESTS; i++) {
            new Load(1, 0).send(ready.address(), answered -> {});
        }
        var load = new Load(options.requests(), options.seconds());
        narration.step("sending " + load.requests() + " requests at once, each a 'select sleep(" + load.seconds()
                + ")' in the database");
        var result = load.send(ready.address(), answered -> narration.answered(answered, load.requests()));
        Thread.sleep(FLUSHES_MILLIS);
        agent.scrape(folder.resolve("metrics.prom"));
        narration.step("stopping it and analyzing the recording");
        application.stop();
        var report = AgentReport.read(agent.report());
        analyze(agent, variant);
        return new Outcome(variant, result, report, folder);
    }

    private void analyze(Agent agent, Variant variant) throws InterruptedException {
        var classPath = List.of(
                checkout.driverJar(variant.driver()),
                checkout.sampleJar(),
                variant.jdk().home());
        agent.analyze("text", agent.analysis("txt"), classPath);
        agent.analyze("json", agent.analysis("json"), classPath);
    }

    private List<String> jvmArguments(Agent agent) {
        var arguments = new ArrayList<>(List.of(agent.jvmArgument()));
        options.carriers().ifPresent(carriers -> arguments.add("-Djdk.virtualThreadScheduler.parallelism=" + carriers));
        return arguments;
    }

    /** What an earlier demo left here is removed: a file that stays would pass for this one's. */
    private Path emptyFolder(Variant variant) {
        Path folder = out.resolve(variant.name());
        try {
            Files.createDirectories(folder);
            for (String file : List.of(
                    "app.jfr", "report.json", "analysis.txt", "analysis.json", "metrics.prom", "application.log")) {
                Files.deleteIfExists(folder.resolve(file));
            }
            return folder;
        } catch (IOException e) {
            throw new DemoFailure(
                    "Made the folder " + folder + " for the results, and saw: " + e + ". --out names another place.",
                    e);
        }
    }
}
