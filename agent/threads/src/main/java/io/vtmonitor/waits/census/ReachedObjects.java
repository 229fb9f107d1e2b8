package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import java.io.FileDescriptor;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.Socket;
import java.nio.channels.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the sizes of the objects that each of a few threads reaches. An object that two of them reach counts for
 * neither. Refers to objects of the application and must not outlive the look.
 */
final class ReachedObjects {
    /** Objects that are followed of one thread, at most. */
    static final int MOST = 1_000;

    private final Instrumentation sizes;
    private final MethodHandle offset;
    private final MethodHandle reference;
    private final IdentityHashMap<Object, Reached> all = new IdentityHashMap<>();
    private final IdentityHashMap<Class<?>, long[]> layouts = new IdentityHashMap<>();

    /** What one thread reaches through one of its thread locals, and no other thread reaches. */
    static final class Sum {
        long bytes;

        /**
         * Sockets, channels, and open files. If there are any, the value is what the thread works on, such as a
         * request, and no cache.
         */
        int connections;
    }

    private static final class Reached {
        final int thread;
        final Sum sum;
        final long bytes;
        final int connections;
        int lastThread;
        boolean shared;

        Reached(int thread, Sum sum, long bytes, int connections) {
            this.thread = thread;
            this.sum = sum;
            this.bytes = bytes;
            this.connections = connections;
            lastThread = thread;
        }
    }

    /** @throws ReflectiveOperationException if this JDK looks different inside */
    ReachedObjects(JdkInternals internals, Instrumentation sizes) throws ReflectiveOperationException {
        this.sizes = sizes;
        Class<?> unsafe = JdkInternals.named("jdk.internal.misc.Unsafe");
        Lookup lookup = internals.in(unsafe);
        VarHandle theUnsafe = lookup.findStaticVarHandle(unsafe, "theUnsafe", unsafe);
        Object instance = theUnsafe.get();
        offset = lookup.findVirtual(unsafe, "objectFieldOffset", MethodType.methodType(long.class, Field.class))
                .bindTo(instance);
        reference = lookup.findVirtual(
                        unsafe, "getReference", MethodType.methodType(Object.class, Object.class, long.class))
                .bindTo(instance);
    }

    /**
     * Follows a value, breadth first.
     *
     * @param thread a number of the thread
     * @param left how many more objects of the thread may be followed
     * @return how many are left afterwards
     */
    int follow(Object value, int thread, Sum sum, int left) {
        ArrayDeque<Object> open = new ArrayDeque<>();
        open.add(value);
        while (!open.isEmpty() && left > 0) {
            Object next = open.remove();
            if (visit(next, thread, sum)) {
                left--;
                addReferences(next, open, left);
            }
        }
        return left;
    }

    /** Adds an object; false if the thread has reached it before. */
    private boolean visit(Object object, int thread, Sum sum) {
        Reached before = all.get(object);
        if (before == null) {
            Reached reached = new Reached(thread, sum, sizes.getObjectSize(object), isConnection(object) ? 1 : 0);
            all.put(object, reached);
            sum.bytes += reached.bytes;
            sum.connections += reached.connections;
            return true;
        }
        if (before.thread != thread && !before.shared) {
            before.shared = true;
            before.sum.bytes -= before.bytes;
            before.sum.connections -= before.connections;
        }
        boolean first = before.lastThread != thread;
        before.lastThread = thread;
        return first;
    }

    private static boolean isConnection(Object object) {
        return object instanceof Channel || object instanceof Socket || object instanceof FileDescriptor;
    }

    private void addReferences(Object object, ArrayDeque<Object> open, int most) {
        if (object instanceof Reference<?>) {
            if (object instanceof SoftReference<?> soft) { // serializers hold their caches by soft references
                add(soft.get(), open);
            }
        } else if (object instanceof Object[] array) {
            for (int i = 0; i < Math.min(array.length, most); i++) {
                add(array[i], open);
            }
        } else if (!object.getClass().isArray()) {
            for (long at : layouts.computeIfAbsent(object.getClass(), this::layout)) {
                add(read(object, at), open);
            }
        }
    }

    /**
     * Adds what is to be followed. What classes, loaders, threads, and thread locals refer to belongs to no single
     * thread.
     */
    private static void add(@Nullable Object object, ArrayDeque<Object> open) {
        if (object != null
                && !(object instanceof Class
                        || object instanceof ClassLoader
                        || object instanceof Module
                        || object instanceof Thread
                        || object instanceof ThreadGroup
                        || object instanceof ThreadLocal)) {
            open.add(object);
        }
    }

    private long[] layout(Class<?> type) {
        List<Long> offsets = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Field[] fields;
            try {
                fields = each.getDeclaredFields();
            } catch (LinkageError | RuntimeException e) {
                continue; // a field's class is missing: what it refers to is left out
            }
            for (Field field : fields) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    offsets.add(offset(field));
                }
            }
        }
        return offsets.stream().mapToLong(Long::longValue).toArray();
    }

    private long offset(Field field) {
        try {
            return (long) offset.invokeExact(field);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private @Nullable Object read(Object object, long at) {
        try {
            return (Object) reference.invokeExact(object, at);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
