package io.vtmonitor.standstill;

import io.vtmonitor.pooling.LibraryCalls;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/** A pool of a library, by reflection. Whoever wants a resource waits ten minutes at least. */
interface Pool {
    /** A resource of the pool; closing it gives it back. */
    AutoCloseable borrow() throws Exception;

    private static String url(String name) {
        return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
    }

    /**
     * A pool.
     *
     * @param library whose pool
     * @param size how many it lends at most
     */
    static Pool of(String library, String name, int size) throws ReflectiveOperationException {
        String url = url(name);
        return switch (library) {
            case "hikari" ->
                jdbc(
                        "com.zaxxer.hikari.HikariDataSource",
                        Map.of(
                                "jdbcUrl", url,
                                "maximumPoolSize", size,
                                "poolName", name,
                                "connectionTimeout", 600_000L));
            case "tomcat" ->
                jdbc(
                        "org.apache.tomcat.jdbc.pool.DataSource",
                        Map.of(
                                "url", url,
                                "driverClassName", "org.h2.Driver",
                                "maxActive", size,
                                "name", name,
                                "maxWait", 600_000));
            case "dbcp2" -> jdbc("org.apache.commons.dbcp2.BasicDataSource", Map.of("url", url, "maxTotal", size));
            case "c3p0" ->
                jdbc(
                        "com.mchange.v2.c3p0.ComboPooledDataSource",
                        Map.of("jdbcUrl", url, "maxPoolSize", size, "minPoolSize", 1, "initialPoolSize", 1));
            case "druid" ->
                jdbc(
                        "com.alibaba.druid.pool.DruidDataSource",
                        Map.of("url", url, "driverClassName", "org.h2.Driver", "maxActive", size));
            case "vibur" -> vibur(url, size);
            case "agroal" -> LibraryCalls.agroal(url, size)::getConnection;
            case "pool2" -> pool2(size);
            default -> throw new IllegalArgumentException(library);
        };
    }

    private static Pool jdbc(String type, Map<String, Object> properties) throws ReflectiveOperationException {
        return LibraryCalls.source(type, properties)::getConnection;
    }

    private static Pool vibur(String url, int size) throws ReflectiveOperationException {
        DataSource source = LibraryCalls.source(
                "org.vibur.dbcp.ViburDBCPDataSource",
                Map.of(
                        "jdbcUrl",
                        url,
                        "username",
                        "",
                        "password",
                        "",
                        "poolInitialSize",
                        1,
                        "poolMaxSize",
                        size,
                        "connectionTimeoutInMs",
                        600_000L));
        LibraryCalls.call(source, "start");
        return source::getConnection;
    }

    private static Pool pool2(int size) throws ReflectiveOperationException {
        Class<?> factories = Class.forName("org.apache.commons.pool2.PooledObjectFactory");
        Constructor<?> pooled = Class.forName("org.apache.commons.pool2.impl.DefaultPooledObject")
                .getConstructor(Object.class);
        AtomicReference<Object> its = new AtomicReference<>();
        Object factory = Proxy.newProxyInstance(
                Pool.class.getClassLoader(),
                new Class<?>[] {factories},
                (proxy, method, arguments) ->
                        method.getName().equals("makeObject") ? pooled.newInstance(new Session(its)) : null);
        Object pool = Class.forName("org.apache.commons.pool2.impl.GenericObjectPool")
                .getConstructor(factories)
                .newInstance(factory);
        LibraryCalls.call(pool, "setMaxTotal", size);
        its.set(pool);
        return () -> (Session) LibraryCalls.call(pool, "borrowObject");
    }

    /**
     * What the pool lends, and its borrowers have: it gives itself back.
     *
     * @param pool which it is from
     */
    record Session(AtomicReference<Object> pool) implements AutoCloseable {
        @Override
        public void close() throws ReflectiveOperationException {
            LibraryCalls.call(pool.get(), "returnObject", this);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
