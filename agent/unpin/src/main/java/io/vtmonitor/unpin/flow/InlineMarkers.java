package io.vtmonitor.unpin.flow;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Calls by which kotlinc marks, in the code of an inline function, where a {@code finally} begins and ends. Its inliner
 * drops them; whoever calls the function itself, as Java does, runs them, and they do nothing. They stand between the
 * end of what the handler covers and the {@code monitorexit}, where a call that may throw would leave the monitor
 * owned.
 */
final class InlineMarkers {
    private static final String OWNER = "kotlin/jvm/internal/InlineMarker";

    private InlineMarkers() {}

    /** Takes their argument from the stack instead of calling them. No instruction gets another index. */
    static void drop(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn instanceof MethodInsnNode call && call.owner.equals(OWNER) && call.desc.equals("(I)V")) {
                method.instructions.set(insn, new InsnNode(Opcodes.POP));
            }
        }
    }
}
