package io.vtmonitor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.ThreadMemory.Locals;
import io.vtmonitor.report.ThreadMemory.Stacks;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThreadMemoryTest {
    @Test
    void what_two_dumps_show_of_one_place_or_class_is_added_up_and_most_bytes_come_first() {
        ThreadMemory one = new ThreadMemory(
                List.of(new Stacks(WaitOperation.QUEUE, null, "Feed.poll", 2, 100), stacks("Other.wait", 150)),
                List.of(new Locals("byte[]", 2, 3, 64)));
        ThreadMemory other = new ThreadMemory(
                List.of(new Stacks(WaitOperation.QUEUE, null, "Feed.poll", 1, 70)),
                List.of(new Locals("byte[]", 1, 1, 32), new Locals("int[]", 1, 1, 640)));
        assertThat(one.plus(other))
                .isEqualTo(new ThreadMemory(
                        List.of(new Stacks(WaitOperation.QUEUE, null, "Feed.poll", 3, 170), stacks("Other.wait", 150)),
                        List.of(new Locals("int[]", 1, 1, 640), new Locals("byte[]", 3, 4, 96))));
    }

    @Test
    void only_the_largest_are_kept() {
        List<Stacks> many =
                IntStream.range(0, 60).mapToObj(i -> stacks("Place.at" + i, i)).toList();
        assertThat(new ThreadMemory(many, List.of()).stacks())
                .hasSize(ThreadMemory.MOST_ROWS)
                .contains(stacks("Place.at59", 59))
                .doesNotContain(stacks("Place.at9", 9));
    }

    private static Stacks stacks(String site, long bytes) {
        return new Stacks(WaitOperation.LOCK, "java.util.concurrent.locks.ReentrantLock$NonfairSync", site, 1, bytes);
    }
}
