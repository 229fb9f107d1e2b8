package io.vtmonitor.standstill;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
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
            case "agroal" -> agroal(url, size);
            case "pool2" -> pool2(size);
            default -> throw new IllegalArgumentException(library);
        };
    }

    private static Pool jdbc(String type, Map<String, Object> properties) throws ReflectiveOperationException {
        return source(type, properties)::getConnection;
    }

    private static DataSource source(String type, Map<String, Object> properties) throws ReflectiveOperationException {
        DataSource source =
                (DataSource) Class.forName(type).getDeclaredConstructor().newInstance();
        for (Map.Entry<String, Object> each : properties.entrySet()) {
            String setter = "set" + Character.toUpperCase(each.getKey().charAt(0))
                    + each.getKey().substring(1);
            call(source, setter, each.getValue());
        }
        return source;
    }

    private static Pool vibur(String url, int size) throws ReflectiveOperationException {
        DataSource source = source(
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
        call(source, "start");
        return source::getConnection;
    }

    private static Pool agroal(String url, int size) throws ReflectiveOperationException {
        Object reader = Class.forName("io.agroal.api.configuration.supplier.AgroalPropertiesReader")
                .getDeclaredConstructor()
                .newInstance();
        call(reader, "readProperties", Map.of("jdbcUrl", url, "maxSize", Integer.toString(size), "minSize", "1"));
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
        call(pool, "setMaxTotal", size);
        its.set(pool);
        return () -> (Session) call(pool, "borrowObject");
    }

    /**
     * What the pool lends, and its borrowers have: it gives itself back.
     *
     * @param pool which it is from
     */
    record Session(AtomicReference<Object> pool) implements AutoCloseable {
        @Override
        public void close() throws ReflectiveOperationException {
            call(pool.get(), "returnObject", this);
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
            boolean number = (parameters[i] == int.class && arguments[i] instanceof Integer)
                    || (parameters[i] == long.class && arguments[i] instanceof Long);
            if (!number && !parameters[i].isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }
}
