package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.common.PlatformThreads;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is mounted on which carrier. {@code Thread.getAllStackTraces} leaves virtual threads out, and a list of them may
 * not be kept ({@code jdk.trackAllThreads=false}) or be long; but each carrier refers to the continuation it runs, and
 * that to its virtual thread. Plain reads of fields that others write: an answer may be of a moment ago, never wrong
 * for a thread that stays.
 */
final class Carriers {
    private final JdkInternals internals;
    private final Class<?> carrierThread;
    private final Class<?> virtualThread;
    private final VarHandle continuation;
    private final VarHandle target;
    private final VarHandle carrierOf;

    /** @throws ReflectiveOperationException where this JDK looks different inside */
    Carriers(JdkInternals internals) throws ReflectiveOperationException {
        this.internals = internals;
        carrierThread = JdkInternals.named("jdk.internal.misc.CarrierThread");
        virtualThread = JdkInternals.named("java.lang.VirtualThread");
        Class<?> continuationType = JdkInternals.named("jdk.internal.vm.Continuation");
        continuation = internals.in(Thread.class).findVarHandle(Thread.class, "cont", continuationType);
        target = internals.in(continuationType).findVarHandle(continuationType, "target", Runnable.class);
        // Field types are read from the class file, so this does not initialize VirtualThread.
        carrierOf = internals.in(virtualThread).findVarHandle(virtualThread, "carrierThread", Thread.class);
    }

    /** All carriers, idle ones included. */
    List<Carrier> now() {
        List<Carrier> found = new ArrayList<>();
        for (Thread thread : PlatformThreads.all()) {
            if (carrierThread.isInstance(thread)) {
                Object mounted = continuation.get(thread);
                found.add(new Carrier(thread, mounted, mounted == null ? null : virtualThread(mounted)));
            }
        }
        return found;
    }

    /** The JDK's continuation of a virtual thread runs an inner class that has captured it. */
    private @Nullable Thread virtualThread(Object mounted) {
        Object task = target.get(mounted);
        try {
            for (Field field : task.getClass().getDeclaredFields()) {
                if (field.getType() == virtualThread) {
                    return (Thread) internals
                            .in(task.getClass())
                            .unreflectVarHandle(field)
                            .get(task);
                }
            }
        } catch (IllegalAccessException | RuntimeException ignored) {
            return null;
        }
        return null;
    }

    boolean isVirtual(Thread thread) {
        return virtualThread.isInstance(thread);
    }

    /** Whether a virtual thread has a carrier now. */
    boolean isMounted(Thread virtual) {
        return carrierOf.get(virtual) != null;
    }
}
