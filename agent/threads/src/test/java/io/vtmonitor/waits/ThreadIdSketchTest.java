package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThreadIdSketchTest {
    private static ThreadIdSketch of(long from, long to) {
        ThreadIdSketch sketch = new ThreadIdSketch();
        LongStream.range(from, to).forEach(sketch::add);
        return sketch;
    }

    @Test
    void small_sets_are_compared_exactly() {
        assertThat(of(0, 40).partIn(of(10, 50))).isEqualTo(0.75);
        assertThat(of(0, 64).partIn(of(64, 128))).isZero();
        assertThat(of(0, 10).partIn(of(0, 60))).isEqualTo(1);
    }

    @Test
    void a_small_set_is_found_in_a_large_one_as_far_as_the_large_one_is_known() {
        assertThat(of(0, 50).partIn(of(0, 100_000))).isEqualTo(1);
    }

    @Test
    void large_sets_are_compared_about() {
        assertThat(of(0, 100_000).partIn(of(50_000, 150_000))).isCloseTo(0.5, within(0.25));
        assertThat(of(0, 100_000).partIn(of(0, 100_000))).isEqualTo(1);
        assertThat(of(0, 100_000).partIn(of(200_000, 300_000))).isZero();
    }

    @Test
    void nothing_is_in_everything() {
        assertThat(new ThreadIdSketch().partIn(of(0, 10))).isEqualTo(1);
    }
}
