package io.vtmonitor.recording;

import io.vtmonitor.pins.EventFields;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the agent had found, as it wrote it into a recording: JSON in parts. Each time it writes all that it has found
 * so far, so the latest time of which all parts were read says all.
 */
final class RecordedState {
    /** The agent writes far fewer; a damaged file may name any number of either. */
    private static final int MOST_PARTS = 1_000;

    private static final int MOST_BEGUN = 100;

    /** The second is read where the first is damaged. */
    private static final int MOST_WHOLE = 2;

    private final NavigableMap<Long, Parts> begun = new TreeMap<>();
    private final NavigableMap<Long, String> whole = new TreeMap<>();

    /** Those of one state. */
    private static final class Parts {
        private final @Nullable String[] texts;
        private int missing;

        Parts(int count) {
            texts = new @Nullable String[count];
            missing = count;
        }

        void put(int part, String text) {
            missing -= texts[part] == null ? 1 : 0;
            texts[part] = text;
        }
    }

    void accept(EventFields event) {
        long number = event.number("number");
        long part = event.number("part");
        long count = event.number("parts");
        String text = event.text("text");
        boolean older = !whole.isEmpty() && number <= whole.lastKey();
        if (older || text == null || part < 0 || part >= count || count > MOST_PARTS) {
            return;
        }
        Parts parts = begun.computeIfAbsent(number, fresh -> new Parts((int) count));
        if (parts.texts.length != count) {
            return;
        }
        parts.put((int) part, text);
        if (parts.missing == 0) {
            whole.put(number, String.join("", parts.texts));
            begun.headMap(number, true).clear();
        }
        if (whole.size() > MOST_WHOLE) {
            whole.pollFirstEntry();
        }
        if (begun.size() > MOST_BEGUN) {
            begun.pollFirstEntry();
        }
    }

    /** What was written whole, the latest first; none if the agent wrote nothing. */
    List<String> latestFirst() {
        return whole.isEmpty() ? List.of() : List.copyOf(whole.descendingMap().values());
    }
}
