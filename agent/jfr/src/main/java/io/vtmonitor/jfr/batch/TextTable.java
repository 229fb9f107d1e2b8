package io.vtmonitor.jfr.batch;

import io.vtmonitor.jfr.ChunkStrings;
import io.vtmonitor.jfr.ChunkWindow;
import io.vtmonitor.jfr.DamagedChunkException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers for the texts that stand in the events themselves, distinguished by their bytes: JDK 24 and later write why a
 * thread was pinned into each event. Only the first place of each is kept.
 */
final class TextTable {
    private static final int NONE = -1;

    private final List<byte[]> contents = new ArrayList<>();
    private final List<Long> offsets = new ArrayList<>();
    private int[] places = new int[64];

    void clear() {
        contents.clear();
        offsets.clear();
        Arrays.fill(places, 0);
    }

    /** Where a text lies in the chunk. */
    long offset(int number) {
        return offsets.get(number);
    }

    /**
     * The number of the text at an offset.
     *
     * @param offset negative for none
     */
    int number(ChunkWindow window, long offset) throws IOException, DamagedChunkException {
        if (offset < 0) {
            return NONE;
        }
        window.seek(offset);
        ChunkStrings.skip(window);
        int length = (int) (window.offset() - offset);
        int to = window.position();
        int from = to - length;
        byte[] bytes = window.bytes();
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        int mask = places.length - 1;
        int place = (hash ^ hash >>> 15) & mask;
        while (places[place] != 0) {
            int number = places[place] - 1;
            byte[] known = contents.get(number);
            if (Arrays.equals(known, 0, known.length, bytes, from, to)) {
                return number;
            }
            place = (place + 1) & mask;
        }
        contents.add(Arrays.copyOfRange(bytes, from, to));
        offsets.add(offset);
        places[place] = contents.size();
        if (2 * contents.size() > places.length) {
            grow();
        }
        return contents.size() - 1;
    }

    private void grow() {
        places = new int[4 * places.length];
        int mask = places.length - 1;
        for (int number = 0; number < contents.size(); number++) {
            int hash = Arrays.hashCode(contents.get(number));
            int place = (hash ^ hash >>> 15) & mask;
            while (places[place] != 0) {
                place = (place + 1) & mask;
            }
            places[place] = number + 1;
        }
    }
}
