package io.vtmonitor.process;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ObjLongConsumer;

/**
 * Serves requests on virtual threads and tells the agent of them. Its lines: {@code serve} (five of each route, and a
 * job that is no request, all at once; then {@code served}), {@code ask} (prints {@code nobody asks} if so),
 * {@code exit}. Needs {@code -Djdk.reflect.useNativeAccessorOnly=true}: a native frame pins on every JDK.
 */
public final class ServesRequests {
    private static final int OF_EACH = 5;

    private ServesRequests() {}

    public static void main(String[] args) throws Exception {
        FirstUnmount.done();
        Method sleep = ServesRequests.class.getDeclaredMethod("sleep");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && !line.equals("exit"); line = input.readLine()) {
            ObjLongConsumer<String> agent = agent();
            // It says that it watches a moment before it can be asked.
            for (int i = 0; agent == null && line.equals("serve") && i < 600; i++) {
                Thread.sleep(50);
                agent = agent();
            }
            if (agent != null) {
                serve(agent, sleep);
            }
            System.out.println(agent == null ? "nobody asks" : "served");
        }
    }

    private static void serve(ObjLongConsumer<String> agent, Method sleep) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < OF_EACH; i++) {
            all.add(request(agent, "GET /orders", () -> {
                call(sleep);
                call(sleep);
            }));
            all.add(request(agent, "GET /stock", () -> {}));
        }
        all.add(Thread.ofVirtual().start(() -> call(sleep)));
        Thread waits = request(agent, "POST /orders", () -> {
            lock.lock();
            lock.unlock();
        });
        for (Thread one : all) {
            one.join();
        }
        Thread.sleep(3_000); // looks are half a second apart
        lock.unlock();
        waits.join();
    }

    private static Thread request(ObjLongConsumer<String> agent, String route, Runnable work) {
        return Thread.ofVirtual().start(() -> {
            long began = System.currentTimeMillis();
            work.run();
            agent.accept(route, began);
        });
    }

    @SuppressWarnings("unchecked")
    private static ObjLongConsumer<String> agent() throws ReflectiveOperationException {
        return (ObjLongConsumer<String>)
                Class.forName("io.vtmonitor.VtMonitor").getMethod("requests").invoke(null);
    }

    static void sleep() throws InterruptedException {
        Thread.sleep(60);
    }

    private static void call(Method sleep) {
        try {
            sleep.invoke(null);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
