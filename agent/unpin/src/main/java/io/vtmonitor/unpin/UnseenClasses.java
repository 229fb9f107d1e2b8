package io.vtmonitor.unpin;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Classes that no transformer was shown. The JVM calls none for a class that loads on a thread which is inside a
 * transformer: a loader that is asked for a class file may need a class for that which it has not loaded yet.
 */
final class UnseenClasses {
    static final UnseenClasses NONE = new UnseenClasses((loader, first) -> List.of());
    private static final int MOST_LOADERS = 100;

    private final BiFunction<ClassLoader, Integer, List<Class<?>>> after;

    /** How many of a loader's classes are known. */
    private final Map<ClassLoader, Integer> known = Collections.synchronizedMap(new WeakHashMap<>());

    private UnseenClasses(BiFunction<ClassLoader, Integer, List<Class<?>>> after) {
        this.after = after;
    }

    /**
     * What is loaded now is known.
     *
     * @param after the classes of a loader, but for so many first ones
     */
    static UnseenClasses since(Class<?>[] loaded, BiFunction<ClassLoader, Integer, List<Class<?>>> after) {
        UnseenClasses unseen = new UnseenClasses(after);
        for (Class<?> type : loaded) {
            ClassLoader loader = type.getClassLoader();
            if (loader != null && !unseen.known.containsKey(loader)) {
                unseen.more(loader);
            }
        }
        return unseen;
    }

    /** Those of a loader, of the one of its own class, and of all above these, that came since the last look. */
    List<Class<?>> above(@Nullable ClassLoader loader) {
        List<Class<?>> found = new ArrayList<>();
        addAbove(loader, found);
        if (loader != null) {
            addAbove(loader.getClass().getClassLoader(), found);
        }
        return found;
    }

    private void addAbove(@Nullable ClassLoader loader, List<Class<?>> found) {
        int seen = 0;
        for (ClassLoader at = loader; at != null && seen < MOST_LOADERS; at = at.getParent()) {
            found.addAll(more(at));
            seen++;
        }
    }

    private List<Class<?>> more(ClassLoader loader) {
        int before = known.getOrDefault(loader, 0);
        List<Class<?>> more = after.apply(loader, before);
        if (before == 0 || !more.isEmpty()) {
            known.merge(loader, before + more.size(), Math::max);
        }
        return more;
    }
}
