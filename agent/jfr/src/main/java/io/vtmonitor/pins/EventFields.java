package io.vtmonitor.pins;

import org.jspecify.annotations.Nullable;

/** An event's fields by name, whoever read it. */
public interface EventFields {
    /** The event's name. */
    String event();

    boolean has(String field);

    /** Null if the text is, or the field does not exist. */
    @Nullable
    String text(String field);

    /** Zero where the field does not exist. */
    long number(String field);

    default boolean flag(String field) {
        return number(field) != 0;
    }
}
