package io.vtmonitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.SchedulerVitals;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApplicationRegistryTest {
    private static final long LOOK_NANOS = 5_000_000;

    private final SimpleMeterRegistry application = new SimpleMeterRegistry();
    private final AtomicInteger looks = new AtomicInteger();
    private final CountDownLatch looked = new CountDownLatch(12);

    @BeforeEach
    void add() {
        Metrics.addRegistry(application);
    }

    @AfterEach
    void remove() {
        Metrics.removeRegistry(application);
        application.close();
    }

    @Test
    void after_a_moment_without_memory_it_shows_new_figures_and_takes_them_out_at_the_end() throws Exception {
        ApplicationRegistry registry = ApplicationRegistry.start(
                () -> vitals(passing(3, new OutOfMemoryError("in a test"))),
                () -> SchedulerVitals.NONE,
                () -> new Class<?>[] {Metrics.class},
                LOOK_NANOS);
        assertThatItShowsNewFiguresAndTakesThemOut(registry);
    }

    @Test
    void what_could_not_be_told_once_is_told_the_next_time() throws Exception {
        ApplicationRegistry registry = ApplicationRegistry.start(
                () -> vitals(passing(3, new NoClassDefFoundError("in a test"))),
                () -> SchedulerVitals.NONE,
                () -> new Class<?>[] {Metrics.class},
                LOOK_NANOS);
        assertThatItShowsNewFiguresAndTakesThemOut(registry);
    }

    @Test
    void meters_for_which_there_was_no_memory_are_made_at_the_next_look() throws Exception {
        AtomicInteger made = new AtomicInteger();
        application.config().onMeterAdded(meter -> {
            if (made.incrementAndGet() == 4) {
                throw new OutOfMemoryError("in a test");
            }
        });
        ApplicationRegistry registry = ApplicationRegistry.start(
                () -> vitals(passing(0, new OutOfMemoryError())),
                () -> SchedulerVitals.NONE,
                () -> new Class<?>[] {Metrics.class},
                LOOK_NANOS);
        assertThatItShowsNewFiguresAndTakesThemOut(registry);
    }

    private void assertThatItShowsNewFiguresAndTakesThemOut(ApplicationRegistry registry) throws InterruptedException {
        assertThat(looked.await(30, TimeUnit.SECONDS)).as("it looks no more").isTrue();
        Gauge carriers =
                Metrics.globalRegistry.get("vthread.scheduler.parallelism").gauge();
        assertThat(carriers.value()).isGreaterThan(4);
        assertThat(ours()).isEqualTo(15);
        registry.close();
        assertThat(ours()).isZero();
    }

    private static long ours() {
        return Metrics.globalRegistry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("vthread."))
                .count();
    }

    /** Its number, of each look but one. */
    private int passing(int failing, Error failure) {
        looked.countDown();
        int look = looks.incrementAndGet();
        if (look == failing) {
            throw failure;
        }
        return look;
    }

    private static AgentGauges vitals(int carriers) {
        return AgentGauges.withoutPins("", carriers, new AgentGauges.Thresholds(0, null, 0), 0);
    }
}
