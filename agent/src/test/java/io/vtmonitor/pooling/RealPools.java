package io.vtmonitor.pooling;

import java.io.Closeable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
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
                        Map.of(
                                "jdbcUrl",
                                URL,
                                "maximumPoolSize",
                                size,
                                "poolName",
                                "orders",
                                "connectionTimeout",
                                300_000L));
            case "tomcat" ->
                jdbc(
                        "org.apache.tomcat.jdbc.pool.DataSource",
                        Map.of("url", URL, "driverClassName", "org.h2.Driver", "maxActive", size, "name", "orders"));
            case "dbcp2" -> jdbc("org.apache.commons.dbcp2.BasicDataSource", Map.of("url", URL, "maxTotal", size));
            case "c3p0" ->
                jdbc(
                        "com.mchange.v2.c3p0.ComboPooledDataSource",
                        Map.of("jdbcUrl", URL, "maxPoolSize", size, "minPoolSize", 1, "initialPoolSize", 1));
            case "hikari-noting" ->
                jdbc(
                        "com.zaxxer.hikari.HikariDataSource",
                        Map.of("jdbcUrl", URL, "maximumPoolSize", size, "leakDetectionThreshold", 2_000L));
            case "agroal" -> LibraryCalls.agroal(URL, size)::getConnection;
            case "agroal-noting" ->
                LibraryCalls.agroal(URL, size, Map.of("leakTimeout_s", "60", "enhancedLeakReport", "true"))
                        ::getConnection;
            case "druid" ->
                jdbc(
                        "com.alibaba.druid.pool.DruidDataSource",
                        Map.of("url", URL, "driverClassName", "org.h2.Driver", "maxActive", size));
            case "http4" -> http4(size, size, port);
            case "http4-route" -> http4(10 * size, size, port);
            case "http5" -> http5(size, size, port);
            case "http5-route" -> http5(10 * size, size, port);
            case "keyed" -> keyed(size);
            case "bulkhead" -> bulkhead(size);
            case "tomcat-dbcp" ->
                jdbc("org.apache.tomcat.dbcp.dbcp2.BasicDataSource", Map.of("url", URL, "maxTotal", size));
            case "vibur" -> vibur(size, false);
            case "vibur-noting" -> vibur(size, true);
            case "jedis" -> jedis(size, port);
            case "lettuce" -> lettuce(size);
            case "kafka" -> kafka(size);
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
        return LibraryCalls.source(type, properties)::getConnection;
    }

    private static Borrower bulkhead(int size) throws ReflectiveOperationException {
        Class<?> configuration = Class.forName("io.github.resilience4j.bulkhead.BulkheadConfig");
        Object builder = configuration.getMethod("custom").invoke(null);
        LibraryCalls.call(builder, "maxConcurrentCalls", size);
        LibraryCalls.call(builder, "maxWaitDuration", Duration.ofMinutes(5));
        Object bulkhead = Class.forName("io.github.resilience4j.bulkhead.Bulkhead")
                .getMethod("of", String.class, configuration)
                .invoke(null, "orders", LibraryCalls.call(builder, "build"));
        return () -> {
            LibraryCalls.call(bulkhead, "acquirePermission");
            return () -> LibraryCalls.call(bulkhead, "onComplete");
        };
    }

    private static Borrower vibur(int size, boolean noting) throws ReflectiveOperationException {
        DataSource source = LibraryCalls.source(
                "org.vibur.dbcp.ViburDBCPDataSource",
                Map.of("jdbcUrl", URL, "username", "", "password", "", "poolInitialSize", 1, "poolMaxSize", size));
        source.getClass()
                .getMethod("setPoolEnableConnectionTracking", boolean.class)
                .invoke(source, noting);
        LibraryCalls.call(source, "start");
        return source::getConnection;
    }

    private static Borrower jedis(int size, int port) throws ReflectiveOperationException {
        Object config = pool2(size);
        Object pool = Class.forName("redis.clients.jedis.JedisPool")
                .getConstructor(config.getClass(), String.class, int.class)
                .newInstance(config, "127.0.0.1", port);
        return () -> (AutoCloseable) LibraryCalls.call(pool, "getResource");
    }

    private static Borrower lettuce(int size) throws ReflectiveOperationException {
        Class<?> connections = Class.forName("io.lettuce.core.api.StatefulConnection");
        Supplier<Object> open = () -> Proxy.newProxyInstance(
                RealPools.class.getClassLoader(),
                new Class<?>[] {connections},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isOpen" -> true;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> null;
                });
        Object config = pool2(size);
        Object pool = Class.forName("io.lettuce.core.support.ConnectionPoolSupport")
                .getMethod("createGenericObjectPool", Supplier.class, config.getClass(), boolean.class)
                .invoke(null, open, config, false);
        return () -> {
            Object connection = LibraryCalls.call(pool, "borrowObject");
            return () -> LibraryCalls.call(pool, "returnObject", connection);
        };
    }

    private static Object pool2(int size) throws ReflectiveOperationException {
        Object config = Class.forName("org.apache.commons.pool2.impl.GenericObjectPoolConfig")
                .getConstructor()
                .newInstance();
        LibraryCalls.call(config, "setMaxTotal", size);
        return config;
    }

    /** What a producer has its records in. */
    private static Borrower kafka(int size) throws ReflectiveOperationException {
        Class<?> metrics = Class.forName("org.apache.kafka.common.metrics.Metrics");
        Class<?> time = Class.forName("org.apache.kafka.common.utils.Time");
        Object pool = Class.forName("org.apache.kafka.clients.producer.internals.BufferPool")
                .getConstructor(long.class, int.class, metrics, time, String.class)
                .newInstance(
                        1_024L * size,
                        1_024,
                        metrics.getConstructor().newInstance(),
                        time.getField("SYSTEM").get(null),
                        "orders");
        Method allocate = pool.getClass().getMethod("allocate", int.class, long.class);
        return () -> {
            Object buffer = allocate.invoke(pool, 1_024, 300_000L);
            return () -> LibraryCalls.call(pool, "deallocate", buffer);
        };
    }

    /** Any number of objects, so many for each key. */
    private static Borrower keyed(int each) throws ReflectiveOperationException {
        Class<?> factories = Class.forName("org.apache.commons.pool2.KeyedPooledObjectFactory");
        Constructor<?> pooled = Class.forName("org.apache.commons.pool2.impl.DefaultPooledObject")
                .getConstructor(Object.class);
        Object factory = Proxy.newProxyInstance(
                RealPools.class.getClassLoader(),
                new Class<?>[] {factories},
                (proxy, method, arguments) ->
                        method.getName().equals("makeObject") ? pooled.newInstance(new Object()) : null);
        Object pool = Class.forName("org.apache.commons.pool2.impl.GenericKeyedObjectPool")
                .getConstructor(factories)
                .newInstance(factory);
        LibraryCalls.call(pool, "setMaxTotalPerKey", each);
        return () -> {
            Object resource = LibraryCalls.call(pool, "borrowObject", "orders");
            return () -> LibraryCalls.call(pool, "returnObject", "orders", resource);
        };
    }

    private static Borrower http4(int size, int each, int port) throws ReflectiveOperationException {
        Object builder = Class.forName("org.apache.http.impl.client.HttpClients")
                .getMethod("custom")
                .invoke(null);
        LibraryCalls.call(builder, "setMaxConnTotal", size);
        LibraryCalls.call(builder, "setMaxConnPerRoute", each);
        return executing(
                LibraryCalls.call(builder, "build"),
                "org.apache.http.client.methods.HttpGet",
                "org.apache.http.client.methods.HttpUriRequest",
                port);
    }

    private static Borrower http5(int size, int each, int port) throws ReflectiveOperationException {
        Object pool = Class.forName("org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager")
                .getDeclaredConstructor()
                .newInstance();
        LibraryCalls.call(pool, "setMaxTotal", size);
        LibraryCalls.call(pool, "setDefaultMaxPerRoute", each);
        Object builder = Class.forName("org.apache.hc.client5.http.impl.classic.HttpClients")
                .getMethod("custom")
                .invoke(null);
        Class<?> managers = Class.forName("org.apache.hc.client5.http.io.HttpClientConnectionManager");
        builder.getClass().getMethod("setConnectionManager", managers).invoke(builder, pool);
        return executing(
                LibraryCalls.call(builder, "build"),
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
}
