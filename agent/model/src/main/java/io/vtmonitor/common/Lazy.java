package io.vtmonitor.common;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is made when it is first asked for, and kept. A class's initializer would do the same, but only once: if it
 * fails because the heap is full for a moment, the class cannot be used as long as the JVM runs. Here the next caller
 * tries again. Thread-safe.
 *
 * @param <T> what is kept
 */
public final class Lazy<T> {
    private final Supplier<T> maker;
    private volatile @Nullable T made;

    /** @param maker called once, unless it throws */
    public Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    /** It; throws what the maker throws. */
    public T get() {
        T known = made;
        return known == null ? make() : known;
    }

    /** It, if it has been made; else null. */
    public @Nullable T ifMade() {
        return made;
    }

    private synchronized T make() {
        T known = made;
        if (known == null) {
            known = maker.get();
            made = known;
        }
        return known;
    }
}
