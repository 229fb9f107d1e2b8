package io.vtmonitor.randomwaits;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Runs the programs of a folder at once. At {@code end} it ends those that are to end, by interrupting their threads.
 */
public final class RandomWaits {
    private static final Set<Integer> ENDING = new HashSet<>();
    private static final ConcurrentLinkedQueue<Thread> TO_END = new ConcurrentLinkedQueue<>();
    private static final Executor OTHER_SCHEDULER =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    private static final Map<Thread, Integer> WORKING = new ConcurrentHashMap<>();
    private static final Map<Integer, Integer> WORKERS = new ConcurrentHashMap<>();
    private static volatile long count;

    private RandomWaits() {}

    /** What a thread does. */
    public interface Task {
        void run() throws Throwable;
    }

    /** Something to do that the compiler does not remove. */
    public static void count() {
        count++;
    }

    /**
     * Starts a thread.
     *
     * @param kind {@code virtual}, {@code platform}, or {@code other} for a virtual thread of another scheduler
     * @param number of its program
     * @param name after the number of the program
     */
    public static Thread start(String kind, int number, String name, Runnable task)
            throws ReflectiveOperationException {
        Thread thread = made(kind, "p" + number + "-" + name, task);
        if (ENDING.contains(number)) {
            TO_END.add(thread);
        }
        thread.start();
        return thread;
    }

    /** A worker of an executor, not yet started; they are called {@code x0}, {@code x1}. */
    public static Thread unstarted(String kind, int number, Runnable worker) throws ReflectiveOperationException {
        int next = WORKERS.merge(number, 1, Integer::sum) - 1;
        Thread thread = made(kind, "p" + number + "-x" + next, worker);
        WORKING.put(thread, number);
        return thread;
    }

    /** A thread ends by that. */
    public static void ended(Throwable e) {
        if (!Thread.currentThread().isInterrupted() && !isByInterrupt(e)) {
            System.out.println("failed " + Thread.currentThread().getName() + " " + e);
        }
    }

    private static boolean isByInterrupt(Throwable e) {
        return e instanceof InterruptedException
                || e instanceof java.net.SocketException
                || e instanceof java.util.concurrent.BrokenBarrierException
                || (e.getCause() != null && isByInterrupt(e.getCause()));
    }

    private static Thread made(String kind, String name, Runnable run) throws ReflectiveOperationException {
        return switch (kind) {
            case "virtual" -> Thread.ofVirtual().name(name).unstarted(run);
            case "platform" -> Thread.ofPlatform().daemon().name(name).unstarted(run);
            default -> onOtherScheduler(name, run);
        };
    }

    private static Thread onOtherScheduler(String name, Runnable task) throws ReflectiveOperationException {
        Method made = Class.forName("java.lang.ThreadBuilders")
                .getDeclaredMethod("newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
        made.setAccessible(true);
        return (Thread) made.invoke(null, OTHER_SCHEDULER, name, 0, task);
    }

    /** A source of connections that do nothing, for pools. */
    public static DataSource connections() {
        return proxy(
                DataSource.class,
                method -> method.getName().equals("getConnection")
                        ? proxy(Connection.class, RandomWaits::ofConnection)
                        : byDefault(method));
    }

    private interface Answers {
        Object answer(Method method);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                RandomWaits.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    case "toString" -> type.getSimpleName();
                    default -> answers.answer(method);
                }));
    }

    private static Object ofConnection(Method method) {
        return method.getName().equals("isValid") ? true : byDefault(method);
    }

    private static Object byDefault(Method method) {
        Class<?> type = method.getReturnType();
        return type == boolean.class ? (Object) false : type == int.class ? (Object) 0 : null;
    }

    /** @param arguments the folder of the class files, the number of programs, the numbers of those that end */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int programs = Integer.parseInt(arguments[1]);
        for (String one : arguments[2].split(",")) {
            if (!one.isEmpty()) {
                ENDING.add(Integer.parseInt(one));
            }
        }
        System.in.read();
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, RandomWaits.class.getClassLoader());
        for (int i = 0; i < programs; i++) {
            loader.loadClass("waits.p" + i + ".Entry").getMethod("start").invoke(null);
        }
        System.out.println("ready");
        while (System.in.read() != 'e') {
            // the rest of the line before
        }
        end();
        System.out.println("ended");
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void end() throws InterruptedException {
        WORKING.forEach((thread, number) -> { // the task ends, the worker does not
            if (ENDING.contains(number)) {
                thread.interrupt();
            }
        });
        List<Thread> left = new ArrayList<>(TO_END);
        for (int i = 0; !left.isEmpty(); i++) {
            left.forEach(Thread::interrupt);
            Thread.sleep(10);
            left.removeIf(thread -> !thread.isAlive());
            if (i == 3_000) {
                System.out.println("left " + left);
            }
        }
    }
}
