package io.vtmonitor.unpin;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Takes the flag off a synchronized method and puts the lock into its code: enter before the first instruction, exit
 * before each return and in a handler for all the rest. No new member, no new local variable, no new frame but the
 * handler's.
 */
final class SynchronizedMethod {
    private static final String OBJECT_VOID = "(Ljava/lang/Object;)V";

    private final String owner;
    private final int version;
    private final MethodNode method;

    private final boolean both;

    /** @param both whether it takes the monitor, too */
    SynchronizedMethod(String owner, int classVersion, MethodNode method, boolean both) {
        this.owner = owner;
        version = classVersion & 0xFFFF;
        this.method = method;
        this.both = both;
    }

    void rewrite() {
        method.access &= ~Opcodes.ACC_SYNCHRONIZED;
        List<TryCatchBlockNode> covered = new ArrayList<>();
        LabelNode handler = new LabelNode();
        LabelNode begin = enter();
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN) {
                LabelNode end = new LabelNode();
                InsnList exit = new InsnList();
                leave(exit, end);
                LabelNode next = new LabelNode();
                method.instructions.insertBefore(insn, exit);
                method.instructions.insert(insn, next);
                cover(covered, begin, end, handler);
                begin = next;
            }
        }
        LabelNode end = new LabelNode();
        method.instructions.add(end);
        cover(covered, begin, end, handler);
        method.instructions.add(handler);
        if (version >= Opcodes.V1_6) {
            method.instructions.add(frame());
        }
        InsnList last = new InsnList();
        LabelNode left = new LabelNode();
        leave(last, left);
        method.instructions.add(last);
        method.instructions.add(new InsnNode(Opcodes.ATHROW));
        if (both) {
            covered.add(new TryCatchBlockNode(handler, left, handler, null));
        }
        method.tryCatchBlocks.addAll(covered);
        method.maxStack = Math.max(method.maxStack + 1, 2);
    }

    /**
     * The instructions that leave. The handler ends at the label: behind a {@code monitorexit}, which is tried again as
     * javac does it, and before a call of our own code, which throws nothing.
     */
    private void leave(InsnList code, LabelNode end) {
        if (both) {
            code.add(lock());
            code.add(new InsnNode(Opcodes.MONITOREXIT));
            code.add(end);
            code.add(lock());
            code.add(Rewriter.runtime("exitBoth", OBJECT_VOID));
        } else {
            code.add(end);
            code.add(lock());
            code.add(Rewriter.runtime("exit", OBJECT_VOID));
        }
    }

    /** Before whatever a loop may jump back to; with the line of the first instruction, and the parameters visible. */
    private LabelNode enter() {
        LabelNode start = new LabelNode();
        LabelNode begin = new LabelNode();
        InsnList code = new InsnList();
        code.add(start);
        LineNumberNode line = firstLine();
        if (line != null) {
            code.add(new LineNumberNode(line.line, start));
        }
        code.add(lock());
        if (both) {
            code.add(Rewriter.runtime("enterBoth", OBJECT_VOID));
            code.add(lock());
            code.add(new InsnNode(Opcodes.MONITORENTER));
            code.add(begin);
            code.add(lock());
            code.add(Rewriter.runtime("enteredBoth", OBJECT_VOID));
        } else {
            code.add(Rewriter.runtime("enter", OBJECT_VOID));
            code.add(begin);
        }
        if (method.localVariables != null) {
            for (LocalVariableNode local : method.localVariables) {
                if (isFirst(local.start)) {
                    local.start = start;
                }
            }
        }
        method.instructions.insert(code);
        return begin;
    }

    private @Nullable LineNumberNode firstLine() {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                return number;
            }
        }
        return null;
    }

    private boolean isFirst(LabelNode label) {
        AbstractInsnNode at = label.getPrevious();
        while (at != null && at.getOpcode() < 0) {
            at = at.getPrevious();
        }
        return at == null;
    }

    private AbstractInsnNode lock() {
        return (method.access & Opcodes.ACC_STATIC) != 0
                ? new LdcInsnNode(Type.getObjectType(owner))
                : new VarInsnNode(Opcodes.ALOAD, 0);
    }

    /** Where an exception comes from any instruction of the body: this is all that is sure, and all that is needed. */
    private FrameNode frame() {
        Object[] locals = (method.access & Opcodes.ACC_STATIC) != 0 ? new Object[0] : new Object[] {owner};
        return new FrameNode(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
    }

    /** An empty range is no valid one. */
    private static void cover(List<TryCatchBlockNode> covered, LabelNode begin, LabelNode end, LabelNode handler) {
        for (AbstractInsnNode at = begin; at != null && !at.equals(end); at = at.getNext()) {
            if (at.getOpcode() >= 0) {
                covered.add(new TryCatchBlockNode(begin, end, handler, null));
                return;
            }
        }
    }
}
