package io.vtmonitor.heap;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A class of a heap dump.
 *
 * @param id its identifier
 * @param name as {@code Class.getName}
 * @param parent the class it extends; null for {@code Object} and where the dump lacks it
 * @param fields those it declares itself, in the order in which instances have them
 * @param statics its static fields that are numbers or references, by name
 */
public record HeapClass(
        long id, String name, @Nullable HeapClass parent, List<Field> fields, Map<String, Long> statics) {
    /**
     * A field.
     *
     * @param name its name
     * @param type as HPROF numbers them: 2 is a reference
     */
    record Field(String name, int type) {}

    /** Whether this is the class of that name or extends it. */
    public boolean is(String ancestor) {
        for (HeapClass type = this; type != null; type = type.parent) {
            if (type.name.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return name;
    }
}
