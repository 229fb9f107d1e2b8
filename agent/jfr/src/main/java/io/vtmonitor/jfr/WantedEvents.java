package io.vtmonitor.jfr;

import io.vtmonitor.jfr.Layouts.UnknownTypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which events of a chunk are read, and how; all others are hopped over. */
public final class WantedEvents {
    /** Checkpoints have the type number 1 in every recording. */
    public static final byte CHECKPOINT = 127;

    public static final WantedEvents NONE = new WantedEvents(new byte[0], List.of(), List.of(), List.of());

    private static final int METADATA_TYPE = 0;
    private static final int CHECKPOINT_TYPE = 1;
    private static final int HIGHEST_TYPE = 1 << 20;

    private final byte[] kinds;
    private final List<Layout> layouts;
    private final List<String> names;
    private final List<String> problems;

    private WantedEvents(byte[] kinds, List<Layout> layouts, List<String> names, List<String> problems) {
        this.kinds = kinds;
        this.layouts = layouts;
        this.names = names;
        this.problems = problems;
    }

    /**
     * Finds them in a chunk.
     *
     * @param types of the chunk
     * @param compressed whether its numbers are
     * @param wanted names of events
     * @param kept where the fields' values are to be put
     */
    public static WantedEvents in(
            ChunkTypes types, boolean compressed, List<String> wanted, Map<String, Integer> kept) {
        byte[] kinds = new byte[CHECKPOINT_TYPE + 1];
        List<Layout> layouts = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (String name : wanted) {
            ChunkType type = types.byName(name);
            if (type == null) {
                continue;
            }
            if (type.id() <= CHECKPOINT_TYPE || type.id() > HIGHEST_TYPE) {
                problems.add("the metadata give " + name + " the number " + type.id() + ". These events are left out");
                continue;
            }
            try {
                layouts.add(Layouts.of(types, type.fields(), compressed, kept));
                names.add(name);
                int id = (int) type.id();
                kinds = id < kinds.length ? kinds : Arrays.copyOf(kinds, id + 1);
                kinds[id] = (byte) layouts.size();
            } catch (UnknownTypeException e) {
                problems.add(name + ": " + e.getMessage() + ". These events are left out");
            }
        }
        kinds[METADATA_TYPE] = 0;
        kinds[CHECKPOINT_TYPE] = CHECKPOINT;
        return new WantedEvents(kinds, layouts, names, problems);
    }

    /** Slots for fields, in this order. */
    public static Map<String, Integer> slots(String... fields) {
        Map<String, Integer> slots = new HashMap<>();
        for (String field : fields) {
            slots.put(field, slots.size());
        }
        return slots;
    }

    /** By the type's number: 0 for what is hopped over, else one more than the place of its layout. */
    public byte[] kinds() {
        return kinds;
    }

    /** One for each wanted type that the chunk knows. */
    public List<Layout> layouts() {
        return layouts;
    }

    /** Names of the event types, in the order of {@link #layouts()}. */
    public List<String> names() {
        return names;
    }

    /** Why a wanted type can't be read. */
    public List<String> problems() {
        return problems;
    }
}
