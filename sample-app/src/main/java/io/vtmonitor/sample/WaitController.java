package io.vtmonitor.sample;

import java.time.Duration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Requests without a database: one that answers at once and two that wait. */
@RestController
class WaitController {
    @GetMapping("/plain")
    Answer plain() {
        return Answer.after(0);
    }

    @GetMapping("/block")
    Answer block(@RequestParam(defaultValue = "1") double seconds) throws InterruptedException {
        Thread.sleep(Duration.ofMillis(Math.round(seconds * 1000)));
        return Answer.after(seconds);
    }

    /** What a service does that asks others how they are before it answers. */
    @GetMapping("/health")
    Answer health() throws InterruptedException {
        return block(1);
    }
}
