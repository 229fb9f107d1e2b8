package io.vtmonitor.resources;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * The code that is woven into methods of pools. The bodies of these methods become part of the pool's methods. Of our
 * classes, they may call only {@link LendingHooks}, under its name in {@code java.base}.
 */
final class LendingAdvice {
    private LendingAdvice() {}

    /** The index of the pool's kind. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Kind {}

    /** The pool. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Pool {}

    /** The route or key that a resource is borrowed for; null if there is none. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Key {}

    /** The argument that is lent or given back. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Resource {}

    /** Woven into a method that returns what it lends. */
    static final class Borrow {
        private Borrow() {}

        @Advice.OnMethodEnter
        static @Nullable Object begin(@Kind int kind, @Pool Object pool, @Key @Nullable Object key) {
            return LendingHooks.begin(kind, pool, key);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void end(
                @Advice.Enter @Nullable Object begun,
                @Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object resource) {
            LendingHooks.end(begun, resource);
        }
    }

    /** Woven into a method that waits; a method that it calls lends. */
    static final class Wait {
        private Wait() {}

        @Advice.OnMethodEnter
        static @Nullable Object begin(@Kind int kind, @Pool Object pool, @Key @Nullable Object key) {
            return LendingHooks.begin(kind, pool, key);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void end(@Advice.Enter @Nullable Object begun) {
            LendingHooks.end(begun, null);
        }
    }

    /** Woven into a method that lends one of its arguments. */
    static final class Lend {
        private Lend() {}

        @Advice.OnMethodEnter
        static void lend(@Pool Object pool, @Resource @Nullable Object resource) {
            LendingHooks.lend(pool, resource);
        }
    }

    /** Woven into a method that takes back one of its arguments. */
    static final class Return {
        private Return() {}

        @Advice.OnMethodEnter
        static void giveBack(@Pool Object pool, @Resource @Nullable Object resource) {
            LendingHooks.giveBack(pool, resource);
        }
    }
}
