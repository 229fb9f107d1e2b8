package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.Checkout;
import io.vtmonitor.lab.Jdk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How one variant's JVM is started.
 *
 * @param label the variant's name in tables
 * @param jdk the Java
 * @param driver the JDBC driver, as its folder is called
 * @param jvm arguments for the JVM
 * @param agent options for the agent
 * @param application arguments for the application
 * @param queries whether a program gets the database's URL; the application always does
 */
record Setup(
        String label,
        Jdk jdk,
        String driver,
        List<String> jvm,
        List<String> agent,
        List<String> application,
        boolean queries) {
    private static final String PLATFORM = "--spring.threads.virtual.enabled=false";

    static Setup of(String label, Jdk jdk) {
        return new Setup(label, jdk, Checkout.pinningDriver(), List.of(), List.of(), List.of(), false);
    }

    Setup driver(String version) {
        return new Setup(label, jdk, version, jvm, agent, application, queries);
    }

    Setup jvm(String... more) {
        return new Setup(label, jdk, driver, added(jvm, more), agent, application, queries);
    }

    Setup agent(String... more) {
        return new Setup(label, jdk, driver, jvm, added(agent, more), application, queries);
    }

    Setup application(String... more) {
        return new Setup(label, jdk, driver, jvm, agent, added(application, more), queries);
    }

    /** A program that asks the database. */
    Setup querying() {
        return new Setup(label, jdk, driver, jvm, agent, application, true);
    }

    /** The scheduler gets so many carriers, and no more when one of them is pinned. */
    Setup carriers(int carriers) {
        return jvm(
                "-Djdk.virtualThreadScheduler.parallelism=" + carriers,
                "-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers);
    }

    /** The application serves requests on platform threads. */
    Setup platform() {
        return application(PLATFORM);
    }

    /** Whether nothing but the Java and the kind of threads was chosen, so that several experiments can share it. */
    boolean isOrdinary() {
        return jvm.isEmpty() && agent.isEmpty() && (application.isEmpty() || application.equals(List.of(PLATFORM)));
    }

    /** With a pool of so many connections, opened before the application is ready. */
    Setup pool(int connections) {
        return jvm("-Dcom.zaxxer.hikari.blockUntilFilled=true")
                .application(
                        "--spring.datasource.hikari.maximum-pool-size=" + connections,
                        "--spring.datasource.hikari.minimum-idle=" + connections);
    }

    /** Letters, digits and hyphens, for a folder's name. */
    String folderName() {
        return label.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("^-|-$", "");
    }

    private static List<String> added(List<String> some, String... more) {
        return new ArrayList<>(Stream.concat(some.stream(), Stream.of(more)).toList());
    }
}
