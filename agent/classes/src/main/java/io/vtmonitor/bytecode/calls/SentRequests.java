package io.vtmonitor.bytecode.calls;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.ClassBytes;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Whether code that waits has asked for what it waits for. Who takes a lock and at once reads, or waits for a signal,
 * waits for whatever comes, and may be idle. Who sends something before that waits for the answer.
 */
public final class SentRequests {
    private final ClassBytes classes;
    private final QuietCalls quiet;

    public SentRequests(ClassBytes classes) {
        this.classes = classes;
        quiet = new QuietCalls(classes);
    }

    /**
     * Whether it is proven that none of the frames asks anybody: those that are not the JDK's, from the topmost to that
     * depth. Of each counts what it calls after it has taken its last lock, up to the call that it is in. Never throws.
     *
     * @param trace topmost frame first
     * @param last the depth of the last frame that counts
     */
    public boolean isNobody(List<StackTraceElement> trace, int last) {
        for (int depth = 1; depth <= last; depth++) {
            StackTraceElement frame = trace.get(depth);
            if (!JdkNames.isJdk(frame.getClassName()) && !sendsNoRequest(frame, trace.get(depth - 1))) {
                return false;
            }
        }
        return last > 0;
    }

    private boolean sendsNoRequest(StackTraceElement frame, StackTraceElement above) {
        boolean found = false;
        for (MethodNode method : ClassMethods.of(classes, frame.getClassName())) {
            if (method.name.equals(frame.getMethodName())) {
                int line = 0;
                for (AbstractInsnNode insn : method.instructions) {
                    line = insn instanceof LineNumberNode number ? number.line : line;
                    if (line == frame.getLineNumber()
                            && insn instanceof MethodInsnNode call
                            && call.name.equals(above.getMethodName())) {
                        if (!sendsNoRequest(method, call)) {
                            return false;
                        }
                        found = true;
                    }
                }
            }
        }
        return found;
    }

    private boolean sendsNoRequest(MethodNode method, MethodInsnNode waits) {
        for (AbstractInsnNode insn = waits.getPrevious(); insn != null; insn = insn.getPrevious()) {
            if (takesLock(insn)) {
                return true;
            }
            if (!quiet.isQuiet(method, insn)) {
                return false;
            }
        }
        return true;
    }

    private static boolean takesLock(AbstractInsnNode insn) {
        return insn.getOpcode() == Opcodes.MONITORENTER
                || (insn instanceof MethodInsnNode call
                        && call.owner.startsWith("java/util/concurrent/locks/")
                        && (call.name.startsWith("lock") || call.name.startsWith("tryLock")));
    }
}
