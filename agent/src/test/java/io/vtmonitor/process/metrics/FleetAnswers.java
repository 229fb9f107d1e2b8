package io.vtmonitor.process.metrics;

import static io.vtmonitor.process.metrics.DashboardAnswers.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.process.metrics.DashboardAnswers.Answer;
import io.vtmonitor.process.metrics.PrometheusServer.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What the queries of the fleet overview must answer of three JVMs in one job: one stalled, one busy, and one where
 * {@code unpin} let nothing pin.
 */
final class FleetAnswers {
    private FleetAnswers() {}

    static Map<String, Answer> of(
            DashboardAnswers stalled, DashboardAnswers busy, int unpinnedCarriers, List<String> instances) {
        Map<String, Answer> answers = new LinkedHashMap<>();
        List<DashboardAnswers> both = List.of(stalled, busy);
        List<String> pinning = instances.subList(0, 2);
        String unpinned = instances.get(2);
        double lost = (double) (stalled.carriers() + busy.carriers())
                / (stalled.parallelism() + busy.parallelism() + unpinnedCarriers);
        answers.put("JVMs watched A", one(3, 3));
        answers.put("Capacity lost, worst job A", one(0.5 * lost, 1.15 * lost));
        answers.put("Capacity lost by job A", one(0.5 * lost, 1.15 * lost));
        answers.put("JVMs starved A", one(1, 1));
        answers.put("Starved JVMs by job A", one(1, 1));
        answers.put("JVMs stalled A", one(1, 1));
        answers.put("Sites pinning A", one(2, 2));
        answers.put("New in a day A", one(2, 2));

        Answer shares = each(both, pinning, "instance", jvm -> (double) jvm.carriers() / jvm.parallelism(), 0.5);
        answers.put("Worst JVMs A", zeroFor(unpinned, shares));
        answers.put(
                "Worst JVMs B", zeroFor(unpinned, each(both, pinning, "instance", jvm -> jvm == stalled ? 1 : 0, 0.5)));
        answers.put(
                "Worst JVMs C",
                samples -> assertThat(samples) // nothing makes progress at the other: no delay to tell
                        .extracting(sample -> sample.label("instance"))
                        .containsExactlyInAnyOrder(instances.get(1), unpinned));
        answers.put("Worst JVMs D", samples -> assertThat(samples).hasSize(3));

        List<String> sites = List.of(stalled.site(), busy.site());
        answers.put("Top sites in all jobs A", each(both, sites, "site", DashboardAnswers::carriers, 0.5));
        answers.put("Top sites in all jobs B", each(both, sites, "site", jvm -> 10 * jvm.carriers(), 0.6));
        answers.put("Top sites in all jobs C", each(both, sites, "site", jvm -> 1, 0));
        answers.put("Sites by their first pin in the job A", each(both, sites, "site", jvm -> 100, 1));
        List<String> libraries = List.of(stalled.library(), busy.library());
        answers.put(
                "Carriers pinned by library A",
                withoutOther(each(both, libraries, "library", DashboardAnswers::carriers, 0.5)));

        answers.put(
                "Java versions A",
                samples -> assertThat(samples)
                        .extracting(sample -> sample.label("java_version").substring(0, 2) + " " + sample.value())
                        .containsExactlyInAnyOrder("21 2.0", "25 1.0"));
        answers.put("Agent versions A", one(3, 3));
        answers.put(
                "Blind at start A",
                samples ->
                        assertThat(samples).hasSize(3).allMatch(sample -> sample.value() > 0 && sample.value() < 30));
        answers.put("JVMs with unpin A", one(1, 1));
        answers.put("Unsound locks A", one(0, 0));
        UnpinnedAnswers.byQuery(unpinnedCarriers).forEach((name, answer) -> {
            if (UnpinnedAnswers.QUERIES.contains(name)) {
                answers.put(name.replace("What unpin= removed", "Unpin state"), answer);
            }
        });
        answers.put("JVMs that lost events A", one(0, 0));
        answers.put("JVMs with folded sites A", one(0, 0));
        answers.put(
                "Highest threshold A",
                samples -> assertThat(samples)
                        .extracting(sample -> sample.label("event"))
                        .containsExactlyInAnyOrder("pinned", "monitor", "file"));
        answers.put("Costliest agent A", one(0, 1));
        answers.put(
                "New sites",
                samples -> assertThat(samples)
                        .extracting(sample -> sample.label("site"))
                        .containsExactlyInAnyOrderElementsOf(sites));
        answers.put(
                "Stalls", samples -> assertThat(samples).isEmpty()); // it began before the interval that is asked for
        return answers;
    }

    /** One series for each JVM, by a label; its value is as expected, give or take a part of it. */
    private static Answer each(
            List<DashboardAnswers> jvms,
            List<String> labels,
            String label,
            ToDoubleFunction<DashboardAnswers> expected,
            double part) {
        Function<Sample, String> name = sample -> sample.label(label);
        return samples -> {
            assertThat(samples).extracting(name::apply).containsExactlyInAnyOrderElementsOf(labels);
            for (Sample sample : samples) {
                double value = expected.applyAsDouble(jvms.get(labels.indexOf(name.apply(sample))));
                assertThat(sample.value()).as(sample.toString()).isCloseTo(value, within(part * value + 1e-9));
            }
        };
    }

    /** As said of all others, and zero for this one. */
    private static Answer zeroFor(String instance, Answer others) {
        return samples -> {
            assertThat(samples)
                    .filteredOn(sample -> sample.label("instance").equals(instance))
                    .singleElement()
                    .matches(sample -> sample.value() == 0);
            others.accept(samples.stream()
                    .filter(sample -> !sample.label("instance").equals(instance))
                    .toList());
        };
    }

    private static Answer withoutOther(Answer answer) {
        return samples -> answer.accept(samples.stream()
                .filter(sample -> !sample.label("library").equals("other"))
                .toList());
    }
}
