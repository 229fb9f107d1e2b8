package io.vtmonitor.holders;

import io.vtmonitor.bytecode.InitializationOrder;
import io.vtmonitor.bytecode.InstructionFacts;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.JdkFrames;
import io.vtmonitor.bytecode.Supertypes;
import io.vtmonitor.bytecode.SymbolicLock;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.PinnedReason;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Waits that the JVM itself begins because a class has to be available: for another thread that links or initializes it
 * (the lock of a class is an {@code int[]}), or for the monitor of a class loader that is not parallel capable. The JVM
 * records them as a contended monitor or a wait, but no code of the frame takes a monitor. The instruction
 * distinguishes them.
 */
final class ClassInitHolders {
    private static final String INITIALIZATION_LOCK = "[I";
    private static final String LOADER = "java.lang.ClassLoader";

    private final ClassBytes classes;
    private final InstructionIndex places;
    private final Supertypes supertypes;
    private final MethodMonitor methodMonitor;

    ClassInitHolders(ClassBytes classes, InstructionIndex places) {
        this.classes = classes;
        this.places = places;
        this.supertypes = new Supertypes(places);
        this.methodMonitor = new MethodMonitor(places);
    }

    /** How a frame holds that waits this way, null if a blocking is no such wait. */
    @Nullable
    Holder holder(Blocking blocking) {
        List<Frame> frames = blocking.stack().frames();
        if (frames.isEmpty()) {
            return null;
        }
        int top = MonitorHolders.top(frames);
        if (isInitializationWait(blocking, top)) {
            return initialization(blocking, top, Confidence.EXACT);
        }
        return isContendedEnter(blocking, top) ? entering(blocking, top) : null;
    }

    /** An array of int can also be waited on by hand: then {@code Object.wait} is on the stack. */
    private static boolean isInitializationWait(Blocking blocking, int top) {
        PinnedReason said = PinnedReason.parse(blocking.reasonText());
        return (said != null && said.kind() == PinnedReason.Kind.CLASS_INIT_WAIT)
                || (blocking.event() == BlockingEvent.MONITOR_WAIT
                        && INITIALIZATION_LOCK.equals(blocking.monitorClass())
                        && !calledWait(blocking, top));
    }

    private static boolean calledWait(Blocking blocking, int top) {
        return JdkFrames.waitsAbove(blocking.stack().frames(), top);
    }

    /** From JDK 24 on, a monitor that code takes lets the thread unmount: one that does not is the JVM's own. */
    private static boolean isContendedEnter(Blocking blocking, int top) {
        if (blocking.event() == BlockingEvent.MONITOR_ENTER) {
            return !calledWait(blocking, top);
        }
        PinnedReason said = PinnedReason.parse(blocking.reasonText());
        String operation = blocking.operationText();
        return said != null
                && said.kind() == PinnedReason.Kind.CRITICAL_SECTION
                && operation != null
                && operation.startsWith("Contended monitor enter");
    }

    private @Nullable Holder entering(Blocking blocking, int top) {
        List<Frame> frames = blocking.stack().frames();
        boolean ofClass = INITIALIZATION_LOCK.equals(blocking.monitorClass());
        if (top == frames.size()) {
            return ofClass ? initialization(blocking, top, Confidence.LIKELY) : null;
        }
        Frame frame = frames.get(top);
        List<InstructionFacts> found = places.fitting(frame, null);
        boolean byFlag = blocking.monitorsPin() && methodMonitor.mayEnter(frame, blocking.monitorClass());
        if (found.stream().anyMatch(place -> place.kind() == InstructionFacts.Kind.MONITOR_ENTER)
                || (byFlag && !ofClass)) {
            return null;
        }
        boolean known = frame.isNative() ? JdkFrames.isJdk(frame) : !found.isEmpty();
        boolean mayHaveEntered =
                found.stream().map(InstructionFacts::entering).anyMatch(lock -> lock != null && mayBeIntArray(lock));
        if (ofClass) {
            boolean doubtful = mayHaveEntered && found.stream().noneMatch(InstructionFacts::initializes);
            Confidence confidence = known && !mayHaveEntered ? Confidence.EXACT : Confidence.LIKELY;
            return doubtful ? null : initialization(blocking, top, confidence);
        }
        if (found.stream().anyMatch(place -> place.entering() != null)) {
            return null;
        }
        return ofLoader(blocking, frame, known, found);
    }

