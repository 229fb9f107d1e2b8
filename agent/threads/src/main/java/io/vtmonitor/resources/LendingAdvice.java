package io.vtmonitor.resources;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * What is woven into methods of pools. The bodies of these methods become part of the pool's: they may call
 * {@link LendingHooks}, under the name that it has in {@code java.base}, and nothing else of ours.
 */
final class LendingAdvice {
    private LendingAdvice() {}

    /** The kind of the pool, an index. */
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

    /** A method that returns what is lent. */
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

    /** A method that waits; one that it calls lends. */
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

    /** A method of which an argument is lent. */
    static final class Lend {
        private Lend() {}

        @Advice.OnMethodEnter
        static void lend(@Pool Object pool, @Resource @Nullable Object resource) {
            LendingHooks.lend(pool, resource);
        }
    }

    /** A method of which an argument is given back. */
    static final class Return {
        private Return() {}

        @Advice.OnMethodEnter
        static void giveBack(@Pool Object pool, @Resource @Nullable Object resource) {
            LendingHooks.giveBack(pool, resource);
        }
    }
}
