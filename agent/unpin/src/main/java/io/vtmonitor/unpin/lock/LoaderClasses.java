package io.vtmonitor.unpin.lock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/** The classes that a loader has defined, as the JVM notes them. */
public final class LoaderClasses {
    private static final MethodHandle LIST = list();

    private LoaderClasses() {}

    private static MethodHandle list() {
        try {
            return MethodHandles.privateLookupIn(ClassLoader.class, MethodHandles.lookup())
                    .findGetter(ClassLoader.class, "classes", ArrayList.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Those that came after the first ones. */
    public static List<Class<?>> after(ClassLoader loader, int first) {
        try {
            ArrayList<?> all = (ArrayList<?>) LIST.invoke(loader);
            List<Class<?>> more = new ArrayList<>();
            synchronized (all) { // as the JVM does
                for (int i = first; i < all.size(); i++) {
                    more.add((Class<?>) all.get(i));
                }
            }
            return more;
        } catch (Throwable e) {
            throw new IllegalStateException("the classes of a loader", e);
        }
    }
}
