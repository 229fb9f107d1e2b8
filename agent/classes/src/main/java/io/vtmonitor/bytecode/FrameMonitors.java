package io.vtmonitor.bytecode;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.LockedObject;
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
 * @param place the instruction it stands at, null if no class file says
 * @param library where the class came from
 */
public record FrameMonitors(
        Frame frame,
        List<SymbolicLock> locks,
        boolean critical,
        Confidence confidence,
        @Nullable InstructionFacts place,
        @Nullable Library library) {

    /**
     * The monitors that a frame owns where it stands.
     *
     * @param above the frame it called, null for the topmost
     */
    public static FrameMonitors by(Frame frame, @Nullable Frame above, InstructionIndex places) {
        List<InstructionFacts> fitting = places.fitting(frame, above);
        InstructionFacts place = withMost(fitting.isEmpty() ? places.guesses(frame, above) : fitting);
        if (place == null && !frame.isSynchronized()) {
            return new FrameMonitors(frame, List.of(), false, Confidence.EXACT, null, null);
        }
        List<SymbolicLock> locks = new ArrayList<>();
        if (frame.isSynchronized()) {
            locks.add(methodLock(frame));
        }
        if (place == null) {
            return new FrameMonitors(frame, List.copyOf(locks), false, Confidence.EXACT, null, places.library(frame));
        }
        // The flag comes from the JVM itself: where the class file adds nothing to it, its fit does not matter.
        boolean flagAlone = place.held().isEmpty() && !locks.isEmpty();
        boolean agreed =
                fitting.stream().allMatch(p -> p.held().size() == place.held().size());
        // Two loaders may each have a class of this name, with other locks: that one is owned is true of both.
        boolean named = !agreed || fitting.stream().allMatch(p -> p.held().equals(place.held()));
        place.held().stream()
                .filter(held -> !held.equals(SymbolicLock.CRITICAL_SECTION))
                .map(held -> named ? held : SymbolicLock.UNKNOWN)
                .forEach(locks::add);
        boolean exact = flagAlone || (!fitting.isEmpty() && agreed && place.regular());
        return new FrameMonitors(
                frame,
                List.copyOf(locks),
                place.held().contains(SymbolicLock.CRITICAL_SECTION),
                exact ? Confidence.EXACT : Confidence.LIKELY,
                fitting.isEmpty() ? null : place,
                fitting.isEmpty() ? places.unproven(place.library()) : place.library());
    }

    private static @Nullable InstructionFacts withMost(List<InstructionFacts> places) {
        InstructionFacts most = null;
        for (InstructionFacts place : places) {
            if (most == null || place.held().size() > most.held().size()) {
                most = place;
            }
        }
        return most;
    }

    /** The lock of a synchronized method. */
    public static SymbolicLock methodLock(Frame frame) {
        return frame.isStatic() ? SymbolicLock.ofClass(frame.className()) : SymbolicLock.THIS;
    }

    /** The same frame with other locks. */
    public FrameMonitors with(List<SymbolicLock> others, Confidence surely) {
        return new FrameMonitors(frame, List.copyOf(others), critical, surely, place, library);
    }

    /** As the report wants it, null for a frame that owns nothing. */
    public @Nullable Holder holder() {
        return locks.isEmpty()
                ? null
                : new Holder(frame, Hold.MONITOR, locks.size(), lockText(locks), confidence, library, object(locks));
    }

    /** The holder of a critical section, null for a frame that is in none. */
    public @Nullable Holder criticalHolder() {
        return critical ? new Holder(frame, Hold.CRITICAL_SECTION, 0, null, confidence, library) : null;
    }

    /** Where it owns one object, however often. */
    private static @Nullable LockedObject object(List<SymbolicLock> locks) {
        return locks.stream().distinct().count() == 1 ? locks.get(0).object() : null;
    }

    private static @Nullable String lockText(List<SymbolicLock> locks) {
        String text = locks.stream()
                .map(SymbolicLock::text)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? null : text;
    }
}
