package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Follows paths, which are names of fields with dots between, from an object. */
final class FieldPaths {
    private FieldPaths() {}

    /** The object at the end; null if a field is null or does not exist. */
    static @Nullable HeapObject follow(HeapDump dump, @Nullable HeapObject from, String path) throws IOException {
        HeapObject at = from;
        for (String field : path.split("\\.", -1)) {
            at = dump.follow(at, field);
        }
        return at;
    }

    /**
     * The number at the end of a path, which may be in an object such as an {@code AtomicInteger}; null if there is
     * none.
     */
    static @Nullable Long number(HeapDump dump, HeapObject from, String path) throws IOException {
        int last = path.lastIndexOf('.');
        HeapObject owner = last < 0 ? from : follow(dump, from, path.substring(0, last));
        String field = path.substring(last + 1);
        if (owner == null || !owner.has(field)) {
            return null;
        }
        HeapObject boxed = dump.object(owner.reference(field));
        return boxed == null ? Long.valueOf(owner.number(field)) : boxed.has("value") ? boxed.number("value") : null;
    }

    /** The characters of the {@code String} at the end of a path; null if there is none. */
    static @Nullable String text(HeapDump dump, HeapObject from, String path) throws IOException {
        int last = path.lastIndexOf('.');
        HeapObject owner = last < 0 ? from : follow(dump, from, path.substring(0, last));
        return owner == null ? null : dump.text(owner.reference(path.substring(last + 1)));
    }
}
