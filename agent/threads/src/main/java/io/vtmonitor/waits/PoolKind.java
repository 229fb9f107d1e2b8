package io.vtmonitor.waits;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of pool that vt-monitor knows. If nothing is woven into its classes, it has no places and no fields.
 *
 * @param index its index among all kinds
 * @param name its name in reports
 * @param lends what it lends, singular
 * @param packages how class names of its library begin
 * @param fields where the pool's object has its name, size, and counts
 * @param uses its names if another library uses it
 * @param places the methods into which code is woven
 * @param held the objects that callers get from it
 * @param objects classes of the pool into which nothing is woven
 * @param booked maps in which the pool itself notes what is lent
 */
public record PoolKind(
        int index,
        String name,
        String lends,
        String packages,
        Fields fields,
        List<Use> uses,
        List<Place> places,
        List<Held> held,
        List<String> objects,
        List<Booked> booked) {
    /**
     * Paths to fields of the pool; each is null if there is none.
     *
     * @param name path to its name
     * @param size path to the number of resources that it lends at most
     * @param sizeOfEach path to the number that it lends at most for each route or key
     * @param count path to the number of resources that it has
     * @param countsIdle whether {@code count} is the number of idle resources only
     */
    public record Fields(
            @Nullable String name,
            @Nullable String size,
            @Nullable String sizeOfEach,
            @Nullable String count,
            boolean countsIdle) {}

    /**
     * A map or an array of the pool that has all resources that it may lend, idle and lent.
     *
     * @param map path from the pool to it
     * @param object path from one of its values to what {@link Held#entry} leads to; null if that is the value itself
     * @param number path from one of its values to a number that is {@code value} while the resource is lent
     */
    public record Booked(String map, @Nullable String object, String number, long value) {}

    /**
     * An object that a caller gets from a pool, as a heap dump shows it.
     *
     * @param className of that object, or of its invocation handler if it is a proxy
     * @param pool path from it to the pool; null if there is no such path, so that the pool is known only if it is the
     *     only one of its kind
     * @param number path to a number that is {@code value} while the resource is lent; null if it always is lent
     * @param borrower path to the thread that borrowed it, or to its name; null if the pool notes neither
     * @param stack path to the frames of that thread when it borrowed; null if the pool notes none
     * @param entry path to what the pool itself has of the resource; null if the object's class has no such path
     * @param open two paths, with a space between, that lead to one object until the caller returns the resource; null
     *     if the number shows that
     */
    public record Held(
            String className,
            @Nullable String pool,
            @Nullable String number,
            long value,
            @Nullable String borrower,
            @Nullable String stack,
            @Nullable String entry,
            @Nullable String open) {}

    /**
     * The name of a pool that another library uses.
     *
     * @param name its name in reports
     * @param lends what it lends, singular
     * @param packages how class names of the library that uses the pool begin
     * @param field path from the pool to an object whose class is that library's, if the library uses the pool
     */
    public record Use(String name, String lends, String packages, String field) {}

    /** What a method of a pool does. */
    public enum Action {
        /** It waits until a resource is available, and returns it. */
        BORROW,
        /** It waits until a resource is available; a method that it calls is of action {@link #LEND}. */
        WAIT,
        /** It lends one of its arguments. */
        LEND,
        /** It takes back one of its arguments. */
        RETURN
    }

    /**
     * A method into which code is woven.
     *
     * @param action what it does
     * @param certain whether a class of that name that has none of the action's methods is unknown, so that its pool is
     *     left alone; false if some versions of the class lack them
     * @param className internal name of its class
     * @param method its name
     * @param parameters its descriptor up to the closing parenthesis
     * @param poolField the field of its class that holds the pool; null if the object itself is the pool
     * @param argument the index, from 0, of the argument that is lent or given back, or that is the route or key of
     *     what is borrowed; -1 if there is none
     * @param keyField the field of its class that has the route or key; null if there is none
     */
    public record Place(
            Action action,
            boolean certain,
            String className,
            String method,
            String parameters,
            @Nullable String poolField,
            int argument,
            @Nullable String keyField) {}
}
