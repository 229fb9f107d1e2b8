package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** JDK 25 and later: which monitor a thread waits for, and which monitors its frames own. */
final class Snapshots {
    private final MethodHandle of;
    private final MethodHandle threadState;
    private final MethodHandle blockedOn;
    private final MethodHandle waitingOn;
    private final MethodHandle stackTrace;
    private final MethodHandle ownsMonitors;
    private final MethodHandle ownedMonitorsAt;

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
    }

    /** Null before JDK 25, and where this JDK looks different inside. */
    static @Nullable Snapshots open(JdkInternals internals) {
        try {
            return new Snapshots(internals);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError ignored) {
            return null;
        }
    }

    /**
     * A thread at one instant. Refers to objects of the application and must not be kept.
     *
     * @param blockedOn the monitor it waits to enter, null where it does not
     * @param waitingOn the object whose {@code wait} it is in, null where it is in none
     * @param frames topmost first
     * @param owned for each frame the monitors it owns; empty where none owns any
     */
    record Snapshot(
            @Nullable Object blockedOn,
            @Nullable Object waitingOn,
            List<StackTraceElement> frames,
            List<List<Object>> owned) {}

    /** Null where the thread has ended. */
    @Nullable
    Snapshot of(Thread thread) {
        try {
            Object snapshot = of.invokeExact(thread);
            if (snapshot == null) {
                return null;
            }
            Object state = threadState.invokeExact(snapshot);
            Object entered = state == Thread.State.BLOCKED ? blockedOn.invokeExact(snapshot) : null;
            boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
            Object waited = waits ? waitingOn.invokeExact(snapshot) : null;
            Object trace = stackTrace.invokeExact(snapshot);
            List<StackTraceElement> frames = List.of((StackTraceElement[]) trace);
            return new Snapshot(entered, waited, frames, owned(snapshot, frames.size()));
        } catch (IllegalStateException ignored) {
            return null;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
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
