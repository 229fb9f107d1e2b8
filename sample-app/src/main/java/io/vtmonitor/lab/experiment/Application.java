package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.Agent;
import io.vtmonitor.lab.AgentReport;
import io.vtmonitor.lab.DemoFailure;
import io.vtmonitor.lab.Narration;
import io.vtmonitor.lab.SampleProcess;
import io.vtmonitor.lab.load.LoadResult;
import io.vtmonitor.lab.load.OpenLoad;
import io.vtmonitor.lab.load.Schedule;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sample application under the agent, ready for load. */
final class Application implements AutoCloseable {
    private static final Pattern VALUE = Pattern.compile("\"value\":([\\d.eE+]+)");

    private final Setup setup;
    private final SampleProcess process;
    private final URI address;
    private final Agent agent;
    private final boolean shared;
    private final Narration narration;

    /**
     * Takes over a process that is ready.
     *
     * @param shared whether other experiments use the same process, which then outlives this one
     */
    Application(Setup setup, SampleProcess process, URI address, Agent agent, boolean shared, Narration narration) {
        this.setup = setup;
        this.process = process;
        this.address = address;
        this.agent = agent;
        this.shared = shared;
        this.narration = narration;
    }

    /** The same process under another experiment's name for it. */
    Application as(Setup other) {
        return new Application(other, process, address, agent, shared, narration);
    }

    String label() {
        return setup.label();
    }

    /** Where it and its agent serve, for people. */
    String addresses() {
        return "serving at " + address + " (/plain, /block?seconds=1, /query?seconds=1); the agent's page, /metrics and"
                + " /report.json are at http://127.0.0.1:" + agent.port() + ". Ctrl-C stops it.";
    }

    /** GETs a path by a schedule; answers are waited for so many seconds after the last request. */
    LoadResult load(String path, Schedule schedule, double patienceSeconds) throws InterruptedException {
        narration.step(label() + ": " + schedule.requests() + " requests of " + path);
        return new OpenLoad(address.resolve(path), schedule, patienceSeconds)
                .send(answered -> narration.answered(answered, schedule.requests()));
    }

    /** Two hundred requests a second that are not measured: classes are loaded and compiled, here and there. */
    void warmUp(String path, double seconds) throws InterruptedException {
        new OpenLoad(address.resolve(path), new Schedule(20, 0, 0.1, seconds), 30).send(answered -> {});
    }

    void post(String path) throws InterruptedException {
        var request = HttpRequest.newBuilder(address.resolve(path)).POST(HttpRequest.BodyPublishers.noBody());
        var result = new OpenLoad(request, Schedule.atOnce(1), 30).send(answered -> {});
        if (result.answered() != 1) {
            throw new DemoFailure(
                    "Sent POST " + path + " to " + this + ", and got " + result.failed() + "; the log is " + log());
        }
    }

    /** Asks it for a figure repeatedly, until what is returned is closed. */
    Sampling sample(ToDoubleFunction<Application> figure) {
        return new Sampling(() -> figure.applyAsDouble(this));
    }

    /** Threads of the operating system that the process has; 0 where there is no /proc. */
    double osThreads() {
        try (var tasks = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return tasks.count();
        } catch (IOException ignored) {
            return 0;
        }
    }

    /** Megabytes of heap in use, as the actuator tells. */
    double heapMegabytes() {
        var uri = address.resolve("/actuator/metrics/jvm.memory.used?tag=area:heap");
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            Matcher value = VALUE.matcher(answer.body());
            return value.find() ? Double.parseDouble(value.group(1)) / 1e6 : Double.NaN;
        } catch (IOException ignored) {
            return Double.NaN;
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    List<String> logLines() {
        try {
            return Files.readAllLines(log());
        } catch (IOException e) {
            throw new DemoFailure("Could not read " + log() + ": " + e, e);
        }
    }

    private Path log() {
        return agent.folder().resolve("application.log");
    }

    /** Ends it and reads what the agent says; one that is shared is asked as it runs. */
    Verdict stop() throws InterruptedException {
        if (shared) {
            agent.fetch("/report.json", agent.report());
        } else {
            process.stop();
        }
        return Verdict.of(label(), report());
    }

    /** What the agent says as the application runs. */
    AgentReport reportNow() throws InterruptedException {
        agent.fetch("/report.json", agent.report());
        return report();
    }

    /** What the agent said when the application was stopped. */
    AgentReport report() {
        return AgentReport.read(agent.report());
    }

    @Override
    public void close() {
        if (!shared) {
            process.close();
        }
    }

    @Override
    public String toString() {
        return "the sample application (" + label() + ")";
    }
}
