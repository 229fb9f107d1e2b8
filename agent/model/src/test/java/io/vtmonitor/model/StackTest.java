package io.vtmonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StackTest {
    private static final Frame RUN = new Frame("com.acme.Foo", "run", "()V", 3, 7, 1);
    private static final Frame MAIN = new Frame("com.acme.Main", "main", "()V", 5, -1, 9);

    @Test
    void an_id_is_the_same_in_every_jvm_and_release() {
        assertThat(new Stack(List.of(RUN, MAIN), false).id())
                .isEqualTo(Stack.id(
                        2,
                        i -> List.of("com.acme.Foo.run:7", "com.acme.Main.main")
                                .get(i)
                                .hashCode()))
                .isEqualTo("01a8a0d51ea88e00");
    }

    @Test
    void stacks_of_the_same_frames_in_another_order_are_not_the_same() {
        Stack one = new Stack(List.of(RUN, MAIN), false);
        Stack other = new Stack(List.of(MAIN, RUN), false);

        assertThat(one).isNotEqualTo(other).isNotEqualTo(new Stack(List.of(RUN), false));
        assertThat(one.id()).isNotEqualTo(other.id());
        Stack same = new Stack(List.of(RUN, MAIN), false);
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same);
    }
}
