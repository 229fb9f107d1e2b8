package io.vtmonitor.lab.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All experiments, in the order of {@link LabOptions#IDS}. */
final class Catalogue {
    static final List<Experiment> EXPERIMENTS = Stream.of(
                    WebExperiments.all(),
                    QueryExperiments.all(),
                    ThreadExperiments.all(),
                    PinExperiments.all(),
                    LuceneExperiment.all(),
                    WaitExperiments.all(),
                    NumberExperiments.all())
            .flatMap(List::stream)
            .sorted(Comparator.comparingInt(experiment -> LabOptions.IDS.indexOf(experiment.id())))
            .toList();

    private Catalogue() {}

    static Experiment byId(String id) {
        return EXPERIMENTS.stream()
                .filter(experiment -> experiment.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(id));
    }
}
