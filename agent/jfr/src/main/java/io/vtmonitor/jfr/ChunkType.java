package io.vtmonitor.jfr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type that a chunk's metadata describe.
 *
 * @param id by which events, fields and constants refer to it
 * @param name such as {@code jdk.types.StackTrace}
 * @param fields in the order in which they are written
 */
public record ChunkType(long id, String name, List<ChunkField> fields) {
    public @Nullable ChunkField field(String wanted) {
        for (ChunkField field : fields) {
            if (field.name().equals(wanted)) {
                return field;
            }
        }
        return null;
    }
}
