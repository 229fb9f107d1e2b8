import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Constructor;
import java.util.function.Supplier;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerHttpObservationDocumentation;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.http.server.observation.ServerRequestObservationConvention;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * Spring's own observation of a request, from its start to its stop, with a handler that does nothing and with ours.
 */
final class SpringWay {
    private static final String[] PATHS = {"/orders", "/orders/{id}", "/orders/{id}/items", "/stock"};
    private static final ServerRequestObservationConvention CONVENTION =
            new DefaultServerRequestObservationConvention();
    private static final MockHttpServletRequest REQUEST = new MockHttpServletRequest("GET", "/orders/7");
    private static final MockHttpServletResponse RESPONSE = new MockHttpServletResponse();

    private SpringWay() {}

    static RequestCost.Way way() throws Exception {
        ObservationRegistry without = registry();
        ObservationRegistry with = registry();
        with.observationConfig().observationHandler(ours());
        return new RequestCost.Way(
                "Spring's observation", number -> serve(without, number), number -> serve(with, number));
    }

    private static void serve(ObservationRegistry registry, int number) {
        ServerRequestObservationContext context = new ServerRequestObservationContext(REQUEST, RESPONSE);
        Observation observation = ServerHttpObservationDocumentation.HTTP_SERVLET_SERVER_REQUESTS
                .observation(null, CONVENTION, () -> context, registry)
                .start();
        context.setPathPattern(PATHS[number % PATHS.length]);
        observation.stop();
    }

    /** With a handler, as a registry with none observes nothing at all. */
    private static ObservationRegistry registry() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler((ObservationHandler<Observation.Context>) context -> true);
        return registry;
    }

    /** As the starter's configuration makes it; neither is public. */
    @SuppressWarnings("unchecked")
    private static ObservationHandler<Observation.Context> ours() throws Exception {
        Constructor<?> agent =
                Class.forName("io.vtmonitor.spring.AgentRequests").getDeclaredConstructor();
        agent.setAccessible(true);
        Constructor<?> handler =
                Class.forName("io.vtmonitor.spring.RequestRoutes").getDeclaredConstructor(Supplier.class);
        handler.setAccessible(true);
        return (ObservationHandler<Observation.Context>) handler.newInstance(agent.newInstance());
    }
}
