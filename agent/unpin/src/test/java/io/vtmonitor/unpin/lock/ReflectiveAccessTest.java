package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the runtime makes of methods that code reaches by name. */
class ReflectiveAccessTest {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private final Object object = new Object();

    /** Methods of the names that need a monitor, which are others. */
    private static final class Other {
        void wait(String text) {}

        static boolean holdsLock(Object lock) {
            return lock == null;
        }
    }

    @Test
    void a_method_that_needs_the_monitor_is_called_on_the_lock() throws Exception {
        Method method = Object.class.getMethod("wait", long.class);
        Object[] arguments = {1L};
        Method called = ReflectiveAccess.invokedMethod(method, object, arguments);
        assertThat(called).isEqualTo(MonitorRuntime.class.getMethod("await", Object.class, long.class));
        assertThat(ReflectiveAccess.invokedArguments(method, object, arguments)).containsExactly(object, 1L);
        Method holds = Thread.class.getMethod("holdsLock", Object.class);
        MonitorRuntime.enter(object);
        try {
            Object[] asked = {object};
            assertThat(ReflectiveAccess.invokedMethod(holds, null, asked)
                            .invoke(null, ReflectiveAccess.invokedArguments(holds, null, asked)))
                    .isEqualTo(true);
        } finally {
            MonitorRuntime.exit(object);
        }
    }

    @Test
    void a_call_that_fails_or_is_of_no_concern_stays_what_it_is() throws Exception {
        Method notify = Object.class.getMethod("notify");
        Object[] tooMany = {1};
        assertThat(ReflectiveAccess.invokedMethod(notify, null, null)).isSameAs(notify);
        assertThat(ReflectiveAccess.invokedMethod(notify, object, tooMany)).isSameAs(notify);
        assertThat(ReflectiveAccess.invokedArguments(notify, object, tooMany)).isSameAs(tooMany);
        assertThat(ReflectiveAccess.invokedMethod(null, object, null)).isNull();
        for (Method other : new Method[] {
            Object.class.getMethod("hashCode"),
            Thread.class.getMethod("yield"),
            TimeUnit.class.getMethod("values"),
            Other.class.getDeclaredMethod("holdsLock", Object.class)
        }) {
            assertThat(ReflectiveAccess.invokedMethod(other, object, new Object[other.getParameterCount()]))
                    .isSameAs(other);
        }
    }

    @Test
    void a_handle_of_a_method_that_needs_the_monitor_becomes_one_of_the_same_type() throws Throwable {
        MethodType nothing = MethodType.methodType(void.class);
        MethodHandle notify = LOOKUP.findVirtual(String.class, "notify", nothing);
        MethodHandle ours = ReflectiveAccess.findVirtual(notify, LOOKUP, String.class, "notify", nothing);
        assertThat(ours).isNotSameAs(notify);
        assertThat(ours.type()).isEqualTo(notify.type());
        MethodHandle bound = MethodHandles.publicLookup().bind(object, "notifyAll", nothing);
        MethodHandle boundToo = ReflectiveAccess.bind(bound, LOOKUP, object, "notifyAll", nothing);
        MonitorRuntime.enter(object);
        try {
            boundToo.invokeExact();
        } finally {
            MonitorRuntime.exit(object);
        }
    }

    @Test
    void a_handle_of_any_other_method_stays_what_it_is() throws Exception {
        MethodType text = MethodType.methodType(void.class, String.class);
        MethodHandle other = LOOKUP.findVirtual(Other.class, "wait", text);
        assertThat(ReflectiveAccess.findVirtual(other, LOOKUP, Other.class, "wait", text))
                .isSameAs(other);
        MethodType asks = MethodType.methodType(boolean.class, Object.class);
        MethodHandle holds = LOOKUP.findStatic(Other.class, "holdsLock", asks);
        assertThat(ReflectiveAccess.findStatic(holds, LOOKUP, Other.class, "holdsLock", asks))
                .isSameAs(holds);
        MethodHandle bound = LOOKUP.bind(new Other(), "wait", text);
        assertThat(ReflectiveAccess.bind(bound, LOOKUP, new Other(), "wait", text))
                .isSameAs(bound);
    }
}
