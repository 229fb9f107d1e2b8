package io.vtmonitor.resources;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pool's name, size, and counts from its fields, so that no code of the application runs. A value is unknown if
 * this version of the library has no field of that name, or if its module is closed.
 */
final class PoolFields {
    private PoolFields() {}

    static @Nullable String text(Object pool, @Nullable String path) {
        return value(pool, path) instanceof String text && !text.isEmpty() ? text : null;
    }

    /**
     * A number, or the size of a collection or a map of the JDK; null if it is neither, negative, or
     * {@link Integer#MAX_VALUE}.
     */
    static @Nullable Integer number(Object pool, @Nullable String path) {
        Object value = value(pool, path);
        if (value == null || value.getClass().getClassLoader() != null) {
            return null;
        }
        int number = value instanceof Number read
                ? read.intValue()
                : value instanceof Collection<?> many ? many.size() : value instanceof Map<?, ?> map ? map.size() : -1;
        return number < 0 || number == Integer.MAX_VALUE ? null : number;
    }

    static @Nullable Object value(Object pool, @Nullable String path) {
        if (path == null) {
            return null;
        }
        Object at = pool;
        try {
            for (String name : path.split("\\.", -1)) {
                Field field = at == null ? null : field(at.getClass(), name);
                if (field == null) {
                    return null;
                }
                field.setAccessible(true);
                at = field.get(at);
            }
            return at;
        } catch (ReflectiveOperationException | RuntimeException ignored) {
            return null;
        }
    }

    private static @Nullable Field field(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
        }
        return null;
    }
}
