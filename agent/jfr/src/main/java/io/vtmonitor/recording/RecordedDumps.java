package io.vtmonitor.recording;

import java.util.ArrayList;
import java.util.List;

/** The latest thread dumps of a recording in which a thread waits for what another one may have. */
final class RecordedDumps {
    /** A deadlock that two of them show lasts. */
    private static final int MOST = 2;

    /** One of a hundred thousand threads is not this long. */
    private static final int LONGEST = 1 << 27;

    private static final List<String> WAITS = List.of(
            "\t- waiting to lock <", "\t- waiting to re-lock ", "\t- waiting on the Class initialization monitor");

    private final List<RecordedDump> latest = new ArrayList<>();

    void add(RecordedDump dump) {
        if (dump.text().length() <= LONGEST && showsWait(dump.text())) {
            latest.add(dump);
        } else {
            latest.clear(); // what an earlier one shows is over
        }
        if (latest.size() > MOST) {
            latest.remove(0);
        }
    }

    private static boolean showsWait(String dump) {
        for (String wait : WAITS) {
            if (dump.contains(wait)) {
                return true;
            }
        }
        return false;
    }

    List<RecordedDump> latest() {
        return List.copyOf(latest);
    }
}
