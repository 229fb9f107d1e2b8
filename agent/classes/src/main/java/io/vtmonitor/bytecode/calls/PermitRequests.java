package io.vtmonitor.bytecode.calls;

import io.vtmonitor.model.ClassBytes;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * How many permits of a semaphore a thread asks for: its methods for one permit and for several have the same names.
 * The call on their line distinguishes them; the lines of the JDK's own classes may be stripped.
 */
public final class PermitRequests {
    private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

    private static final Set<String> ONE =
            Set.of("acquire()V", "acquireUninterruptibly()V", "tryAcquire(JLjava/util/concurrent/TimeUnit;)Z");

    private final ClassBytes classes;

    public PermitRequests(ClassBytes classes) {
        this.classes = classes;
    }

    /**
     * Whether it is one permit for sure. Never throws.
     *
     * @param trace of a thread that waits for a permit of a semaphore, topmost frame first
     */
    public boolean isForOne(List<StackTraceElement> trace) {
        for (int i = 1; i < trace.size(); i++) {
            if (trace.get(i - 1).getClassName().equals(SEMAPHORE)) {
                return isForOne(trace.get(i), trace.get(i - 1).getMethodName());
            }
        }
        return false;
    }

    private boolean isForOne(StackTraceElement caller, String called) {
        boolean one = false;
        for (MethodNode method : ClassMethods.of(classes, caller.getClassName())) {
            int line = 0;
            for (AbstractInsnNode insn : method.instructions) {
                line = insn instanceof LineNumberNode number ? number.line : line;
                boolean there = caller.getLineNumber() <= 0 || line == 0 || line == caller.getLineNumber();
                if (there
                        && method.name.equals(caller.getMethodName())
                        && insn instanceof MethodInsnNode call
                        && call.name.equals(called)) {
                    if (!ONE.contains(call.name + call.desc)) {
                        return false;
                    }
                    one = true;
                }
            }
        }
        return one;
    }
}
