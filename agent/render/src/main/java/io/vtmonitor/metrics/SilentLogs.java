package io.vtmonitor.metrics;

import io.micrometer.common.util.internal.logging.InternalLogger;
import io.micrometer.common.util.internal.logging.InternalLoggerFactory;
import java.lang.reflect.Proxy;

/**
 * Loggers without output, for Micrometer. Its messages are about meters, which a user of the agent can't change, and
 * their number has no bound. Our copy of Micrometer is relocated, so no other copy is affected.
 */
final class SilentLogs extends InternalLoggerFactory {
    private SilentLogs() {}

    /** Must be called before any class of Micrometer is used. Further calls have no effect. */
    static void install() {
        setDefaultFactory(new SilentLogs());
    }

    @Override
    protected InternalLogger newInstance(String name) {
        return (InternalLogger) Proxy.newProxyInstance(
                SilentLogs.class.getClassLoader(),
                new Class<?>[] {InternalLogger.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("name")) {
                        return name;
                    }
                    return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
    }
}
