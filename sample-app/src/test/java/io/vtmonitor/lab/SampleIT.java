package io.vtmonitor.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shipped jar of the sample, in a JVM of its own, with each driver next to it and a real database. */
class SampleIT {
    private static final Checkout CHECKOUT = new Checkout(Path.of(System.getProperty("vtmonitor.test.root")));

    private static EmbeddedMariaDb mariaDb;
    private static Jdk jdk;

    @TempDir
    Path folder;

    @BeforeAll
    static void startTheDatabase() throws InterruptedException {
        jdk = Jdk.find(CHECKOUT.root(), 25);
        mariaDb = EmbeddedMariaDb.start(CHECKOUT.root().resolve("sample-app/target/mariadb"));
    }

    @AfterAll
    static void stopTheDatabase() throws Exception {
        mariaDb.close();
    }

    static List<String> drivers() {
        return List.of(Checkout.pinningDriver(), Checkout.newestDriver());
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void servesQueriesThroughTheDriverThatLiesBesideIt(String driver) throws InterruptedException {
        try (var sample = start(new Variant(jdk, driver), mariaDb.database())) {
            var ready = sample.awaitReady();

            var result = new Load(20, 0.1).send(ready.address(), answered -> {});

            assertThat(ready.connection())
                    .contains("mysql-connector-j-" + driver)
                    .contains("MariaDB");
            assertThat(result.requests()).isEqualTo(20);
            assertThat(result.medianSeconds()).isBetween(0.1, result.wallSeconds());
        }
    }

    @Test
    void anApplicationThatCannotReachItsDatabaseIsAnsweredWithTheReasonFromItsLog() throws InterruptedException {
        var nowhere = new Database("jdbc:mysql://127.0.0.1:1/test", "nowhere");

        try (var sample = start(new Variant(jdk, Checkout.newestDriver()), nowhere)) {
            assertThatThrownBy(sample::awaitReady)
                    .isInstanceOf(DemoFailure.class)
                    .hasMessageContaining("ended with exit code 1 before it was ready")
                    .hasMessageContaining("Communications link failure")
                    .hasMessageContaining(folder.toString());
        }
    }

    @Test
    void aUrlWhereNothingListensIsSaidBeforeTheApplicationIsStarted() {
        assertThatThrownBy(() -> Database.at("jdbc:mysql://127.0.0.1:1/test?password=secret"))
                .isInstanceOf(DemoFailure.class)
                .hasMessageStartingWith(
                        "Tried to connect to 127.0.0.1:1, which --db names, and got: Connection refused")
                .hasMessageNotContaining("secret");
    }

    private SampleProcess start(Variant variant, Database database) {
        return SampleProcess.start(CHECKOUT, variant, database, List.of(), folder.resolve("application.log"));
    }
}
