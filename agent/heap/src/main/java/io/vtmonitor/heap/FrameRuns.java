package io.vtmonitor.heap;

/** Where frames are: HotSpot numbers them one by one and writes those of a thread in a row. */
final class FrameRuns {
    private final LongList first = new LongList();
    private final LongList at = new LongList();
    private final LongList count = new LongList();
    /** Frames of writers that number them in another way. */
    private final LongTable others = new LongTable();

    /** From one frame's values to the next one's. */
    private final int bytes;

    FrameRuns(int idSize) {
        int header = 9;
        bytes = header + 4 * idSize + 2 * Integer.BYTES;
    }

    void add(long id, long position) {
        int last = first.size() - 1;
        if (last >= 0) {
            long end = first.get(last) + count.get(last);
            if (id == end && position == at.get(last) + count.get(last) * bytes) {
                count.set(last, count.get(last) + 1);
                return;
            }
            if (id < end) {
                others.put(id, position);
                return;
            }
        }
        first.add(id);
        at.add(position);
        count.add(1);
    }

    /** Where the values of a frame begin; less than 0 if there is none. */
    long position(long id) {
        int low = 0;
        int high = first.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (first.get(middle) <= id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int run = low - 1;
        boolean inRun = run >= 0 && id < first.get(run) + count.get(run);
        return inRun ? at.get(run) + (id - first.get(run)) * bytes : others.get(id);
    }
}
