package io.vtmonitor.unpin;

import io.vtmonitor.model.ClassBytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Classes that no transformer was shown. The JVM calls none for a class that loads on a thread which is inside a
 * transformer: a loader that is asked for a class file may need a class for that which it has not loaded yet.
 */
final class UnseenClasses {
    static final UnseenClasses NONE =
            new UnseenClasses((loader, first) -> List.of(), type -> List.of(), type -> false, look -> {});
    private static final int MOST_LOADERS = 100;

    private final BiFunction<ClassLoader, Integer, List<Class<?>>> after;
    private final Function<String, List<ClassBytes.ClassFile>> asLoaded;
    private final Predicate<String> isAwaited;
    private final Consumer<Runnable> later;

    /** How many of a loader's classes are known. */
    private final Map<ClassLoader, Integer> known = Collections.synchronizedMap(new WeakHashMap<>());

    private UnseenClasses(
            BiFunction<ClassLoader, Integer, List<Class<?>>> after,
            Function<String, List<ClassBytes.ClassFile>> asLoaded,
            Predicate<String> isAwaited,
            Consumer<Runnable> later) {
        this.after = after;
        this.asLoaded = asLoaded;
        this.isAwaited = isAwaited;
        this.later = later;
    }

    /**
     * What is loaded now is known.
     *
     * @param after the classes of a loader, but for so many first ones
     * @param running asks the JVM for class files
     * @param later runs something soon on one of our threads
     */
    static UnseenClasses since(
            Class<?>[] loaded,
            BiFunction<ClassLoader, Integer, List<Class<?>>> after,
            ClassBytes running,
            Consumer<Runnable> later) {
        UnseenClasses unseen = new UnseenClasses(after, running::asLoaded, running::isAwaited, later);
        for (Class<?> type : loaded) {
            ClassLoader loader = type.getClassLoader();
            if (loader != null && !unseen.known.containsKey(loader)) {
                unseen.more(loader);
            }
        }
        return unseen;
    }

    /**
     * Asks the JVM for the class file of one whose loader does not show it, as of those that another agent defines: not
     * on this thread, on which the JVM calls no transformer.
     *
     * @param look takes the class files that it may have, one with null if the JVM does not show it either
     */
    void readLater(Class<?> type, Consumer<byte @Nullable []> look) {
        later.accept(() -> {
            List<ClassBytes.ClassFile> files = asLoaded.apply(type.getName());
            if (!files.isEmpty()) {
                files.forEach(file -> look.accept(file.bytes()));
            } else if (isAwaited.test(type.getName())) {
                readLater(type, look);
            } else {
                look.accept(null);
            }
        });
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
