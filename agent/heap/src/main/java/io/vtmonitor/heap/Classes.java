package io.vtmonitor.heap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The classes of a heap dump, read when they are asked for. */
final class Classes {
    private static final int MOST_PARENTS = 1_000;

    private final HprofInput in;
    private final HeapIndex index;
    private final Map<Long, HeapClass> read = new HashMap<>();

    Classes(HprofInput in, HeapIndex index) {
        this.in = in;
        this.index = index;
    }

    /** Null if the dump has no class of that identifier, up to now. */
    @Nullable
    HeapClass of(long id) throws IOException {
        return of(id, 0);
    }

    private @Nullable HeapClass of(long id, int depth) throws IOException {
        HeapClass known = read.get(id);
        if (known != null) {
            return known;
        }
        long body = index.classes.get(id);
        if (body < 0) {
            return arrayClass(id);
        }
        if (depth > MOST_PARENTS) {
            throw new BadHeapDumpException("classes that extend each other in a circle");
        }
        in.seek(body);
        in.id();
        in.skip(4);
        long parentId = in.id();
        in.skip(5L * in.idSize() + 4);
        int constants = in.u2();
        for (int i = 0; i < constants; i++) {
            in.skip(2);
            value();
        }
        Map<String, Long> statics = statics();
        List<HeapClass.Field> fields = fields();
        HeapClass parent = parentId == 0 ? null : of(parentId, depth + 1);
        HeapClass described = new HeapClass(id, name(id), parent, fields, statics);
        read.put(id, described);
        return described;
    }

    /** Arrays of objects are of classes without a description in some dumps. */
    private @Nullable HeapClass arrayClass(long id) throws IOException {
        String name = name(id);
        return name.isEmpty() ? null : new HeapClass(id, name, null, List.of(), Map.of());
    }

    private Map<String, Long> statics() throws IOException {
        int count = in.u2();
        long[] names = new long[count];
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            names[i] = in.id();
            values[i] = value();
        }
        Map<String, Long> statics = new LinkedHashMap<>();
        long back = in.position();
        for (int i = 0; i < count; i++) {
            statics.put(symbol(names[i]), values[i]);
        }
        in.seek(back);
        return statics;
    }

    private List<HeapClass.Field> fields() throws IOException {
        int count = in.u2();
        long[] names = new long[count];
        int[] types = new int[count];
        for (int i = 0; i < count; i++) {
            names[i] = in.id();
            types[i] = in.u1();
        }
        List<HeapClass.Field> fields = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            fields.add(new HeapClass.Field(symbol(names[i]), types[i]));
        }
        return List.copyOf(fields);
    }

    private long value() throws IOException {
        int type = in.u1();
        if (type == SubRecords.OBJECT) {
            return in.id();
        }
        return switch (SubRecords.size(type, in.idSize())) {
            case 1 -> in.u1();
            case 2 -> in.u2();
            case 4 -> in.i4();
            case 8 -> in.i8();
            default -> throw new BadHeapDumpException("unknown type " + type + " at byte " + in.position());
        };
    }

    /** As {@code Class.getName}; empty if the dump does not say. */
    String name(long id) throws IOException {
        long symbol = index.classNames.get(id);
        return symbol < 0 ? "" : symbol(symbol).replace('/', '.');
    }

    /** Empty if there is none. */
    String symbol(long id) throws IOException {
        long where = index.symbols.get(id);
        if (where < 0) {
            return "";
        }
        in.seek(where >>> 16);
        return new String(in.bytes((int) (where & 0xffff)), StandardCharsets.UTF_8);
    }
}
