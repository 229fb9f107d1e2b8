package io.vtmonitor.culprit;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Where a method begins and ends a critical section of the JDK, in which a virtual thread can't unmount: calls of
 * {@code jdk.internal.vm.Continuation.pin} and {@code unpin}, which nest as monitors do.
 */
final class CriticalSection {
    private static final String CONTINUATION = "jdk/internal/vm/Continuation";

    private CriticalSection() {}

    static boolean isEntry(AbstractInsnNode insn) {
        return calls(insn, "pin");
    }

    static boolean isExit(AbstractInsnNode insn) {
        return calls(insn, "unpin");
    }

    private static boolean calls(AbstractInsnNode insn, String name) {
        return insn instanceof MethodInsnNode call
                && call.owner.equals(CONTINUATION)
                && call.name.equals(name)
                && call.desc.equals("()V");
    }
}
