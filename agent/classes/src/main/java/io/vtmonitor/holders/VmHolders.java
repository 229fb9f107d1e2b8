package io.vtmonitor.holders;

import io.vtmonitor.bytecode.InstructionFacts;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.JdkFrames;
import io.vtmonitor.bytecode.Supertypes;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holders of every JDK: native methods, native code that calls back through the foreign function API, class
 * initializers, class loaders called by the JVM. A native method of the JDK right below an initializer or a loader is
 * how the JVM got there ({@code Class.forName0}); it is not listed alongside it, since curing the one above removes the
 * pin.
 */
final class VmHolders {
    private static final String CLASS_LOADER = "java.lang.ClassLoader";

    private final InstructionIndex places;
    private final Supertypes supertypes;

    VmHolders(InstructionIndex places) {
        this.places = places;
        this.supertypes = new Supertypes(places);
    }

    /** The holder at that position of the stack, null if there is none. */
    @Nullable
    Positioned at(List<Frame> frames, int position) {
        Frame frame = frames.get(position);
        if (!frame.isNative() && !JdkFrames.mayBeCalledByVm(frame)) {
            return null; // as nearly all
        }
        if (JdkFrames.isParkOrScheduler(frame)) {
            return null;
        }
        if (frame.isClassInitializer()) {
            return of(frames, position, Hold.CLASS_INIT, Confidence.EXACT);
        }
        if (JdkFrames.isLoadClass(frame) && !supertypes.excludesReceiver(frame.className(), CLASS_LOADER)) {
            return loader(frames, position);
        }
        if (JdkFrames.isTransform(frame)) {
            return of(frames, position, Hold.CLASS_LOAD, Confidence.EXACT);
        }
        if (frame.isNative() && isWayIn(frames, position)) {
            return null;
        }
        if (JdkFrames.isUpcallStub(frame) || isOutermostLink(frames, position)) {
            return of(frames, caller(frames, position), Hold.UPCALL, Confidence.EXACT);
        }
        return frame.isNative() ? of(frames, position, Hold.NATIVE, Confidence.EXACT) : null;
    }

    /** A native method of the JDK whose callee the JVM called to initialize or load a class. */
    private static boolean isWayIn(List<Frame> frames, int position) {
        return JdkFrames.isJdk(frames.get(position))
                && position > 0
                && JdkFrames.isCalledByVm(frames.get(position - 1));
    }

    /** The JVM's call into linking; more frames of the same class may lie above it. */
    private static boolean isOutermostLink(List<Frame> frames, int position) {
        boolean continued = position + 1 < frames.size() && JdkFrames.isLink(frames.get(position + 1));
        return JdkFrames.isLink(frames.get(position)) && !continued;
    }

    /** A loader counts only where the JVM called it: the frame below does not call {@code loadClass} itself. */
    private @Nullable Positioned loader(List<Frame> frames, int position) {
        int below = position + 1;
        if (below >= frames.size() || isForOtherLoader(frames.get(position), frames.get(below))) {
            return null;
        }
        Confidence confidence = calledByVm(frames.get(below));
        return confidence == null ? null : of(frames, loading(frames, position), Hold.CLASS_LOAD, confidence);
    }

    /**
     * For a class of the JDK the JVM calls no loader of an application. So this one was called, through hidden frames
     * that some stacks lack.
     */
    private static boolean isForOtherLoader(Frame loader, Frame below) {
        return !JdkFrames.isJdk(loader)
                && JdkFrames.isJdk(below)
                && !below.isNative()
                && !JdkFrames.isClassPlumbing(below);
    }

    /** Null if it was called by that frame; unknown if the frame's name and nothing else tells that it was. */
    private @Nullable Confidence calledByVm(Frame below) {
        if (below.isNative()) {
            return Confidence.EXACT;
        }
        List<InstructionFacts> found = places.fitting(below, null);
        if (found.isEmpty()) {
            boolean mayCall = JdkFrames.isGenerated(below) || below.methodName().contains("Class");
            return mayCall ? Confidence.UNKNOWN : Confidence.LIKELY;
        }
        for (InstructionFacts place : found) {
            if (place.calls("loadClass") || place.isMethodHandle()) {
                return null;
            }
        }
        return Confidence.EXACT;
    }

    /** Of a loader's frames on top of each other, the nearest to the block that is not the JDK's own. */
    private static int loading(List<Frame> frames, int position) {
        int best = position;
        for (int i = position; i >= 0 && frames.get(i).methodName().startsWith("loadClass"); i--) {
            if (!JdkFrames.isJdk(frames.get(i))) {
                best = i;
            }
        }
        return best;
    }

    /** Below a stub without a name of its own: who made the call that led to native code, or to linking. */
    private static int caller(List<Frame> frames, int position) {
        for (int i = position + 1; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            if (!JdkFrames.isHidden(frame)
                    && !frame.className().startsWith("java.lang.invoke.")
                    && !frame.className().startsWith("jdk.internal.foreign.")) {
                return i;
            }
        }
        return position;
    }

    private Positioned of(List<Frame> frames, int position, Hold hold, Confidence confidence) {
        Frame frame = frames.get(position);
        return new Positioned(position, new Holder(frame, hold, 0, null, confidence, places.library(frame)));
    }

    /**
     * A holder and where it is on the stack.
     *
     * @param position 0 for the topmost frame
     * @param holder the holder
     */
    record Positioned(int position, Holder holder) implements Comparable<Positioned> {
        @Override
        public int compareTo(Positioned other) {
            return Integer.compare(position, other.position);
        }
    }
}
