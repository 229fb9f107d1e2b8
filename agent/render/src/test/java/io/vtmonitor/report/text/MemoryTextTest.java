package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.ThreadMemory;
import io.vtmonitor.report.WaitOperation;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryTextTest {
    @Test
    void what_takes_a_megabyte_is_said_with_its_place_or_what_is_waited_for() {
        ThreadMemory memory = new ThreadMemory(
                List.of(
                        new ThreadMemory.Stacks(WaitOperation.QUEUE, "Node", "app.Feed.poll", 40_000, 325_058_560),
                        new ThreadMemory.Stacks(WaitOperation.CONDITION, "Node", "unknown", 1, 2 << 20),
                        new ThreadMemory.Stacks(WaitOperation.LOCK, null, "app.Small.wait", 9, 1_000)),
                List.of(
                        new ThreadMemory.Locals("byte[]", 4_000, 4_000, 4_000 * 4_096),
                        new ThreadMemory.Locals("int[]", 9, 9, 9)));
        assertThat(MemoryText.lines(memory))
                .containsExactly(
                        "40000 virtual threads that wait for a queue in app.Feed.poll have 310 MB of stacks in the"
                                + " heap, 7.9 KB each",
                        "1 virtual thread that waits for a condition (Node) has 2 MB of stacks in the heap",
                        "Thread locals of 4000 virtual threads refer to 4000 byte[] of 16 MB, 4.0 KB each, without what"
                                + " these refer to");
        assertThat(MemoryText.lines(null)).isEmpty();
    }
}
