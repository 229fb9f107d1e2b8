package io.vtmonitor.waits.heap;

import java.util.ArrayList;
import java.util.List;

/**
 * Frames of a stack in a heap dump without hidden frames: those of lambdas and of the JDK's continuations, which other
 * stack traces leave out. On JDK 21, the frames of a mounted thread are the upper part of its carrier's stack.
 */
record VisibleFrames(List<StackTraceElement> frames, List<Integer> depths) {
    private static final String CONTINUATION = "jdk.internal.vm.Continuation";
    private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

    /** The visible frames of a whole stack. */
    static VisibleFrames of(List<StackTraceElement> stack) {
        return of(stack, 0, stack.size());
    }

    /** The frames of the virtual thread in its carrier's stack. */
    static VisibleFrames mounted(List<StackTraceElement> carrier) {
        return of(carrier, 0, border(carrier));
    }

    /** The carrier's own frames in its stack. */
    static VisibleFrames ofCarrier(List<StackTraceElement> carrier) {
        int border = border(carrier);
        return of(carrier, border == carrier.size() ? 0 : border, carrier.size());
    }

    /** The index of the carrier's first own frame; the size of the stack if no thread is mounted. */
    private static int border(List<StackTraceElement> carrier) {
        for (int i = 0; i < carrier.size(); i++) {
            StackTraceElement frame = carrier.get(i);
            if (frame.getClassName().equals(CONTINUATION)
                    && frame.getMethodName().equals("run")) {
                return i;
            }
        }
        return carrier.size();
    }

    private static VisibleFrames of(List<StackTraceElement> stack, int from, int to) {
        List<StackTraceElement> frames = new ArrayList<>(to - from);
        List<Integer> depths = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            if (!isHidden(stack.get(i))) {
                depths.add(i);
                frames.add(stack.get(i));
            }
        }
        return new VisibleFrames(frames, depths);
    }

    private static boolean isHidden(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.contains("+0x")
                || type.startsWith("java.lang.invoke.LambdaForm$")
                || (type.equals(CONTINUATION) && !frame.getMethodName().equals("run"))
                || type.startsWith(VIRTUAL_THREAD + "$VThreadContinuation")
                || (type.equals(VIRTUAL_THREAD) && frame.getMethodName().equals("yieldContinuation"));
    }
}