    private static boolean mayBeIntArray(SymbolicLock lock) {
        String text = lock.text();
        boolean named = lock.equals(SymbolicLock.THIS) || (text != null && text.startsWith("class "));
        return !named && (lock.type() == null || lock.type().equals("java/lang/Object"));
    }

    /** The interpreter and the compilers enter no monitor at such an instruction; resolving a class there may. */
    private @Nullable Holder ofLoader(Blocking blocking, Frame frame, boolean known, List<InstructionFacts> found) {
        String monitor = blocking.monitorClass();
        if (monitor == null) {
            boolean reported = blocking.event() == BlockingEvent.PINNED && known;
            Hold hold = found.stream().anyMatch(InstructionFacts::initializes) ? Hold.CLASS_INIT_WAIT : Hold.CLASS_LOAD;
            return reported ? new Holder(frame, hold, 0, null, Confidence.LIKELY, places.library(frame)) : null;
        }
        boolean isLoader = supertypes.isSubtype(monitor, LOADER);
        boolean soundsLikeOne = isLoader || monitor.endsWith("ClassLoader");
        boolean inLoader =
                frame.methodName().startsWith("loadClass") || frame.className().endsWith("ClassLoader");
        if (!soundsLikeOne || (!known && inLoader)) {
            return null;
        }
        Confidence confidence = known && isLoader ? Confidence.EXACT : Confidence.LIKELY;
        return new Holder(frame, Hold.CLASS_LOAD, 0, null, confidence, places.library(frame));
    }

    /**
     * Who made the class necessary. The JVM begins such a wait for four instructions, for reflection and for native
     * code; a frame that stands at another, or that only runs tasks, has called a hidden one: a method reference or a
     * lambda.
     */
    private Holder initialization(Blocking blocking, int top, Confidence confidence) {
        List<Frame> frames = blocking.stack().frames();
        int trigger = trigger(frames, top);
        if (trigger == frames.size()) {
            return hidden(blocking, frames.get(0));
        }
        Frame frame = frames.get(trigger);
        if (trigger > top || frame.isNative()) {
            return holder(frame, null, confidence);
        }
        List<InstructionFacts> found = places.fitting(frame, null);
        boolean initializes = found.stream().anyMatch(InstructionFacts::initializes);
        if (!found.isEmpty() && !initializes) {
            return hidden(blocking, frame);
        }
        boolean mayRunTasks = found.isEmpty() && JdkNames.isJdk(frame.className());
        return holder(frame, touched(found, frame, blocking), mayRunTasks ? Confidence.LIKELY : confidence);
    }

    private Holder hidden(Blocking blocking, Frame frame) {
        PinnedReason said = PinnedReason.parse(blocking.reasonText());
        String named = said == null || said.className() == null || said.truncated()
                ? "a class"
                : Objects.requireNonNull(SymbolicLock.ofClass(said.className()).text());
        return holder(frame, named + Holder.BY_HIDDEN_FRAME, Confidence.LIKELY);
    }

    private Holder holder(Frame frame, @Nullable String lock, Confidence confidence) {
        return new Holder(frame, Hold.CLASS_INIT_WAIT, 0, lock, confidence, places.library(frame));
    }

    /** The class that the instruction can't do without; what is waited for may be a class above it. */
    private @Nullable String touched(List<InstructionFacts> found, Frame frame, Blocking blocking) {
        InitializationOrder order = new InitializationOrder(classes);
        List<String> types = found.stream()
                .filter(InstructionFacts::initializes)
                .map(place -> order.declaring(place.owner().replace('/', '.'), place.name()))
                .distinct()
                .filter(type -> !isInitializing(frame, type))
                .toList();
        if (types.size() != 1) {
            return null;
        }
        String text = SymbolicLock.ofClass(types.get(0)).text();
        boolean saidByJvm =
                blocking.reasonText() != null && blocking.reasonText().startsWith("Waited for");
        return saidByJvm || !order.mayInitializeAbove(types.get(0)) ? text : text + Holder.OR_ABOVE;
    }

    /** A thread does not wait for the class that it initializes itself. */
    private static boolean isInitializing(Frame frame, String type) {
        return frame.methodName().equals("<clinit>") && frame.className().equals(type);
    }

    /** The frame below reflection and class look-up; the number of frames where there is none that is not hidden. */
    private static int trigger(List<Frame> frames, int top) {
        for (int i = top; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            if (!JdkFrames.isClassPlumbing(frame) && !JdkFrames.isHidden(frame)) {
                return JdkFrames.isParkOrScheduler(frame) ? frames.size() : i;
            }
        }
        return top;
    }
}
