package io.vtmonitor.pins;

import io.vtmonitor.common.HiddenNames;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of recorded stacks. Stacks differ far more than their frames do, and JFR makes a class's name again
 * each time it is asked: equal frames are one here, and a method's names are read once in a chunk.
 *
 * <p>Not thread-safe.
 */
public final class RecordedStacks {
    private static final int MAX_METHODS = 4_096;
    private static final int MAX_FRAMES = 8_192;

    /** They keep their chunk's constants alive. */
    private final IdentityHashMap<RecordedMethod, Names> methods = new IdentityHashMap<>();

    private final Map<Frame, Frame> frames = new HashMap<>();

    private record Names(String className, String methodName, String descriptor, int modifiers) {}

    /** The Java frames of a stack; none if there is no stack. */
    public Stack read(@Nullable RecordedStackTrace trace) {
        if (trace == null) {
            return new Stack(List.of(), false);
        }
        List<Frame> read = new ArrayList<>();
        for (RecordedFrame frame : trace.getFrames()) {
            if (frame.isJavaFrame()) {
                read.add(frame(frame));
            }
        }
        return new Stack(read, trace.isTruncated());
    }

    /** The constants of the chunk before are let go. */
    void newChunk() {
        methods.clear();
    }

    private Frame frame(RecordedFrame recorded) {
        Names names = names(recorded.getMethod());
        Frame fresh = new Frame(
                names.className,
                names.methodName,
                names.descriptor,
                recorded.getBytecodeIndex(),
                Math.max(0, recorded.getLineNumber()),
                names.modifiers);
        Frame known = frames.get(fresh);
        if (known != null) {
            return known;
        }
        if (frames.size() >= MAX_FRAMES) {
            frames.clear();
        }
        frames.put(fresh, fresh);
        return fresh;
    }

    private Names names(RecordedMethod method) {
        Names known = methods.get(method);
        if (known != null) {
            return known;
        }
        Names fresh = new Names(
                HiddenNames.stable(method.getType().getName()),
                method.getName(),
                method.getDescriptor(),
                method.getModifiers());
        if (methods.size() >= MAX_METHODS) {
            methods.clear();
        }
        methods.put(method, fresh);
        return fresh;
    }
}
