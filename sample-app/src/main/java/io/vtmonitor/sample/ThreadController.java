package io.vtmonitor.sample;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /platform/200} and {@code GET /virtual/200} start so many threads that sleep a second, and wait for them.
 */
@RestController
class ThreadController {
    private static final Duration NAP = Duration.ofSeconds(1);

    @GetMapping("/platform/{count}")
    Answer platform(@PathVariable int count) {
        return sleep(Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory()), count);
    }

    @GetMapping("/virtual/{count}")
    Answer virtual(@PathVariable int count) {
        return sleep(Executors.newVirtualThreadPerTaskExecutor(), count);
    }

    private static Answer sleep(ExecutorService threads, int count) {
        try (threads) {
            for (int i = 0; i < count; i++) {
                var unused = threads.submit(() -> {
                    Thread.sleep(NAP);
                    return null;
                });
            }
        }
        return Answer.after(NAP.toMillis() / 1000.0);
    }
}
