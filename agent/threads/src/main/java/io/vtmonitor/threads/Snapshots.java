package io.vtmonitor.threads;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the monitor that a thread waits for, and the monitors that its frames own, on JDK 25 and later. */
public final class Snapshots {
    private final MethodHandle of;
    private final MethodHandle threadState;
    private final MethodHandle blockedOn;
    private final MethodHandle waitingOn;
    private final MethodHandle stackTrace;
    private final MethodHandle ownsMonitors;
    private final MethodHandle ownedMonitorsAt;
    private final @Nullable VarHandle blocker;
    private final @Nullable MethodHandle blockerObject;

    private Snapshots(JdkInternals internals) throws ReflectiveOperationException {
        Class<?> type = JdkInternals.named("jdk.internal.vm.ThreadSnapshot");
        Lookup lookup = internals.in(type);
        of = lookup.findStatic(type, "of", MethodType.methodType(type, Thread.class))
                .asType(MethodType.methodType(Object.class, Thread.class));
        MethodType plain = MethodType.methodType(Object.class);
        MethodType onAny = MethodType.methodType(Object.class, Object.class);
        threadState = lookup.findVirtual(type, "threadState", MethodType.methodType(Thread.State.class))
                .asType(onAny);
        blockedOn = lookup.findVirtual(type, "blockedOn", plain).asType(onAny);
        waitingOn = lookup.findVirtual(type, "waitingOn", plain).asType(onAny);
        stackTrace = lookup.findVirtual(type, "stackTrace", MethodType.methodType(StackTraceElement[].class))
                .asType(onAny);
        ownsMonitors = lookup.findVirtual(type, "ownsMonitors", MethodType.methodType(boolean.class))
                .asType(MethodType.methodType(boolean.class, Object.class));
        ownedMonitorsAt = lookup.findVirtual(type, "ownedMonitorsAt", MethodType.methodType(Stream.class, int.class))
                .asType(MethodType.methodType(Object.class, Object.class, int.class));
        VarHandle field = null;
        MethodHandle object = null;
        try {
            Class<?> blocked = JdkInternals.named("jdk.internal.vm.ThreadSnapshot$ThreadBlocker");
            object = internals.in(blocked).findVirtual(blocked, "obj", plain).asType(onAny);
            field = lookup.findVarHandle(type, "blocker", blocked);
        } catch (ReflectiveOperationException ignored) {
            // Then it is not known which monitor a notified thread enters again.
        }
        blocker = object == null ? null : field;
        blockerObject = object;
    }

    /** Null before JDK 25, and if this JDK looks different inside. */
    static @Nullable Snapshots open(JdkInternals internals) {
        try {
            return new Snapshots(internals);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError ignored) {
            return null;
        }
    }

    /**
     * A thread at one instant. It refers to objects of the application, so do not keep it.
     *
     * @param blockedOn the monitor that it waits to enter, perhaps to return from {@code wait}; null if there is none,
     *     or it is not known
     * @param waitingOn the object on which it called {@code wait}; null if it is in no such call
     * @param frames topmost first
     * @param owned the monitors that each frame owns; empty if none owns any
     */
    public record Snapshot(
            @Nullable Object blockedOn,
            @Nullable Object waitingOn,
            List<StackTraceElement> frames,
            List<List<Object>> owned) {}

    /** The snapshot of a thread; null if it has ended. */
    public @Nullable Snapshot of(Thread thread) {
        try {
            Object snapshot = of.invokeExact(thread);
            if (snapshot == null) {
                return null;
            }
            Object state = threadState.invokeExact(snapshot);
            boolean blocked = state == Thread.State.BLOCKED;
            boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
            Object entered = blocked ? entered(snapshot) : null;
            Object waited = waits ? waitingOn.invokeExact(snapshot) : null;
            Object trace = stackTrace.invokeExact(snapshot);
            List<StackTraceElement> frames = List.of((StackTraceElement[]) trace);
            List<List<Object>> owned = owned(snapshot, frames.size());
            if (entered != null || waited != null || !WaitedMonitor.isInWait(frames)) {
                return new Snapshot(entered, waited, frames, owned);
            }
            WaitedMonitor<Object> monitor = WaitedMonitor.of(owned);
            return new Snapshot(
                    blocked ? monitor.monitor() : null, waits ? monitor.monitor() : null, frames, monitor.owned());
        } catch (IllegalStateException ignored) {
            return null;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The monitor that a BLOCKED thread waits to enter. A notified thread enters its monitor again. The JDK has that
     * monitor as the one that the thread waits on, so {@code blockedOn} does not return it.
     */
    private @Nullable Object entered(Object snapshot) throws Throwable {
        Object monitor = blockedOn.invokeExact(snapshot);
        if (monitor != null || blocker == null || blockerObject == null) {
            return monitor;
        }
        Object waits = blocker.get(snapshot);
        return waits == null ? null : (Object) blockerObject.invokeExact(waits);
    }

    @SuppressWarnings("unchecked") // it is a stream of objects
    private List<List<Object>> owned(Object snapshot, int frames) throws Throwable {
        if (!(boolean) ownsMonitors.invokeExact(snapshot)) {
            return List.of();
        }
        List<List<Object>> found = new ArrayList<>(frames);
        for (int depth = 0; depth < frames; depth++) {
            Object at = ownedMonitorsAt.invokeExact(snapshot, depth);
            found.add(((Stream<Object>) at).filter(Objects::nonNull).toList());
        }
        return found;
    }
}
