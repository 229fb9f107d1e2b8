package servers;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** A REST service of Quarkus that serves on virtual threads. */
@Path("/orders")
@RunOnVirtualThread
public class QuarkusServer {
    @GET
    @Path("/{id}")
    public String order(@PathParam("id") String id) {
        return Order.text(id);
    }
}
