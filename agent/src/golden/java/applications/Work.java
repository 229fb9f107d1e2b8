package applications;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What the applications share: the same work cold, on virtual threads at once, or warm, after platform threads. */
final class Work {
    private static final int TASKS = 24;
    private static final int ROUNDS = 5;

    private Work() {}

    /**
     * Runs it on virtual threads, several rounds; {@code warm} runs a round on platform threads before; {@code steady}
     * goes on until the process is ended, and says so after a round.
     */
    static void run(String mode, Callable<?> task) throws Exception {
        if (mode.equals("warm")) {
            round(Executors.newFixedThreadPool(8), task);
        }
        for (int i = 0; i < ROUNDS || mode.equals("steady"); i++) {
            round(Executors.newVirtualThreadPerTaskExecutor(), task);
            if (i == 0 && mode.equals("steady")) {
                System.out.println("steady");
            }
        }
    }

    private static void round(ExecutorService threads, Callable<?> task) throws Exception {
        try (threads) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                all.add(threads.submit(task));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }
}
