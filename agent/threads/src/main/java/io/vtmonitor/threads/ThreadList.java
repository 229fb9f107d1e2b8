package io.vtmonitor.threads;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Lists the threads of all thread containers: threads that were started one by one, and those of executors and scopes,
 * including nested ones.
 */
public final class ThreadList {
    private final MethodHandle root;
    private final MethodHandle children;
    private final MethodHandle threads;
    private final MethodHandle count;
    private final MethodHandle tracksAll;

    /** @throws ReflectiveOperationException if this JDK looks different inside */
    public ThreadList(JdkInternals internals) throws ReflectiveOperationException {
        Class<?> containers = JdkInternals.named("jdk.internal.vm.ThreadContainers");
        Class<?> container = JdkInternals.named("jdk.internal.vm.ThreadContainer");
        Lookup all = internals.in(containers);
        Lookup one = internals.in(container);
        MethodType stream = MethodType.methodType(Stream.class);
        root = all.findStatic(containers, "root", MethodType.methodType(container))
                .asType(MethodType.methodType(Object.class));
        tracksAll = all.findStatic(containers, "trackAllThreads", MethodType.methodType(boolean.class));
        children = one.findVirtual(container, "children", stream).asType(stream.insertParameterTypes(0, Object.class));
        threads = one.findVirtual(container, "threads", stream).asType(stream.insertParameterTypes(0, Object.class));
        count = one.findVirtual(container, "threadCount", MethodType.methodType(long.class))
                .asType(MethodType.methodType(long.class, Object.class));
    }

    /**
     * Calls {@code action} for all threads, platform threads included. Threads that start or end meanwhile may be left
     * out.
     *
     * @return how many threads are known to exist but can't be listed: those of {@code Thread.startVirtualThread} if
     *     {@code jdk.trackAllThreads} is {@code false}
     */
    public long forEach(Consumer<Thread> action) {
        try {
            Object top = root.invokeExact();
            long[] listed = {0};
            each(top, thread -> {
                listed[0]++;
                action.accept(thread);
            });
            boolean all = (boolean) tracksAll.invokeExact();
            long unlisted = all ? 0 : Math.max(0, (long) count.invokeExact(top) - listed[0]);
            Deque<Object> open = new ArrayDeque<>();
            addChildren(top, open);
            while (!open.isEmpty()) {
                Object next = open.removeLast();
                each(next, action);
                addChildren(next, open);
            }
            return unlisted;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void each(Object container, Consumer<Thread> action) throws Throwable {
        Stream<?> stream = (Stream<?>) (Stream) threads.invokeExact(container);
        for (Iterator<?> all = stream.iterator(); all.hasNext(); ) {
            if (all.next() instanceof Thread thread) {
                action.accept(thread);
            }
        }
    }

    private void addChildren(Object container, Deque<Object> to) throws Throwable {
        Stream<?> stream = (Stream<?>) (Stream) children.invokeExact(container);
        stream.forEach(to::add);
    }
}
