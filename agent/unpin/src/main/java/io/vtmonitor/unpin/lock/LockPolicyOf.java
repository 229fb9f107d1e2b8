package io.vtmonitor.unpin.lock;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What code that keeps its monitor does about an object's lock, by the object's class; for a {@code Class}, by the
 * class it stands for. Asked once for a class: between enter and exit the rule must not change.
 */
final class LockPolicyOf extends ClassValue<LockPolicyOf.Policy> {
    /** Others take the monitor alone: so does this. */
    static final int NEVER = 0;

    /** The lock is taken, too, if ever one that takes nothing else has asked for it. */
    static final int IF_LOCKED = 1;

    /** Others take the lock: so does this. */
    static final int ALWAYS = 2;

    private static final LockPolicyOf OBJECTS = new LockPolicyOf();
    private static final LockPolicyOf MIRRORS = new LockPolicyOf();

    private volatile @Nullable ToIntFunction<Class<?>> judge;

    /** For the objects of one class. */
    static final class Policy {
        final int rule;

        /** Whether code that keeps its monitor has to look for a lock. */
        volatile boolean taken;

        Policy(int rule) {
            this.rule = rule;
            taken = rule == ALWAYS;
        }

        /** One is about to come into use. */
        void take() {
            if (!taken && rule != NEVER) {
                taken = true;
            }
        }
    }

    private LockPolicyOf() {}

    static void judge(ToIntFunction<Class<?>> objects, ToIntFunction<Class<?>> mirrors) {
        OBJECTS.judge = objects;
        MIRRORS.judge = mirrors;
    }

    static Policy of(Object object) {
        return object instanceof Class<?> mirrored ? MIRRORS.get(mirrored) : OBJECTS.get(object.getClass());
    }

    @Override
    protected Policy computeValue(Class<?> type) {
        ToIntFunction<Class<?>> current = judge;
        try {
            return new Policy(current == null ? IF_LOCKED : current.applyAsInt(type));
        } catch (VirtualMachineError e) {
            throw e; // out of stack or memory: the next one asks again
        } catch (Throwable ignored) {
            return new Policy(IF_LOCKED);
        }
    }
}
