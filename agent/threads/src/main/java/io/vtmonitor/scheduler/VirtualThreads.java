package io.vtmonitor.scheduler;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** What Java 21 knows of virtual threads, for classes that are Java 17. */
final class VirtualThreads {
    private final Method ofVirtual;
    private final Method named;
    private final Method inherit;
    private final Method unstarted;

    /** Looks the methods up; only {@link #unstarted} initializes the scheduler. */
    VirtualThreads() throws ReflectiveOperationException {
        ofVirtual = Thread.class.getMethod("ofVirtual");
        Class<?> builder = ofVirtual.getReturnType();
        named = builder.getMethod("name", String.class);
        inherit = builder.getMethod("inheritInheritableThreadLocals", boolean.class);
        unstarted = builder.getMethod("unstarted", Runnable.class);
    }

    /** A virtual thread that inherits nothing, not started. */
    Thread unstarted(String name, Runnable work) {
        try {
            Object builder = inherit.invoke(named.invoke(ofVirtual.invoke(null), name), false);
            return (Thread) unstarted.invoke(builder, work);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
