package io.vtmonitor.culprit;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The monitors one frame owns, and whether it is in a critical section.
 *
 * @param frame the frame
 * @param locks what they are the monitors of, outermost first; one element for each monitor
 * @param critical true in a {@link CriticalSection}
 * @param confidence how sure that is
 * @param place the instruction it stands at, null where no class file tells
 * @param library where the class came from
 */
record Owned(
        Frame frame,
        List<Lock> locks,
        boolean critical,
        Confidence confidence,
        @Nullable Place place,
        @Nullable Library library) {

    /** @param above the frame it called, null for the topmost */
    static Owned by(Frame frame, @Nullable Frame above, Places places) {
        List<Place> fitting = places.fitting(frame, above);
        Place place = withMost(fitting.isEmpty() ? places.guesses(frame, above) : fitting);
        if (place == null && !frame.isSynchronized()) {
            return new Owned(frame, List.of(), false, Confidence.EXACT, null, null);
        }
        List<Lock> locks = new ArrayList<>();
        if (frame.isSynchronized()) {
            locks.add(methodLock(frame));
        }
        if (place == null) {
            return new Owned(frame, List.copyOf(locks), false, Confidence.EXACT, null, places.library(frame));
        }
        // The flag comes from the JVM itself: where the class file adds nothing to it, its fit does not matter.
        boolean flagAlone = place.held().isEmpty() && !locks.isEmpty();
        place.held().stream()
                .filter(held -> !held.equals(Lock.CRITICAL_SECTION))
                .forEach(locks::add);
        boolean agreed =
                fitting.stream().allMatch(p -> p.held().size() == place.held().size());
        boolean exact = flagAlone || (!fitting.isEmpty() && agreed && place.regular());
        return new Owned(
                frame,
                List.copyOf(locks),
                place.held().contains(Lock.CRITICAL_SECTION),
                exact ? Confidence.EXACT : Confidence.LIKELY,
                fitting.isEmpty() ? null : place,
                place.library());
    }

    private static @Nullable Place withMost(List<Place> places) {
        Place most = null;
        for (Place place : places) {
            if (most == null || place.held().size() > most.held().size()) {
                most = place;
            }
        }
        return most;
    }

    /** The lock of a synchronized method. */
    static Lock methodLock(Frame frame) {
        return frame.isStatic() ? Lock.ofClass(frame.className()) : Lock.THIS;
    }

    /** The same frame with other locks. */
    Owned with(List<Lock> others, Confidence surely) {
        return new Owned(frame, List.copyOf(others), critical, surely, place, library);
    }

    /** As the report wants it, null for a frame that owns nothing. */
    @Nullable
    Holder holder() {
        return locks.isEmpty()
                ? null
                : new Holder(frame, Hold.MONITOR, locks.size(), lockText(locks), confidence, library);
    }

    /** Likewise, null for a frame in no critical section. */
    @Nullable
    Holder criticalHolder() {
        return critical ? new Holder(frame, Hold.CRITICAL_SECTION, 0, null, confidence, library) : null;
    }

    private static @Nullable String lockText(List<Lock> locks) {
        String text = locks.stream()
                .map(Lock::text)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? null : text;
    }
}
