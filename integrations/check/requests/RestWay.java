import io.vtmonitor.quarkus.RequestRoutes;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/** Quarkus' filter of Jakarta REST: both of its calls for a request, which has a map of properties as Quarkus' has. */
final class RestWay {
    private RestWay() {}

    /** What is asked for. */
    @Path("/orders")
    static final class Orders {
        @Path("/{id}")
        public void one() {}

        public void all() {}
    }

    static RequestCost.Way way() throws Exception {
        Method[] methods = {Orders.class.getMethod("one"), Orders.class.getMethod("all")};
        ThreadLocal<Method> served = new ThreadLocal<>();
        RequestRoutes filter = new RequestRoutes();
        Field resource = RequestRoutes.class.getDeclaredField("resource");
        resource.setAccessible(true);
        resource.set(filter, new ResourceInfo() {
            @Override
            public Method getResourceMethod() {
                return served.get();
            }

            @Override
            public Class<?> getResourceClass() {
                return Orders.class;
            }
        });
        return new RequestCost.Way(
                "Jakarta REST's filters",
                number -> {
                    served.set(methods[number % methods.length]);
                    new Request();
                },
                number -> {
                    served.set(methods[number % methods.length]);
                    ContainerRequestContext request = new Request();
                    filter.filter(request);
                    filter.filter(request, null);
                });
    }

    /** What the filter asks of a request. */
    private static final class Request extends UnusedRequest {
        private final Map<String, Object> properties = new HashMap<>();

        @Override
        public Object getProperty(String name) {
            return properties.get(name);
        }

        @Override
        public void setProperty(String name, Object value) {
            properties.put(name, value);
        }

        @Override
        public String getMethod() {
            return "GET";
        }
    }
}
