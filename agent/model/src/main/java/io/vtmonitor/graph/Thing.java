package io.vtmonitor.graph;

import org.jspecify.annotations.Nullable;

/**
 * A thing that a thread can wait for and another thread can have.
 *
 * @param kind its kind
 * @param type its class, as the JVM names it; empty if that is not known
 * @param name the name of a pool, a static field, or a class under initialization; null if it has none
 * @param key distinguishes it from others of its kind: in a live JVM the object itself, by identity; in a file the text
 *     that stands for it
 */
public record Thing(Kind kind, String type, @Nullable String name, Object key) {
    /** Kinds of things. */
    public enum Kind {
        /** A place on a scheduler of virtual threads: a ready thread takes any that becomes free. */
        CARRIER(true),
        /** A lock of {@code java.util.concurrent}, or one built like those. */
        LOCK(false),
        /** The monitor of an object. */
        MONITOR(false),
        /** The initialization of a class (JLS 12.4.2). */
        CLASS_INITIALIZATION(false),
        /** The end of a thread. */
        THREAD_END(false),
        /** The result of a task. */
        TASK(false),
        /** A permit of a semaphore. */
        PERMIT(true),
        /** An object that a pool lends. */
        POOLED_OBJECT(true),
        /** A worker of an executor. */
        WORKER(true),
        /**
         * The end of the subtasks of a structured scope: all of them, unless one that ends cancels the others, which is
         * up to the scope.
         */
        SUBTASKS(true);

        private final boolean any;

        Kind(boolean any) {
            this.any = any;
        }

        /**
         * Whether it has several units, so that a waiting thread continues as soon as any of the threads that have one
         * releases it.
         */
        public boolean isAny() {
            return any;
        }
    }

    /** Compares objects by identity, so that it never calls {@code equals} of an object of the application. */
    @Override
    @SuppressWarnings("ReferenceEquality") // objects are compared by identity
    public boolean equals(@Nullable Object other) {
        return other instanceof Thing thing
                && kind == thing.kind
                && (key == thing.key || (isText(key) && key.equals(thing.key)));
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + (isText(key) ? key.hashCode() : System.identityHashCode(key));
    }

    private static boolean isText(Object key) {
        return key instanceof String;
    }
}
