package io.vtmonitor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.Test;

/** That Spring's own contexts are taken is shown by real applications: {@code integrations/spring-boot/check}. */
class RequestRoutesTest {
    private final List<String> told = new ArrayList<>();
    private final RequestRoutes routes =
            new RequestRoutes(() -> (route, millis) -> told.add(route + (millis < 0 ? " moved" : "")));

    @Test
    void a_request_is_told_by_its_pattern_when_it_ends() {
        Observation.Context context = context();
        routes.onStart(context);
        assertThat(told).isEmpty();
        routes.onStop(context);
        assertThat(told).containsExactly("GET /orders/{id}");
    }

    @Test
    void one_that_ends_on_another_thread_is_told_to_have_moved() throws InterruptedException {
        Observation.Context context = context();
        Thread first = new Thread(() -> routes.onStart(context));
        first.start();
        first.join();
        routes.onStop(context);
        assertThat(told).containsExactly("GET /orders/{id} moved");
    }

    @Test
    void without_an_agent_and_for_what_it_has_not_seen_begin_nothing_is_told() {
        RequestRoutes alone = new RequestRoutes(() -> null);
        Observation.Context context = context();
        alone.onStart(context);
        alone.onStop(context);
        routes.onStop(context);
        assertThat(told).isEmpty();
        assertThat(routes.supportsContext(context)).as("no request of a server").isFalse();
    }

    /** Seen once is enough: the machine may do other work, and the compiler takes its time. */
    @Test
    void it_takes_less_than_a_microsecond_a_request() {
        ObjLongConsumer<String> nobody = (route, millis) -> {};
        RequestRoutes cheap = new RequestRoutes(new AgentRequests() {
            @Override
            public ObjLongConsumer<String> get() {
                super.get();
                return nobody;
            }
        });
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 5_000 && best >= 1_000; round++) {
            Observation.Context[] contexts = new Observation.Context[1_000];
            for (int i = 0; i < contexts.length; i++) {
                contexts[i] = context();
            }
            long start = System.nanoTime();
            for (Observation.Context context : contexts) {
                cheap.onStart(context);
                cheap.onStop(context);
            }
            best = Math.min(best, (System.nanoTime() - start) / (double) contexts.length);
        }
        assertThat(best).as("nanoseconds").isLessThan(1_000);
    }

    private static Observation.Context context() {
        Observation.Context context = new Observation.Context();
        context.addLowCardinalityKeyValue(KeyValue.of("method", "GET"));
        context.addLowCardinalityKeyValue(KeyValue.of("uri", "/orders/{id}"));
        return context;
    }
}
