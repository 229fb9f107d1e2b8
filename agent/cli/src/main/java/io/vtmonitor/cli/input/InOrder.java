package io.vtmonitor.cli.input;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Works on several items at a time, and passes the results on in order, so that the output does not depend on speed.
 */
final class InOrder {
    private InOrder() {}

    /**
     * Works on as many items at a time as there are processors. At most twice as many results are in memory, whatever
     * the number of items.
     *
     * @param items the items
     * @param work called on threads of a pool
     * @param next receives the results, on the calling thread
     */
    static <T, R> void each(List<T> items, Function<T, R> work, Consumer<R> next) {
        if (items.size() == 1) {
            next.accept(work.apply(items.get(0)));
            return;
        }
        int workers = Runtime.getRuntime().availableProcessors();
        ExecutorService pool = Executors.newFixedThreadPool(workers, task -> {
            Thread thread = new Thread(task, "vt-monitor-files");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Deque<Future<R>> ahead = new ArrayDeque<>();
            Iterator<T> left = items.iterator();
            while (left.hasNext() || !ahead.isEmpty()) {
                while (left.hasNext() && ahead.size() < 2 * workers) {
                    T item = left.next();
                    ahead.add(pool.submit(() -> work.apply(item)));
                }
                next.accept(ahead.remove().get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("reading was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
