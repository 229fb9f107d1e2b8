package io.vtmonitor.sink;

import io.micrometer.common.util.internal.logging.InternalLogger;
import io.micrometer.common.util.internal.logging.InternalLoggerFactory;
import java.lang.reflect.Proxy;

/**
 * Loggers that say nothing, for Micrometer. Left alone it asks SLF4J, which writes to standard error that it has no
 * provider, and then falls back to {@code java.util.logging}, which must not start before the application has set it up.
 * Our copy of Micrometer is relocated, so nobody else's is touched.
 */
final class SilentLogs extends InternalLoggerFactory {
    private SilentLogs() {}

    /** To be called before any class of Micrometer's is used; calling it again changes nothing. */
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
