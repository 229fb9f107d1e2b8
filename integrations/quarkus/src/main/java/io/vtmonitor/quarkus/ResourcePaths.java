package io.vtmonitor.quarkus;

import jakarta.ws.rs.Path;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The path patterns of an application's resources, as their annotations say. Any thread. */
final class ResourcePaths {
    /** One for each method of a resource; an application has no more than it has code. */
    private final Map<Method, String> known = new ConcurrentHashMap<>();

    /**
     * The pattern that leads to a method, such as {@code /orders/{id}}.
     *
     * @param type the resource's class
     * @return class and method where a sub-resource locator leads there, as the class then has no path
     */
    String of(Class<?> type, Method method) {
        String path = known.get(method);
        if (path == null) {
            path = read(type, method);
            known.put(method, path);
        }
        return path;
    }

    private static String read(Class<?> type, Method method) {
        String ofType = path(type);
        if (ofType == null) {
            return type.getSimpleName() + "." + method.getName();
        }
        String ofMethod = path(type, method);
        String joined = "/" + ofType + "/" + (ofMethod == null ? "" : ofMethod);
        String path = joined.replaceAll("/{2,}", "/");
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** Its own, else the first of a class or an interface above it. */
    private static @Nullable String path(@Nullable Class<?> type) {
        if (type == null) {
            return null;
        }
        String path = annotated(type);
        for (Class<?> above : type.getInterfaces()) {
            path = path == null ? path(above) : path;
        }
        return path == null ? path(type.getSuperclass()) : path;
    }

    private static @Nullable String path(@Nullable Class<?> type, Method method) {
        if (type == null) {
            return null;
        }
        String path = null;
        try {
            path = annotated(type.getDeclaredMethod(method.getName(), method.getParameterTypes()));
        } catch (NoSuchMethodException | SecurityException | LinkageError ignored) {
            // a class between the one that has the annotation and the one that has the body
        }
        for (Class<?> above : type.getInterfaces()) {
            path = path == null ? path(above, method) : path;
        }
        return path == null ? path(type.getSuperclass(), method) : path;
    }

    private static @Nullable String annotated(AnnotatedElement element) {
        Path path = element.getAnnotation(Path.class);
        return path == null ? null : path.value();
    }
}
