package io.vtmonitor.threads;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks up fields of the JDK, each separately. If a field is missing, only what it shows is not known. */
final class JdkFields {
    private final JdkInternals internals;
    private final Predicate<String> hidden;
    private final Set<String> missing = Collections.synchronizedSet(new TreeSet<>());

    /** @param hidden fields, {@code class.field}, that are treated as missing */
    JdkFields(JdkInternals internals, Predicate<String> hidden) {
        this.internals = internals;
        this.hidden = hidden;
    }

    /** A class, which is not initialized; null if this JDK has no such class. */
    @Nullable
    Class<?> type(String name) {
        try {
            return name.equals("int") ? int.class : name.equals("long") ? long.class : Class.forName(name, false, null);
        } catch (ClassNotFoundException | LinkageError ignored) {
            missing.add(name);
            return null;
        }
    }

    /** An instance field; null if this JDK has no such field of that type. */
    @Nullable
    VarHandle of(String in, String name, String type) {
        return handle(in, name, type, false);
    }

    /**
     * A static field; null if this JDK has no such field of that type. The first access through it initializes the
     * class.
     */
    @Nullable
    VarHandle ofClass(String in, String name, String type) {
        return handle(in, name, type, true);
    }

    private @Nullable VarHandle handle(String in, String name, String type, boolean isStatic) {
        Class<?> owner = type(in);
        Class<?> of = type(type);
        try {
            if (owner != null && of != null && !isHidden(in + "." + name)) {
                Lookup inside = internals.in(owner);
                return isStatic ? inside.findStaticVarHandle(owner, name, of) : inside.findVarHandle(owner, name, of);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError ignored) {
            // The field is listed as missing.
        }
        missing.add(in + "." + name);
        return null;
    }

    boolean isHidden(String name) {
        return hidden.test(name);
    }

    /** Fields and classes that this JDK lacks, in the order of their names. */
    List<String> missing() {
        return List.copyOf(missing);
    }
}
