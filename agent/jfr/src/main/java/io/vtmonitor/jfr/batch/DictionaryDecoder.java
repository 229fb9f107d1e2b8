package io.vtmonitor.jfr.batch;

import io.vtmonitor.jfr.ChunkConstants;
import io.vtmonitor.jfr.ChunkThreadIndex;
import io.vtmonitor.jfr.ChunkTypes;
import io.vtmonitor.jfr.ChunkWindow;
import io.vtmonitor.jfr.ConstantIndex;
import io.vtmonitor.jfr.DamagedChunkException;
import io.vtmonitor.jfr.EventColumns;
import io.vtmonitor.jfr.EventKind;
import io.vtmonitor.jfr.Layout;
import io.vtmonitor.jfr.Layouts.UnknownTypeException;
import io.vtmonitor.jfr.WantedEvents;
import io.vtmonitor.jfr.batch.EventBatch.Occasion;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.RecordedThread;
import io.vtmonitor.model.Stack;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says what the numbers of a batch stand for, when the whole chunk has been walked over. Threads first: monitor and
 * file events of platform threads are dropped before anything else of theirs is decoded.
 */
final class DictionaryDecoder {
    private static final Map<String, Integer> THREAD = WantedEvents.slots("javaName", "javaThreadId", "virtual");

    private final ChunkWindow window;
    private final ConstantIndex index;
    private final BatchDictionary tables;
    private final ChunkConstants constants;
    private final long[] slots = new long[3];
    private @Nullable Layout thread;
    private long unread;

    DictionaryDecoder(ChunkWindow window, ConstantIndex index, BatchDictionary tables) {
        this.window = window;
        this.index = index;
        this.tables = tables;
        constants = new ChunkConstants(window, index);
    }

    void begin(ChunkTypes types) throws UnknownTypeException {
        constants.begin(types);
        thread = index.keeping(ConstantIndex.THREAD, THREAD);
        unread = 0;
    }

    /** References to constants that the chunk lacks. */
    long missing() {
        return constants.missing() + unread;
    }

    /**
     * Fills in a batch's tables, and drops what is not of a virtual thread.
     *
     * @param kinds of the chunk's wanted types, by number
     */
    void resolve(EventBatch batch, EventKind[] kinds) throws IOException {
        RecordedThread[] threads = threads();
        int count = tables.occasionCount();
        batch.events.tables(new Blocking[count], threads);
        boolean[] ofVirtual = new boolean[count];
        boolean any = false;
        for (int i = 0; i < count; i++) {
            ofVirtual[i] = kind(i, kinds) != EventKind.PINNED;
            any |= ofVirtual[i];
        }
        boolean @Nullable [] used = any ? used(batch.events, ofVirtual) : null;
        batch.occasions = new Occasion[count];
        for (int i = 0; i < count; i++) {
            if (used == null || used[i]) {
                batch.occasions[i] = occasion(i, kind(i, kinds));
            }
        }
    }

    private EventKind kind(int occasion, EventKind[] kinds) {
        return kinds[(int) tables.occasion(occasion, BatchDictionary.KIND)];
    }

    /** Drops events of platform threads; says which occasions are left. */
    private static boolean[] used(EventColumns events, boolean[] ofVirtual) {
        boolean[] used = new boolean[ofVirtual.length];
        int kept = 0;
        for (int i = 0; i < events.size(); i++) {
            int occasion = events.blockingIndex(i);
            RecordedThread of = events.recordedThread(events.thread(i));
            if (!ofVirtual[occasion] || of.virtual() || !of.known()) {
                used[occasion] = true;
                events.move(i, kept++);
            }
        }
        events.trim(kept);
        return used;
    }

    private Occasion occasion(int number, EventKind kind) throws IOException {
        long monitorClass = tables.occasion(number, BatchDictionary.MONITOR_CLASS);
        return new Occasion(
                kind,
                stack(tables.occasion(number, BatchDictionary.STACK)),
                text(tables.occasion(number, BatchDictionary.OPERATION)),
                text(tables.occasion(number, BatchDictionary.REASON)),
                monitorClass == 0 ? null : className(monitorClass));
    }

    private Stack stack(long key) throws IOException {
        try {
            return constants.stack(key);
        } catch (DamagedChunkException ignored) {
            return constants.lost(key);
        }
    }

    private @Nullable String text(long number) throws IOException {
        return number < 0 ? null : textAt(tables.texts().offset((int) number));
    }

    /** A text that stands at an offset of the chunk. */
    @Nullable
    String textAt(long offset) throws IOException {
        try {
            return constants.text(offset);
        } catch (DamagedChunkException ignored) {
            unread++;
            return null;
        }
    }

    private @Nullable String className(long key) throws IOException {
        try {
            return constants.rawClassName(key);
        } catch (DamagedChunkException ignored) {
            unread++;
            return null;
        }
    }

    private RecordedThread[] threads() throws IOException {
        RecordedThread[] threads = new RecordedThread[tables.threadCount()];
        int[] places = places(index.threads(), threads.length);
        for (int i = 0; i < threads.length; i++) {
            threads[i] = thread == null || places[i] < 0
                    ? RecordedThread.UNKNOWN
                    : decode(thread, index.threads().offset(places[i]));
            unread += threads[i].known() || tables.threadKey(i) == 0 ? 0 : 1;
        }
        return threads;
    }

    /** Goes through the list of all threads once; of two with the same key the first counts. */
    private int[] places(ChunkThreadIndex listed, int count) {
        int[] places = new int[count];
        Arrays.fill(places, -1);
        int left = count;
        for (int i = 0; i < listed.size() && left > 0; i++) {
            int number = tables.requestedThread(listed.key(i));
            if (number >= 0 && places[number] < 0) {
                places[number] = i;
                left--;
            }
        }
        return places;
    }

    private RecordedThread decode(Layout layout, long offset) throws IOException {
        slots[0] = -1;
        slots[1] = -1;
        slots[2] = 0;
        try {
            window.seek(offset);
            layout.read(window, slots);
            String name = slots[0] < 0 ? null : constants.text(slots[0]);
            return new RecordedThread(true, slots[2] != 0, slots[1], name == null ? "" : name);
        } catch (DamagedChunkException ignored) {
            return RecordedThread.UNKNOWN;
        }
    }
}
