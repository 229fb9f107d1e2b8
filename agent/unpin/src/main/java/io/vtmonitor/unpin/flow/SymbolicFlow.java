package io.vtmonitor.unpin.flow;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * ASM's data flow with the exceptions that can really happen: instructions that can't throw do not, {@code monitorexit}
 * of an owned monitor among them; a handler behind one for anything is not reached; and a handler begins with the
 * monitors owned before the instruction that threw.
 */
public final class SymbolicFlow extends Analyzer<SymbolicValue> {
    private final MethodNode method;
    private @Nullable MonitorState thrower;

    SymbolicFlow(String owner, MethodNode method) {
        super(new SymbolicInterpreter(owner, method));
        this.method = method;
    }

    /** The state before the instruction whose exceptions are being followed. */
    MonitorState thrower() {
        return Objects.requireNonNull(thrower);
    }

    @Override
    protected Frame<SymbolicValue> newFrame(int locals, int maxStack) {
        return new MonitorState(this, locals, maxStack);
    }

    @Override
    protected Frame<SymbolicValue> newFrame(Frame<? extends SymbolicValue> frame) {
        return new MonitorState((MonitorState) frame);
    }

    int indexOf(org.objectweb.asm.tree.AbstractInsnNode insn) {
        return method.instructions.indexOf(insn);
    }

    /** Whether an exception may come out of it; labels and line numbers have a negative opcode. */
    public static boolean mayThrow(int opcode) {
        boolean divides =
                opcode == Opcodes.IDIV || opcode == Opcodes.LDIV || opcode == Opcodes.IREM || opcode == Opcodes.LREM;
        boolean array = (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
                || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE);
        boolean object = opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.MONITORENTER;
        return divides || array || object || opcode == Opcodes.LDC || opcode == Opcodes.MULTIANEWARRAY;
    }

    /** Whether an exception of that instruction stays within the method. */
    boolean isCaught(int index) {
        for (TryCatchBlockNode handler : handlers(index)) {
            if (catchesAll(handler)) {
                return true;
            }
        }
        return false;
    }

    private Iterable<TryCatchBlockNode> handlers(int index) {
        var handlers = getHandlers(index);
        return handlers == null ? java.util.List.of() : handlers;
    }

    static boolean catchesAll(TryCatchBlockNode handler) {
        return handler.type == null || handler.type.equals("java/lang/Throwable");
    }

    @Override
    protected boolean newControlFlowExceptionEdge(int insnIndex, TryCatchBlockNode handler) {
        if (!mayThrow(method.instructions.get(insnIndex).getOpcode())) {
            return false;
        }
        thrower = (MonitorState) getFrames()[insnIndex];
        for (TryCatchBlockNode earlier : handlers(insnIndex)) {
            if (earlier.equals(handler)) {
                return true;
            }
            if (catchesAll(earlier)) {
                return false;
            }
        }
        return true;
    }
}
