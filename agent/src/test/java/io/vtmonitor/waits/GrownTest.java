package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitOperation;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrownTest {
    private static final Growth GROWTH = new Growth(0, 1, 400, 700, 30, 20, null, 1);

    private static Share share(String site, int threads, int margin) {
        return new Share(new WaitSite(WaitOperation.FUTURE, null, null, site, null, null, List.of()), threads, margin);
    }

    @Test
    void of_several_places_that_samples_are_sure_of_the_one_that_grew_most_is_named() {
        Grown grown = Grown.of(
                GROWTH,
                List.of(share("a", 200, 30), share("b", 200, 30)),
                List.of(share("a", 450, 40), share("b", 250, 40)));
        assertThat(grown).isNotNull();
        assertThat(grown.site().site()).isEqualTo("a");
        assertThat(grown.from()).isEqualTo(200);
        assertThat(grown.to()).isEqualTo(450);
    }

    @Test
    void a_place_that_may_not_have_grown_is_not_named() {
        assertThat(Grown.of(
                        GROWTH,
                        List.of(share("a", 200, 30), share("b", 200, 150)),
                        List.of(share("a", 350, 200), share("b", 350, 40))))
                .isNull();
    }

    @Test
    void the_only_place_has_all_that_the_group_grew_by() {
        Grown grown = Grown.of(GROWTH, List.of(share("a", 400, 0)), List.of(share("a", 700, 0)));
        assertThat(grown).isNotNull();
        assertThat(grown.from()).isEqualTo(400);
        assertThat(grown.to()).isEqualTo(700);
    }
}
