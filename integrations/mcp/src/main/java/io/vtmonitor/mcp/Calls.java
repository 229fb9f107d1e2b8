package io.vtmonitor.mcp;

import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Tool calls that are under way: two run, some wait, more are refused. Each can be cancelled by its request's id. */
final class Calls {
    private static final int RUNNING = 2;
    private static final int WAITING = 32;

    private final Map<JsonNode, Future<?>> byId = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(RUNNING, RUNNING, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING));

    /** Runs it on another thread. */
    void start(JsonNode id, Runnable call) throws RpcException {
        FutureTask<?> task = new FutureTask<>(
                () -> {
                    try {
                        call.run();
                    } finally {
                        byId.remove(id);
                    }
                },
                null);
        if (byId.putIfAbsent(id, task) != null) {
            throw new RpcException(RpcException.INVALID_REQUEST, "a request with this id is under way");
        }
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            byId.remove(id);
            throw new RpcException(
                    RpcException.INVALID_REQUEST,
                    "too many calls at once: at most " + (RUNNING + WAITING) + " are taken");
        }
    }

    /** The call, if it is under way, ends without an answer, as the protocol wants it. */
    void cancel(JsonNode id) {
        Future<?> task = byId.remove(id);
        if (task != null) {
            task.cancel(true);
        }
    }

    /** Takes no more; those that were taken are answered. */
    void finish() throws InterruptedException {
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.HOURS);
    }
}
