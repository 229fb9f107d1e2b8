package io.vtmonitor.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The main job, end to end: a real application, drivers and database; what pins its virtual threads on JDK 21, what a
 * newer driver changes, and what JDK 25 changes. Started by {@code sample-app/demo}, which builds first.
 */
public final class Demo {
    private static final List<Integer> JDKS = List.of(21, 25);

    private Demo() {}

    /** Exit codes: 0 done, 1 could not be done, 2 wrong usage. */
    public static void main(String[] arguments) {
        var started = new Started();
        try (started) {
            run(DemoOptions.parse(List.of(arguments)), started);
        } catch (IllegalArgumentException e) {
            fail(started, e, 2);
        } catch (DemoFailure | IOException | InterruptedException e) {
            fail(started, e, 1);
        }
    }

    private static void run(DemoOptions options, Started started) throws IOException, InterruptedException {
        var checkout =
                new Checkout(Path.of(System.getProperty("vtmonitor.root", ".")).toAbsolutePath());
        Path out = options.out()
                .orElse(checkout.root().resolve("sample-app/target/demo"))
                .toAbsolutePath();
        var narration = new Narration(System.out);
        narration.title("The database and the JDKs");
        List<Variant> variants = variants(checkout);
        variants.stream()
                .map(Variant::jdk)
                .distinct()
                .forEach(jdk -> narration.step("JDK " + jdk.feature() + ": " + jdk.home()));
        Database database = database(options, checkout, started, narration);
        narration.step("database: " + database.name());
        var outcomes = new ArrayList<Outcome>();
        var run = new Run(checkout, database, options, out, started, narration);
        for (Variant variant : variants) {
            narration.title("Run " + (outcomes.size() + 1) + " of " + variants.size() + ": " + variant.title());
            outcomes.add(run.of(variant));
            narration.found(outcomes.get(outcomes.size() - 1));
        }
        conclude(narration, outcomes);
    }

    private static void conclude(Narration narration, List<Outcome> outcomes) throws IOException {
        var first = outcomes.get(0);
        narration.title("All runs; capacity lost = pinned carrier-seconds / (carriers x wall s)");
        narration.text(ResultTable.of(outcomes).stripTrailing());
        narration.title(
                "The analysis of the first run's recording (" + first.variant().title() + ")");
        narration.text(Files.readString(first.folder().resolve("analysis.txt")).stripTrailing());
        narration.files(outcomes);
    }

    private static List<Variant> variants(Checkout checkout) throws InterruptedException {
        var variants = new ArrayList<Variant>();
        for (int feature : JDKS) {
            Jdk jdk = Jdk.find(checkout.root(), feature);
            variants.add(new Variant(jdk, Checkout.pinningDriver()));
            variants.add(new Variant(jdk, Checkout.newestDriver()));
        }
        return variants;
    }

    private static Database database(DemoOptions options, Checkout checkout, Started started, Narration narration) {
        if (options.database().isPresent()) {
            return Database.at(options.database().get());
        }
        narration.step("starting an embedded MariaDB (unpacked from its jar the first time)");
        return started.start(() -> EmbeddedMariaDb.start(checkout.root().resolve("sample-app/target/mariadb")))
                .database();
    }

    private static void fail(Started started, Exception reason, int exitCode) {
        if (started.interrupted()) {
            return;
        }
        System.err.println();
        System.err.println("demo: " + reason.getMessage());
        System.err.println("demo: stopped, together with everything that it started.");
        System.exit(exitCode);
    }
}
