package io.vtmonitor.live;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Whether this JVM has had a virtual thread. Until then it has no pin, and what is recorded need not be read.
 *
 * <p>Each virtual thread is a {@code BaseVirtualThread}, even if the JVM does not support continuations, and the JVM
 * initializes a class before it creates the first object of it.
 */
final class VirtualThreadUse {
    private VirtualThreadUse() {}

    /**
     * The condition for this JVM; always true if it can't be checked. Cheap, and initializes no class.
     *
     * @param internals full access to the classes of {@code jdk.internal.misc}
     */
    static BooleanSupplier of(Function<Class<?>, Lookup> internals) {
        try {
            return JdkInternals.initialized(JdkInternals.named("java.lang.BaseVirtualThread"), internals);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError ignored) {
            return () -> true;
        }
    }
}
