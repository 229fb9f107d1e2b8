package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.ClassPattern;
import io.vtmonitor.unpin.plan.Hierarchies;
import io.vtmonitor.unpin.plan.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class AuditTest {
    private static final int MORE_THAN_WAIT = 1_030;

    private final RewriteStats stats = new RewriteStats(false);
    private final Scope scope = new Scope(List.of(ClassPattern.parse("nothing.matches.**")));

    @Test
    void what_is_not_looked_at_since_too_many_wait_is_counted_and_told() throws Exception {
        Audit audit = audit(new CountDownLatch(0));
        Thread virtual = Thread.ofVirtual().start(() -> arrive(audit));
        virtual.join();
        audit.flush();
        audit.flush();
        assertThat(foreign())
                .containsExactly("not examined, while 1024 others waited for it, at several places: 6 objects");
    }

    @Test
    void an_arrival_is_noted_while_the_look_at_another_takes_long() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        Audit audit = audit(slow);
        audit.start();
        audit.accept(AuditTest.class, 1L);
        audit.accept(Other.class, 1L);
        slow.countDown();
        List<String> told;
        do {
            audit.flush();
            told = foreign();
        } while (told.size() < 2);
        assertThat(told)
                .allMatch(line -> line.matches(".*AuditTest(\\$Other)? at .*: 1 object"))
                .hasSize(2);
    }

    @Test
    void what_a_look_puts_off_waits_for_the_next_one() throws Exception {
        Audit audit = audit(new CountDownLatch(0));
        BlockingQueue<Long> times = new LinkedBlockingQueue<>();
        audit.start();
        audit.later(new Runnable() {
            @Override
            public void run() {
                times.add(System.nanoTime());
                audit.later(this);
            }
        });
        times.take();
        long second = times.take(); // may come at once: the thread was woken while it did not sleep yet
        assertThat(Duration.ofNanos(times.take() - second)).isGreaterThan(Duration.ofSeconds(1));
    }

    private static void arrive(Audit audit) {
        for (int i = 1; i <= MORE_THAN_WAIT; i++) {
            audit.accept(Other.class, (long) i);
        }
    }

    private List<String> foreign() {
        return stats.summary(List.of(), List.of(), List.of(), 0).foreign();
    }

    private Audit audit(CountDownLatch slow) {
        return new Audit(new Hierarchies(scope, Set.of()), stats, type -> await(slow), type -> 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Other {}
}
