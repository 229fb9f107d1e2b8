package io.vtmonitor.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the longest stretches of a sweep in which all carriers were pinned, or as many as ever were. Two with a shorter
 * gap than a hand-over of a carrier takes are one.
 */
public final class Windows {
    public static final int LISTED = 5;
    private static final long GAP_NANOS = 10_000_000;

    private static final Comparator<Window> LONGEST_FIRST = (one, other) -> one.held() == other.held()
            ? Long.compare(one.start(), other.start())
            : Long.compare(other.held(), one.held());

    private final List<Window> longest = new ArrayList<>();
    private int parallelism;
    private int level;
    private boolean inside;
    private @Nullable Stretch current;

    /** Pins that began after the current window's last stretch: they belong to it if it continues. */
    private PinsBySite sinceThen = new PinsBySite();

    /**
     * A stretch.
     *
     * @param level how many carriers were pinned at least
     * @param all whether these were all that the scheduler aimed at
     * @param start begin, nanoseconds since the epoch
     * @param end likewise
     * @param held the part of it without the gaps
     * @param most carriers pinned at one instant
     * @param pins that reach into it, by number of their site
     */
    public record Window(int level, boolean all, long start, long end, long held, int most, Map<Integer, Long> pins) {}

    /** A window that may continue. */
    private static final class Stretch {
        private final long start;
        private final boolean all;
        private final PinsBySite pins;
        private long since;
        private long end;
        private long held;
        private int most;

        Stretch(long start, boolean all, PinsBySite pins) {
            this.start = start;
            this.all = all;
            this.pins = pins;
        }

        Stretch copy() {
            Stretch copy = new Stretch(start, all, pins.copy());
            copy.since = since;
            copy.end = end;
            copy.held = held;
            copy.most = most;
            return copy;
        }
    }

    Windows(int parallelism) {
        this.parallelism = parallelism;
    }

    /** The scheduler aims at so many from now on. */
    void parallelism(int carriers) {
        parallelism = carriers;
    }

    Windows copy() {
        Windows copy = new Windows(parallelism);
        copy.longest.addAll(longest);
        copy.level = level;
        copy.inside = inside;
        copy.current = current == null ? null : current.copy();
        copy.sinceThen = sinceThen.copy();
        return copy;
    }

    /** Those that are open, by site. */
    interface OpenSites {
        void each(IntConsumer site);
    }

    /**
     * A pin began.
     *
     * @param held carriers that are pinned now
     * @param site of the one that began
     * @param open all that hold one, it included
     */
    void began(long now, int held, int site, OpenSites open) {
        int reached = Math.min(held, parallelism);
        if (reached > level) {
            // What was found at a lower level is meaningless now.
            level = reached;
            longest.clear();
            current = null;
            inside = false;
        }
        Stretch window = current;
        if (held < level) {
            if (window != null && now - window.end <= GAP_NANOS) {
                sinceThen.add(site);
            }
            return;
        }
        if (inside && window != null) {
            window.pins.add(site);
            window.most = Math.max(window.most, held);
            return;
        }
        if (window != null && now - window.end <= GAP_NANOS) {
            window.pins.addAll(sinceThen);
            window.pins.add(site);
        } else {
            finish();
            window = new Stretch(now, held >= parallelism, new PinsBySite());
            open.each(window.pins::add);
        }
        inside = true;
        window.since = now;
        window.most = Math.max(window.most, held);
        current = window;
    }

    /**
     * A pin ended.
     *
     * @param held carriers that are pinned still
     */
    void ended(long now, int held) {
        if (inside && held < level && current != null) {
            inside = false;
            current.end = now;
            current.held += now - current.since;
            sinceThen.clear();
        }
    }

    /** The longest, longest first; asked when all pins have ended. */
    List<Window> longest() {
        finish();
        return List.copyOf(longest);
    }

    private void finish() {
        if (current != null && isListed(current)) {
            longest.add(new Window(
                    level, current.all, current.start, current.end, current.held, current.most, current.pins.asMap()));
            longest.sort(LONGEST_FIRST);
            if (longest.size() > LISTED) {
                longest.remove(LISTED);
            }
        }
        current = null;
    }

    /** Most are not. */
    private boolean isListed(Stretch ended) {
        if (longest.size() < LISTED) {
            return true;
        }
        Window last = longest.get(LISTED - 1);
        return ended.held == last.held() ? ended.start < last.start() : ended.held > last.held();
    }
}
