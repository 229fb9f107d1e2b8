package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
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
        Method block = ServesRequests.class.getDeclaredMethod("block");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && !line.equals("exit"); line = input.readLine()) {
            ObjLongConsumer<String> agent = agent();
            // It says that it watches a moment before it can be asked.
            for (int i = 0; agent == null && line.equals("serve") && i < 600; i++) {
                Thread.sleep(50);
                agent = agent();
            }
            if (agent != null) {
                serve(agent, block);
            }
            System.out.println(agent == null ? "nobody asks" : "served");
        }
    }

    private static void serve(ObjLongConsumer<String> agent, Method block) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < OF_EACH; i++) {
            all.add(request(agent, "GET /orders", () -> {
                call(block);
                call(block);
            }));
            all.add(request(agent, "GET /stock", () -> {}));
        }
        all.add(Thread.ofVirtual().start(() -> call(block)));
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

    /**
     * Without a limit of time: of a sleep JDK 21 takes off what it needed to find that it can't unmount, and on a busy
     * machine the rest was once shorter than any threshold.
     */
    static void block() {
        Thread self = Thread.currentThread();
        AtomicBoolean over = new AtomicBoolean();
        Thread.ofPlatform().daemon().start(() -> {
            for (long left = 60; left > 0; left -= self.getState() == Thread.State.WAITING ? 10 : 0) {
                LockSupport.parkNanos(10_000_000);
            }
            over.set(true);
            LockSupport.unpark(self);
        });
        while (!over.get()) {
            LockSupport.park();
        }
    }

    private static void call(Method block) {
        try {
            block.invoke(null);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
