package io.vtmonitor.standstill;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that wait for the subtasks of structured scopes. Needs {@code --enable-preview} before JDK 28. */
final class Scopes {
    static final Map<String, Stand.Work> PROGRAMS = Map.of(
            "scope-and-lock", () -> Stand.settle(Stand.virtual("parent", Scopes::lockAndFork)),
            "scope-platform", () -> Stand.settle(Stand.platform("parent", Scopes::lockAndFork)),
            "scopes-nested", () -> Stand.settle(Stand.virtual("grandparent", Scopes::lockAndForkTwice)),
            "scope-semaphore", () -> Stand.crowd("waiter", Scopes::request));

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Semaphore NONE = new Semaphore(0);

    private Scopes() {}

    private static void lockAndFork() throws Exception {
        LOCK.lock();
        forkAndJoin("child", Scopes::useLock);
    }

    private static void lockAndForkTwice() throws Exception {
        LOCK.lock();
        forkAndJoin("parent", () -> forkAndJoin("child", Scopes::useLock));
    }

    private static void useLock() {
        LOCK.lock();
        LOCK.unlock();
    }

    private static void request() throws Exception {
        forkAndJoin("subtask", Scopes::acquire);
    }

    private static void acquire() throws InterruptedException {
        NONE.acquire();
    }

    /** The type is a preview, and another one on JDK 21 than on 25. */
    private static void forkAndJoin(String name, Stand.Work work) throws Exception {
        Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
        Object scope = type.isInterface()
                ? type.getMethod("open").invoke(null)
                : type.getConstructor().newInstance();
        Callable<Object> task = () -> {
            Thread.currentThread().setName(name);
            work.run();
            return name;
        };
        type.getMethod("fork", Callable.class).invoke(scope, task);
        type.getMethod("join").invoke(scope);
    }
}
