package io.vtmonitor.pooling;

import java.io.Closeable;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

/** Pools of real libraries, by reflection: which of them is on the class path is the test's matter. */
final class RealPools {
    private static final String URL = "jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1";

    private RealPools() {}

    /**
     * A pool.
     *
     * @param kind the library
     * @param size how many it lends at most
     * @param port of a server that answers HTTP
     */
    static Borrower of(String kind, int size, int port) throws ReflectiveOperationException {
        return switch (kind) {
            case "hikari" ->
                jdbc(
                        "com.zaxxer.hikari.HikariDataSource",
                        Map.of("jdbcUrl", URL, "maximumPoolSize", size, "poolName", "orders"));
            case "tomcat" ->
                jdbc(
                        "org.apache.tomcat.jdbc.pool.DataSource",
                        Map.of("url", URL, "driverClassName", "org.h2.Driver", "maxActive", size, "name", "orders"));
            case "dbcp2" -> jdbc("org.apache.commons.dbcp2.BasicDataSource", Map.of("url", URL, "maxTotal", size));
            case "c3p0" ->
                jdbc(
                        "com.mchange.v2.c3p0.ComboPooledDataSource",
                        Map.of("jdbcUrl", URL, "maxPoolSize", size, "minPoolSize", 1, "initialPoolSize", 1));
            case "agroal" -> agroal(size);
            case "http4" -> http("org.apache.http", "org.apache.http.client.methods.HttpGet", size, port);
            case "http5" -> http5(size, port);
            case "bulkhead" -> bulkhead(size);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** HikariCP whose own threads come from a factory of the application. */
    static Borrower hikari(int size, ThreadFactory threads) throws ReflectiveOperationException {
        return jdbc(
                "com.zaxxer.hikari.HikariDataSource",
                Map.of("jdbcUrl", URL, "maximumPoolSize", size, "poolName", "orders", "threadFactory", threads));
    }

    private static Borrower jdbc(String type, Map<String, Object> properties) throws ReflectiveOperationException {
        DataSource source =
                (DataSource) Class.forName(type).getDeclaredConstructor().newInstance();
        for (Map.Entry<String, Object> each : properties.entrySet()) {
            String setter = "set" + Character.toUpperCase(each.getKey().charAt(0))
                    + each.getKey().substring(1);
            call(source, setter, each.getValue());
        }
        return source::getConnection;
    }

    private static Borrower agroal(int size) throws ReflectiveOperationException {
        Object reader = Class.forName("io.agroal.api.configuration.supplier.AgroalPropertiesReader")
                .getDeclaredConstructor()
                .newInstance();
        call(reader, "readProperties", Map.of("jdbcUrl", URL, "maxSize", Integer.toString(size), "minSize", "1"));
        Object configuration = call(reader, "get");
        for (Method method : Class.forName("io.agroal.api.AgroalDataSource").getMethods()) {
            if (method.getName().equals("from")
                    && method.getParameterCount() == 2
                    && method.getParameterTypes()[0].isInstance(configuration)) {
                DataSource source = (DataSource) method.invoke(
                        null, configuration, Array.newInstance(method.getParameterTypes()[1].getComponentType(), 0));
                return source::getConnection;
            }
        }
        throw new NoSuchMethodException("from");
    }

    private static Borrower bulkhead(int size) throws ReflectiveOperationException {
        Class<?> configuration = Class.forName("io.github.resilience4j.bulkhead.BulkheadConfig");
        Object builder = configuration.getMethod("custom").invoke(null);
        call(builder, "maxConcurrentCalls", size);
        call(builder, "maxWaitDuration", Duration.ofMinutes(5));
        Object bulkhead = Class.forName("io.github.resilience4j.bulkhead.Bulkhead")
                .getMethod("of", String.class, configuration)
                .invoke(null, "orders", call(builder, "build"));
        return () -> {
            call(bulkhead, "acquirePermission");
            return () -> call(bulkhead, "onComplete");
        };
    }

    private static Borrower http(String packages, String getType, int size, int port)
            throws ReflectiveOperationException {
        Object builder = Class.forName(packages + ".impl.client.HttpClients")
                .getMethod("custom")
                .invoke(null);
        call(builder, "setMaxConnTotal", size);
        call(builder, "setMaxConnPerRoute", size);
        return executing(call(builder, "build"), getType, packages + ".client.methods.HttpUriRequest", port);
    }

    private static Borrower http5(int size, int port) throws ReflectiveOperationException {
        Object pool = Class.forName("org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager")
                .getDeclaredConstructor()
                .newInstance();
        call(pool, "setMaxTotal", size);
        call(pool, "setDefaultMaxPerRoute", size);
        Object builder = Class.forName("org.apache.hc.client5.http.impl.classic.HttpClients")
                .getMethod("custom")
                .invoke(null);
        Class<?> managers = Class.forName("org.apache.hc.client5.http.io.HttpClientConnectionManager");
        builder.getClass().getMethod("setConnectionManager", managers).invoke(builder, pool);
        return executing(
                call(builder, "build"),
                "org.apache.hc.client5.http.classic.methods.HttpGet",
                "org.apache.hc.core5.http.ClassicHttpRequest",
                port);
    }

    private static Borrower executing(Object client, String getType, String parameter, int port)
            throws ReflectiveOperationException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/");
        Method execute = client.getClass().getMethod("execute", Class.forName(parameter));
        Callable<Object> get =
                () -> Class.forName(getType).getConstructor(URI.class).newInstance(uri);
        return () -> (Closeable) execute.invoke(client, get.call());
    }

    private static Object call(Object target, String name, Object... arguments) throws ReflectiveOperationException {
        for (Method method : target.getClass().getMethods()) {
            if (method.getName().equals(name) && fits(method.getParameterTypes(), arguments)) {
                method.setAccessible(true);
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException(e.getCause());
                }
            }
        }
        throw new NoSuchMethodException(target.getClass() + "." + name);
    }

    private static boolean fits(Class<?>[] parameters, Object[] arguments) {
        if (parameters.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            boolean number = parameters[i] == int.class && arguments[i] instanceof Integer;
            if (!number && !parameters[i].isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }
}
