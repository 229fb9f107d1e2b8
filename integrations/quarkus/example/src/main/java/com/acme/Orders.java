package com.acme;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** Serves orders, and waits for them in a monitor, which pins on JDK 21. */
@Path("/orders")
@RunOnVirtualThread
public class Orders {
    private final Object stock = new Object();

    @GET
    @Path("/{id}")
    public String order(@PathParam("id") long id) throws InterruptedException {
        synchronized (stock) {
            Thread.sleep(100);
            return "none";
        }
    }

    @GET
    public String all() throws InterruptedException {
        Thread.sleep(100);
        return "none";
    }
}
