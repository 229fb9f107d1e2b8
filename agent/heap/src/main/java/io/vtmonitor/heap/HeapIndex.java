package io.vtmonitor.heap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one pass over a heap dump notes: where things are, not what they are. */
final class HeapIndex {
    /** By identifier, where the characters of a symbol begin, and behind that how many there are. */
    final LongTable symbols = new LongTable();
    /** From a class to the symbol of its name. */
    final LongTable classNames = new LongTable();
    /** From the number of a class to its identifier. */
    final LongTable classesByNumber = new LongTable();
    /** From a class to its description. */
    final LongTable classes = new LongTable();
    /** Frames in runs, since each has as many bytes as the others. */
    final FrameRuns frames;
    /** From the number of a stack to its record. */
    final LongTable stacks = new LongTable();

    final Blocks blocks = new Blocks();
    /** Objects of the classes that are asked for. */
    final LongList indexed = new LongList();
    /** Where each of these is. */
    final LongList indexedAt = new LongList();

    final List<ThreadRoot> threads = new ArrayList<>();
    /** Local variables of frames: object, number of the thread, depth. */
    final LongList locals = new LongList();

    private final Map<Long, Boolean> wanted = new HashMap<>();

    HeapIndex(int idSize) {
        frames = new FrameRuns(idSize);
    }

    /** Whether objects of a class are asked for; null if that is not known yet. */
    @Nullable
    Boolean isWanted(long type) {
        return wanted.get(type);
    }

    void isWanted(long type, boolean answer) {
        wanted.put(type, answer);
    }
}
