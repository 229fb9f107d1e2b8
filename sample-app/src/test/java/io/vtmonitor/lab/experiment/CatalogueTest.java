package io.vtmonitor.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatalogueTest {
    @Test
    void whatTheOptionsAcceptIsWhatTheCatalogueHasInThatOrder() {
        assertThat(Catalogue.EXPERIMENTS).extracting(Experiment::id).isEqualTo(LabOptions.IDS);
    }

    @Test
    void everyExperimentHasPublishedFiguresAndASentenceOnWhyOursDiffer() {
        assertThat(Catalogue.EXPERIMENTS).allSatisfy(experiment -> {
            assertThat(experiment.title()).as(experiment.id()).isNotBlank();
            assertThat(experiment.published())
                    .as(experiment.id())
                    .isNotEmpty()
                    .allSatisfy(text -> assertThat(text).isNotBlank());
            assertThat(experiment.difference())
                    .as(experiment.id())
                    .endsWith(".")
                    .hasSizeGreaterThan(40);
        });
    }

    @Test
    void thePublishedFiguresAreThoseOfTheirSources() {
        assertThat(published("sync-query")).contains("9 s, 11 a second").contains("2.6 s, 38 a second");
        assertThat(published("sleep-5")).contains("14.6").contains("124.8");
        assertThat(published("sleep-10")).contains("10.0").contains("76.9");
        assertThat(published("executor")).contains("5.1 s").contains("0.1 s");
        assertThat(published("one-carrier")).contains("1 request a second").contains("50 requests a second");
    }

    private static String published(String id) {
        return String.join("; ", Catalogue.byId(id).published());
    }
}
