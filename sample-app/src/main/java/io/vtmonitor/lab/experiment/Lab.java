package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.Checkout;
import io.vtmonitor.lab.Database;
import io.vtmonitor.lab.DemoFailure;
import io.vtmonitor.lab.EmbeddedMariaDb;
import io.vtmonitor.lab.Jdk;
import io.vtmonitor.lab.Narration;
import io.vtmonitor.lab.Started;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Repeats published experiments: each in JVMs of its own, side by side, with the agent's answer. Started by
 * {@code sample-app/lab}, which builds first.
 */
public final class Lab {
    private static final int CONNECTIONS = 150;

    private final Checkout checkout;
    private final LabOptions options;
    private final Path out;
    private final Started started;
    private final Narration narration = new Narration(System.out);
    private final Map<String, Application> shared = new HashMap<>();
    private @Nullable Database database;

    private Lab(Checkout checkout, LabOptions options, Started started) {
        this.checkout = checkout;
        this.options = options;
        this.started = started;
        out = options.out()
                .orElse(checkout.root().resolve("sample-app/target/lab"))
                .toAbsolutePath();
    }

    /** Exit codes: 0 done, 1 could not be done, 2 wrong usage. */
    public static void main(String[] arguments) {
        var started = new Started("lab");
        try (started) {
            var root = Path.of(System.getProperty("vtmonitor.root", ".")).toAbsolutePath();
            new Lab(new Checkout(root), LabOptions.parse(List.of(arguments)), started).run();
        } catch (IllegalArgumentException e) {
            fail(started, e, 2);
        } catch (DemoFailure | UncheckedIOException | InterruptedException e) {
            fail(started, e, 1);
        }
    }

    private void run() throws InterruptedException {
        if (options.experiments().contains(LabOptions.PAGE)) {
            page(true);
            return;
        }
        checkPort(options.port());
        // Both are found, or fetched, before anything is measured, and so is a database that was named.
        var versions = new ArrayList<String>();
        for (int feature : List.of(options.before(), options.after())) {
            versions.add("JDK " + Jdk.find(checkout.root(), feature).version());
        }
        options.drivers().forEach(checkout::driverFolder);
        options.database().ifPresent(url -> database = Database.at(url));
        versions.add(options.database()
                .map(url -> "a database of one's own")
                .orElse("MariaDB " + Checkout.embeddedDatabase()));
        versions.add("Spring Boot " + Checkout.springBoot());
        var machine = Machine.here(versions.stream().distinct().toList());
        narration.title(machine.text());
        if (options.experiments().contains(LabOptions.SERVE)) {
            serve();
            return;
        }
        var failed = new ArrayList<String>();
        for (String id : options.experiments()) {
            try {
                run(Catalogue.byId(id), machine);
            } catch (DemoFailure e) {
                if (started.interrupted()) {
                    throw e;
                }
                // The others may do: a long run is not to be lost for one of them.
                narration.text("\n  " + id + " failed: " + e.getMessage());
                failed.add(id + ": " + e.getMessage());
            }
        }
        if (!options.quick()) {
            page(false);
        }
        if (!failed.isEmpty()) {
            throw new DemoFailure("These failed; the others were measured.\n  " + String.join("\n  ", failed));
        }
    }

    /** Until the JVM is asked to end, when what was started is stopped. */
    private void serve() throws InterruptedException {
        var bench = bench(LabOptions.SERVE);
        var setup = Setup.of("application", bench.before())
                .driver(bench.drivers(List.of(Checkout.pinningDriver())).get(0))
                .pool(CONNECTIONS);
        narration.title(bench.application(setup).addresses());
        new CountDownLatch(1).await();
    }

    private Bench bench(String folder) {
        return new Bench(checkout, options, this::database, out.resolve(folder), started, narration, shared);
    }

    private void run(Experiment experiment, Machine machine) throws InterruptedException {
        narration.title(experiment.id() + ": " + experiment.title());
        var bench = bench(experiment.id());
        long begin = System.nanoTime();
        String busy = "The machine's load average was " + Measured.number(Machine.load()) + " when this began.";
        var measured = experiment.body().run(bench).noting(busy);
        double seconds = (System.nanoTime() - begin) / 1e9;
        new Result(experiment.id(), options.quick(), machine, seconds, measured).save(out);
        narration.text("");
        narration.text(new TextTable(measured.columns(), measured.rows())
                .aligned()
                .indent(2)
                .stripTrailing());
        measured.notes().forEach(note -> narration.text("  " + note));
        narration.text("  published: " + String.join("; ", experiment.published()));
        narration.text("  why ours differ: " + experiment.difference());
        if (options.quick()) {
            narration.text(
                    "  This run was quick: smaller than the published one, and partly in an application that several"
                            + " experiments share.");
        }
        narration.text("  vt-monitor:");
        measured.verdicts().forEach(verdict -> narration.text("    " + verdict.variant() + ": " + verdict.text()));
    }

    /** Started with the first experiment that asks for it. */
    private Database database() {
        var reached = database;
        if (reached == null) {
            narration.step("starting an embedded MariaDB (unpacked from its jar the first time)");
            reached = started.start(() -> EmbeddedMariaDb.start(checkout.root().resolve("sample-app/target/mariadb")))
                    .database();
            database = reached;
        }
        return reached;
    }

    /** @param some write it where some have no result, too */
    private void page(boolean some) {
        var results = new ArrayList<Result>();
        var missing = new ArrayList<String>();
        for (String id : LabOptions.IDS) {
            Optional<Result> result = Result.of(out, id, false);
            result.ifPresentOrElse(results::add, () -> missing.add(id));
        }
        narration.title("Results are in " + out);
        Path docs = checkout.root().resolve("docs/evidence");
        if (some || missing.isEmpty() || !Files.exists(docs.resolve("experiments.md"))) {
            ExperimentsPage.write(docs, results);
            narration.text("docs/evidence/experiments.md and its pictures are written.");
        } else {
            narration.text(
                    "docs/evidence/experiments.md is unchanged: it is written once all have a result; these have "
                            + "none: " + String.join(", ", missing)
                            + ". 'sample-app/lab page' writes what the others show into it.");
        }
    }

    private static void checkPort(int port) {
        try (var probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            probe.getLocalPort();
        } catch (IOException e) {
            throw new DemoFailure(
                    "Tried to listen on port " + port + " of the loopback address, which --port names, and got: "
                            + e.getMessage()
                            + ". Accepted is a free port; without --port the lab takes one. Nothing was started.",
                    e);
        }
    }

    private static void fail(Started started, Exception reason, int exitCode) {
        if (started.interrupted()) {
            return;
        }
        System.err.println();
        System.err.println("lab: " + reason.getMessage());
        System.err.println("lab: stopped, together with everything that it started.");
        System.exit(exitCode);
    }
}
