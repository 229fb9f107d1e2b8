package io.vtmonitor.scheduler;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Makes virtual threads by reflection, because our classes are compiled for Java 17. */
final class VirtualThreads {
    private final Method ofVirtual;
    private final Method named;
    private final Method inherit;
    private final Method unstarted;

    /** Looks up the methods. This does not initialize the scheduler; {@link #unstarted} does. */
    VirtualThreads() throws ReflectiveOperationException {
        ofVirtual = Thread.class.getMethod("ofVirtual");
        Class<?> builder = ofVirtual.getReturnType();
        named = builder.getMethod("name", String.class);
        inherit = builder.getMethod("inheritInheritableThreadLocals", boolean.class);
        unstarted = builder.getMethod("unstarted", Runnable.class);
    }

    /** A virtual thread that inherits no thread locals, and is not started. */
    Thread unstarted(String name, Runnable work) {
        try {
            Object builder = inherit.invoke(named.invoke(ofVirtual.invoke(null), name), false);
            return (Thread) unstarted.invoke(builder, work);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
