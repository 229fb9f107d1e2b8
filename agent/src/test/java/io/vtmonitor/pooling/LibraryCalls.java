package io.vtmonitor.pooling;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;

/** Calls libraries that are on the class path of some programs only. */
public final class LibraryCalls {
    private LibraryCalls() {}

    /** A pool of connections that is a bean. */
    public static DataSource source(String type, Map<String, Object> properties) throws ReflectiveOperationException {
        DataSource source =
                (DataSource) Class.forName(type).getDeclaredConstructor().newInstance();
        for (Map.Entry<String, Object> each : properties.entrySet()) {
            String setter = "set" + Character.toUpperCase(each.getKey().charAt(0))
                    + each.getKey().substring(1);
            call(source, setter, each.getValue());
        }
        return source;
    }

    /** Agroal's pool, which is made from a configuration. */
    public static DataSource agroal(String url, int size) throws ReflectiveOperationException {
        return agroal(url, size, Map.of());
    }

    static DataSource agroal(String url, int size, Map<String, String> others) throws ReflectiveOperationException {
        Object reader = Class.forName("io.agroal.api.configuration.supplier.AgroalPropertiesReader")
                .getDeclaredConstructor()
                .newInstance();
        Map<String, String> properties = new HashMap<>(others);
        properties.putAll(Map.of("jdbcUrl", url, "maxSize", Integer.toString(size), "minSize", "1"));
        call(reader, "readProperties", properties);
        Object configuration = call(reader, "get");
        for (Method method : Class.forName("io.agroal.api.AgroalDataSource").getMethods()) {
            if (method.getName().equals("from")
                    && method.getParameterCount() == 2
                    && method.getParameterTypes()[0].isInstance(configuration)) {
                return (DataSource) method.invoke(
                        null, configuration, Array.newInstance(method.getParameterTypes()[1].getComponentType(), 0));
            }
        }
        throw new NoSuchMethodException("from");
    }

    /** Calls the public method of that name that takes such arguments. */
    public static Object call(Object target, String name, Object... arguments) throws ReflectiveOperationException {
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
