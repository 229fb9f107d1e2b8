package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Reads the thread locals of any thread from the maps of {@link ThreadLocal}. The thread may change them meanwhile:
 * each value that is read is then the old or the new one.
 */
final class ThreadLocalMaps {
    private final VarHandle own;
    private final VarHandle inherited;
    private final VarHandle table;
    private final VarHandle value;
    private final VarHandle supplier;
    private final Class<?> supplied;

    /** @throws ReflectiveOperationException if this JDK looks different inside */
    ThreadLocalMaps(JdkInternals internals) throws ReflectiveOperationException {
        Class<?> map = JdkInternals.named("java.lang.ThreadLocal$ThreadLocalMap");
        Class<?> entry = JdkInternals.named("java.lang.ThreadLocal$ThreadLocalMap$Entry");
        Lookup lookup = internals.in(Thread.class);
        own = lookup.findVarHandle(Thread.class, "threadLocals", map);
        inherited = lookup.findVarHandle(Thread.class, "inheritableThreadLocals", map);
        table = internals.in(map).findVarHandle(map, "table", entry.arrayType());
        value = internals.in(entry).findVarHandle(entry, "value", Object.class);
        supplied = JdkInternals.named("java.lang.ThreadLocal$SuppliedThreadLocal");
        supplier = internals.in(supplied).findVarHandle(supplied, "supplier", java.util.function.Supplier.class);
    }

    /** Receives the thread locals that a thread has set. */
    interface Taker {
        /**
         * One thread local and its value in the thread.
         *
         * @param owner the outermost class that made the thread local; null if the object does not show this
         */
        void take(@Nullable String owner, boolean inheritable, Object value);
    }

    void forEach(Thread thread, Taker taker) {
        forEach(own.get(thread), false, taker);
        forEach(inherited.get(thread), true, taker);
    }

    private void forEach(@Nullable Object map, boolean inheritable, Taker taker) {
        if (map == null) {
            return;
        }
        for (Object entry : (Object[]) table.get(map)) {
            if (entry instanceof Reference<?> reference && reference.get() instanceof ThreadLocal<?> local) {
                Object set = value.get(entry);
                if (set != null) {
                    taker.take(owner(local), inheritable, set);
                }
            }
        }
    }

    private @Nullable String owner(ThreadLocal<?> local) {
        Object made = supplied.isInstance(local) ? supplier.get(local) : local;
        String name = made.getClass().getName();
        if (name.startsWith("java.lang.")) {
            return null;
        }
        int nested = name.indexOf('$', name.lastIndexOf('.') + 2);
        return nested < 0 ? name : name.substring(0, nested);
    }
}
