package io.vtmonitor.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class CommandRunnerTest {
    @Test
    void a_command_is_read_also_while_the_common_pool_has_no_thread_left() {
        CountDownLatch over = new CountDownLatch(1);
        for (int i = 0; i < Math.max(1, ForkJoinPool.getCommonPoolParallelism()); i++) {
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        CommandRunner runner = new CommandRunner(Duration.ofMinutes(2));
        CommandRunner.Result result =
                assertTimeoutPreemptively(Duration.ofMinutes(2), () -> runner.run(List.of("--help")));
        over.countDown();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("analyze");
    }

    @Test
    void a_command_that_takes_too_long_is_ended_and_that_is_an_error() throws Exception {
        CommandRunner.Result result = new CommandRunner(Duration.ofMillis(1)).run(List.of("--help"));
        assertThat(result.exitCode()).isEqualTo(-1);
        assertThat(result.err()).isEqualTo("ended after 0 s");
        assertThat(Tools.answer(result).isError()).isTrue();
    }
}
