package io.vtmonitor.waits;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of pool that is known. Where nothing is woven into its classes, it has no places and no fields.
 *
 * @param index among the kinds
 * @param name for people
 * @param lends what it lends, singular
 * @param packages what its library's class names begin with
 * @param fields what its objects tell of it
 * @param uses other names of it, by the library that uses it
 * @param places what is woven
 * @param held what callers have of it
 * @param objects classes of the pool where nothing is woven
 * @param booked where the pool itself notes what is lent
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
     * @param size path to how many it lends at most
     * @param sizeOfEach path to how many it lends at most for each route or key
     * @param count path to how many it has
     * @param countsIdle whether those are the idle ones only
     */
    public record Fields(
            @Nullable String name,
            @Nullable String size,
            @Nullable String sizeOfEach,
            @Nullable String count,
            boolean countsIdle) {}

    /**
     * A map of the pool that has all that it may lend.
     *
     * @param map path from the pool to it
     * @param object path from one of its values to what callers have
     * @param number path from one of its values to a number that has the value while it is lent
     */
    public record Booked(String map, String object, String number, long value) {}

    /**
     * What a caller has of a pool, as a heap dump shows it.
     *
     * @param className of that object, or of the handler of that proxy
     * @param pool path from it to the pool; null if the dump tells the pool only if there is one of the kind
     * @param number path to a number that has the value while it is lent; null if it always is
     * @param borrower path to the thread that borrowed it, or to its name; null if the pool notes neither
     * @param stack path to the frames of that thread as it borrowed; null if the pool notes none
     */
    public record Held(
            String className,
            @Nullable String pool,
            @Nullable String number,
            long value,
            @Nullable String borrower,
            @Nullable String stack) {}

    /**
     * Another name.
     *
     * @param name for people
     * @param lends what it lends, singular
     * @param packages what the class names of the library that uses the pool begin with
     * @param field path to an object of such a class
     */
    public record Use(String name, String lends, String packages, String field) {}

    /** What is done at a method. */
    public enum Action {
        /** It returns what is lent, and waits until there is one. */
        BORROW,
        /** It waits; a method that it calls lends. */
        WAIT,
        /** One of its arguments is lent. */
        LEND,
        /** One of its arguments is given back. */
        RETURN
    }

    /**
     * A method into which code is woven.
     *
     * @param action what it does
     * @param certain whether a class of that name without such a method is not what we take it for
     * @param className internal name
     * @param method its name
     * @param parameters its descriptor up to the closing parenthesis
     * @param poolField the field of its class in which the pool is; null if the object itself is the pool
     * @param argument which one is lent or given back, or is the route or key that it is borrowed for, from 0; -1 if
     *     none is
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
