package io.vtmonitor.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.metrics.PrometheusServer.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What the queries of "Virtual thread pinning" must answer of a JVM of which we know who pins how many of its carriers
 * all the time, 100 ms at a time. The ranges leave room for a busy machine, none for a wrong label or unit.
 *
 * @param java how its version begins
 * @param site who pins
 * @param reason why the carrier is kept
 * @param library where the holder's class comes from
 * @param carriers how many are pinned, one site alone; all of them means that nothing else ever runs
 * @param parallelism how many there are
 * @param thresholds by event, in seconds: those asked for, as nothing here is reason to raise them
 */
record DashboardAnswers(
        String java,
        String site,
        String reason,
        String library,
        int carriers,
        int parallelism,
        Map<String, Double> thresholds) {
    /** Of what pools lend. */
    private static final List<String> POOLS =
            List.of("Lent by pools A", "Threads that wait for a pool A", "Mean wait for a pool A", "Lent on average A");

    /** What has to hold of an answer. */
    interface Answer extends Consumer<List<? extends Sample>> {}

    private boolean stalls() {
        return carriers == parallelism;
    }

    /** By the query's name: its panel's title and its letter. */
    Map<String, Answer> byQuery() {
        Map<String, Answer> answers = new LinkedHashMap<>();
        now(answers);
        who(answers);
        scheduler(answers);
        honesty(answers);
        UnpinnedAnswers.QUERIES.forEach(query -> answers.put(query, nothing()));
        waits(answers);
        return answers;
    }

    private void now(Map<String, Answer> answers) {
        double lost = (double) carriers / parallelism;
        answers.put("Capacity lost A", one(0.5 * lost, 1.05 * lost));
        answers.put("Capacity lost by JVM A", one(0.5 * lost, 1.15 * lost));
        Answer starved = stalls() ? one(0.3, 1.1) : one(0, 0);
        answers.put("Time starved A", starved);
        answers.put("Time starved by JVM A", starved);
        answers.put("Near misses per second A", stalls() ? one(0, 100) : one(0, 0));
        answers.put("Near misses by site A", stalls() ? only(this::isSite, 0, carriers) : none());
        answers.put("Pinned and available carriers A", one(0.5 * carriers, 1.15 * carriers));
        answers.put("Pinned and available carriers B", one(carriers, carriers));
        answers.put("Pinned and available carriers C", one(parallelism, parallelism));
        answers.put("Pin duration A", this::durations);
        answers.put(
                "Longest pin A",
                only(sample -> isReason(sample) && sample.label("operation").equals("sleep"), 0.09, 5));
    }

    private void who(Map<String, Answer> answers) {
        double least = 0.5 * carriers;
        double most = 1.15 * carriers;
        Predicate<Sample> atSite = sample -> isSite(sample)
                && isReason(sample)
                && sample.label("library").equals(library)
                && sample.label("operation").equals("sleep");
        answers.put(
                "Top sites A", only(atSite.and(sample -> sample.label("cure").equals(reason)), 5 * least, 1000));
        answers.put("Top sites B", only(atSite, 50 * least, 10_000));
        answers.put("Top sites C", only(atSite, least, most));
        answers.put("Top sites D", only(atSite.and(this::hasInstance), 5 * least, 1000));
        answers.put("Carriers pinned by site A", only(this::isSite, least, most));
        answers.put(
                "Carriers pinned by library A",
                only(sample -> sample.label("library").equals(library), least, most));
        answers.put("Carriers pinned by reason A", only(this::isReason, least, most));
        double now = System.currentTimeMillis();
        answers.put("Sites by their first pin A", only(this::isSite, now - 600_000, now));
        answers.put("Sites by their first pin B", only(this::isSite, 5 * least, 1000));
        answers.put("New sites", only(this::isSite, now - 600_000, now));
        answers.put(
                "What removes them A",
                only(sample -> isReason(sample) && sample.label("cure").equals(reason), 5 * least, 1000));
        answers.put("Ask the JVM A", only(sample -> isJava(sample) && hasInstance(sample), 1, 1));
    }

    private void scheduler(Map<String, Answer> answers) {
        // Where nothing makes progress no probe does: what tells is how long it has waited by now.
        Answer delay = stalls() ? DashboardAnswers::noNumber : one(0, 0.5);
        answers.put("Wait for a carrier, now A", stalls() ? one(2, 200) : one(0, 0.5));
        answers.put("Wait for a carrier, by kind C", stalls() ? one(2, 200) : one(0, 0.5));
        answers.put("Wait for a carrier A", this::delays);
        answers.put("Wait for a carrier, by kind A", ofKinds(delay));
        answers.put("Wait for a carrier, by kind B", ofKinds(stalls() ? one(0, 5) : one(0.000_001, 5)));
        Answer stalled = stalls() ? one(0.5, 1.1) : one(0, 0);
        answers.put("Time stalled A", stalled);
        answers.put("Time stalled by JVM A", stalled);
        answers.put(
                "Stalls A", stalls() ? only(sample -> sample.label("pattern").equals("pins"), 1, 1) : none());
        answers.put(
                "Stalls", samples -> assertThat(samples).isEmpty()); // it began before the interval that is asked for
        answers.put("Stalls B", one(0, 0));
        answers.put("Stalls C", none());
        answers.put("Carriers A", one(parallelism, parallelism));
        answers.put("Carriers B", one(carriers, parallelism + 1));
        answers.put("Carriers C", one(carriers, parallelism + 1));
        answers.put("Queued virtual threads A", stalls() ? one(1, 3) : one(0, 3));
        answers.put("Mounts per second A", one(0, 100_000));
        answers.put("Processor time per mount A", nothing()); // too few for a measurement
        answers.put("Probes a second A", stalls() ? one(0, 0.5) : one(2, 25));
    }

    private void honesty(Map<String, Answer> answers) {
        answers.put("JVMs watched A", only(this::isJava, 1, 1));
        answers.put(
                "JVMs watched B",
                samples -> assertThat(samples)
                        .extracting(sample -> sample.label("feature") + " " + sample.value())
                        .containsExactlyInAnyOrder("pins 1.0", "scheduler 1.0"));
        answers.put("Thresholds A", samples -> {
            assertThat(samples)
                    .extracting(sample -> sample.label("event"))
                    .containsExactlyInAnyOrderElementsOf(thresholds.keySet());
            assertThat(samples).allMatch(sample -> sample.value() == thresholds.get(sample.label("event")));
        });
        answers.put("Blind at start A", one(0, 30));
        answers.put("Events lost A", one(0, 0));
        answers.put("Stacks truncated A", one(0, 0));
        answers.put("Pins folded A", one(0, 0));
        answers.put("What the agent costs A", one(0, 1));
        answers.put("What the agent costs B", one(0, 1));
        answers.put("What the agent allocates A", one(0, 1e9));
    }

    private void waits(Map<String, Answer> answers) {
        // A look between two pins finds one thread less.
        answers.put(
                "Waiting virtual threads A",
                only(sample -> sample.label("operation").equals("sleep"), carriers - 1, carriers));
        answers.put("Time waited A", only(sample -> sample.label("operation").equals("sleep"), 0, 60 * (carriers + 1)));
        answers.put("Verdicts A", nothing());
        for (String pools : POOLS) {
            answers.put(pools, nothing()); // none is watched there
        }
        answers.put("Looks A", one(0, 60));
        answers.put("Cost of the looks A", one(0, 0.1));
    }

    private boolean isSite(Sample sample) {
        return sample.label("site").equals(site);
    }

    private boolean isReason(Sample sample) {
        return sample.label("reason").equals(reason);
    }

    private boolean isJava(Sample sample) {
        return sample.label("java_version").startsWith(java);
    }

    private boolean hasInstance(Sample sample) {
        return sample.label("instance").startsWith("127.0.0.1:");
    }

    private void durations(List<? extends Sample> buckets) {
        assertThat(buckets).hasSize(14);
        assertThat(bucket(buckets, "0.05")).isZero();
        assertThat(bucket(buckets, "1.0")).isBetween(4.0 * carriers, 12.5 * carriers);
        assertThat(bucket(buckets, "+Inf")).isBetween(4.0 * carriers, 12.5 * carriers);
    }

    private void delays(List<? extends Sample> buckets) {
        assertThat(buckets).hasSize(17);
        assertThat(bucket(buckets, "+Inf")).isBetween(stalls() ? 0.0 : 2.0, stalls() ? 0.5 : 50.0);
    }

    private static double bucket(List<? extends Sample> buckets, String bound) {
        return buckets.stream()
                .filter(sample -> sample.label("le").equals(bound))
                .mapToDouble(Sample::value)
                .sum();
    }

    /** Both kinds of wait, each as said. */
    private static Answer ofKinds(Answer answer) {
        return samples -> {
            assertThat(samples).extracting(sample -> sample.label("kind")).containsExactlyInAnyOrder("start", "unpark");
            samples.forEach(sample -> answer.accept(List.of(sample)));
        };
    }

    private static void noNumber(List<? extends Sample> samples) {
        assertThat(samples).extracting(Sample::value).allMatch(value -> value.isNaN());
    }

    /** All that there is is zero. */
    static Answer none() {
        return samples ->
                assertThat(samples).isNotEmpty().extracting(Sample::value).allMatch(value -> value == 0);
    }

    /** No series at all. */
    static Answer nothing() {
        return samples -> assertThat(samples).isEmpty();
    }

    static Answer one(double from, double to) {
        return only(sample -> true, from, to);
    }

    /** One series as described and in range; all others are zero. */
    static Answer only(Predicate<Sample> wanted, double from, double to) {
        return samples -> {
            assertThat(samples)
                    .filteredOn(wanted)
                    .singleElement()
                    .satisfies(sample -> assertThat(sample.value()).isBetween(from, to));
            assertThat(samples)
                    .filteredOn(wanted.negate())
                    .extracting(Sample::value)
                    .allMatch(value -> value == 0);
        };
    }
}
