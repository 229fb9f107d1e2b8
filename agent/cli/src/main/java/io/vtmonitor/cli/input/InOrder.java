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

/** Works side by side and hands results on in order, so that who was faster does not show. */
final class InOrder {
    private InOrder() {}

    /**
     * Does the work for each, as many at a time as there are processors. Results that have to wait for their turn are
     * no more than that again, so that memory is bounded whatever the number of items.
     *
     * @param items what is worked on
     * @param work done on a thread of its own
     * @param next takes the results, on the calling thread
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
