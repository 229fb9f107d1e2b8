package io.vtmonitor.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the longest stretches of a sweep in which all carriers were pinned; if never all were, in which as many were as
 * ever. Two with a shorter gap than a hand-over of a carrier takes are one. None goes on beyond a change of how many
 * all are.
 */
public final class Windows {
    public static final int LISTED = 5;
    private static final long GAP_NANOS = 10_000_000;

    private static final Comparator<Window> LONGEST_FIRST = (one, other) -> one.held() == other.held()
            ? Long.compare(one.start(), other.start())
            : Long.compare(other.held(), one.held());

    private final List<Window> longest = new ArrayList<>();
    private int parallelism;

    /** Pinned at once, at most, while never all were. */
    private int level;

    /** Whether all ever were. */
    private boolean starved;

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
        private final int level;
        private final boolean all;
        private final PinsBySite pins;
        private long since;
        private long end;
        private long held;
        private int most;

        Stretch(long start, int level, boolean all, PinsBySite pins) {
            this.start = start;
            this.level = level;
            this.all = all;
            this.pins = pins;
        }

        Stretch copy() {
            Stretch copy = new Stretch(start, level, all, pins.copy());
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

    /**
     * The scheduler aims at another number.
     *
     * @param carriers the number, from now on
     * @param held carriers that are pinned now
     * @param open all that hold one
     */
    void parallelism(long now, int carriers, int held, OpenSites open) {
        if (carriers == parallelism) {
            return;
        }
        if (inside) {
            pause(now);
        }
        finish();
        parallelism = carriers;
        reach(held);
        if (held > 0 && held >= needed()) {
            begin(now, held, open);
        }
    }

    Windows copy() {
        Windows copy = new Windows(parallelism);
        copy.longest.addAll(longest);
        copy.level = level;
        copy.starved = starved;
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
        reach(held);
        Stretch window = current;
        if (held < needed()) {
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
            resume(window, now, held);
        } else {
            finish();
            begin(now, held, open);
        }
    }

    /** What was found while fewer were pinned is meaningless as soon as more are. */
    private void reach(int held) {
        boolean all = held >= parallelism;
        if (!starved && (all || held > level)) {
            starved = all;
            level = held;
            longest.clear();
            current = null;
            inside = false;
        }
    }

    private int needed() {
        return starved ? parallelism : level;
    }

    private void begin(long now, int held, OpenSites open) {
        Stretch window = new Stretch(now, needed(), starved, new PinsBySite());
        open.each(window.pins::add);
        resume(window, now, held);
    }

    private void resume(Stretch window, long now, int held) {
        inside = true;
        window.since = now;
        window.most = Math.max(window.most, held);
        current = window;
    }

    private void pause(long now) {
        Stretch window = current;
        if (window != null) {
            window.end = now;
            window.held += now - window.since;
        }
        inside = false;
        sinceThen.clear();
    }

    /**
     * A pin ended.
     *
     * @param held carriers that are pinned still
     */
    void ended(long now, int held) {
        if (inside && held < needed()) {
            pause(now);
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
                    current.level,
                    current.all,
                    current.start,
                    current.end,
                    current.held,
                    current.most,
                    current.pins.asMap()));
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
