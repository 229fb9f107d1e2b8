package io.vtmonitor.spring;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParser;
import org.springframework.boot.json.JsonParserFactory;

/** The report of the agent in this JVM, which is found by name in the system class loader: it may be attached later. */
final class AgentReport implements Supplier<@Nullable Map<String, Object>> {
    private static final String AGENT = "io.vtmonitor.VtMonitor";

    private final JsonParser json = JsonParserFactory.getJsonParser();

    /**
     * As it is now, in the format of the agent's {@code /report.json}.
     *
     * @return null where no agent watches this JVM
     * @throws IllegalStateException where the agent is there and can't answer
     */
    @Override
    public @Nullable Map<String, Object> get() {
        try {
            Method report = Class.forName(AGENT, true, ClassLoader.getSystemClassLoader())
                    .getMethod("report");
            String text = (String) report.invoke(null);
            return text == null ? null : json.parseMap(text);
        } catch (ClassNotFoundException e) {
            return null;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("the vt-monitor agent in this JVM is older than this starter", e);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("the vt-monitor agent can't answer", e);
        }
    }
}
